import { asFile, heic, photo } from '../support/pictures.ts'
import { enterAs, expect, test } from '../support/test.ts'
import { begin, card, prepared } from '../support/verifica.ts'

const NO_HEIC = 'IMG_0001.HEIC: Il formato HEIC non è supportato da questo dispositivo: scattare la foto in JPEG o convertirla.'

test('what is no photo, or too much of one, is refused for what it is, and the good one beside it is kept', async ({ page }) => {
  await enterAs(page, 'ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV')
  await page.goto(`/verifiche/${uuid}?at=2`)
  const question = card(page, 'Foto del piazzale')
  const iphone = asFile('IMG_0001.HEIC', heic(), 'image/heic')
  await question.locator('input[capture]').setInputFiles(iphone)
  await expect(question.getByRole('alert')).toHaveText(NO_HEIC)
  await expect(question.getByText('0 di 10')).toBeVisible()

  await question
    .locator('input[multiple]')
    .setInputFiles([
      asFile('rotta.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)])),
      asFile('fattura.jpg', Buffer.from('%PDF-1.7 non è una foto')),
      asFile('enorme.jpg', Buffer.alloc(20 * 1024 * 1024 + 1, 1)),
      iphone,
      asFile('buona.jpg', await photo()),
    ])
  await expect(question.getByText('1 di 10')).toBeVisible()
  await expect(question.getByRole('alert').locator('p')).toHaveText([
    "rotta.jpg: Il file non è un'immagine leggibile.",
    "fattura.jpg: Il file non è un'immagine leggibile.",
    'enorme.jpg: Il file supera la dimensione massima di 20 MB.',
    NO_HEIC,
  ])
})
