import type { ElementHandle } from '@playwright/test'
import sharp from 'sharp'
import { apiAs } from '../support/api.ts'
import { makeModel } from '../support/models.ts'
import { asFile, heic, iphone, photo } from '../support/pictures.ts'
import { enterAs, expect, test } from '../support/test.ts'
import { begin, card, prepared, tap } from '../support/verifica.ts'

test('what is no photo, or too much of one, is refused for what it is, and the good one beside it is kept', async ({ page }) => {
  await enterAs(page, 'ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV')
  await page.goto(`/verifiche/${uuid}?at=2`)
  const question = card(page, 'Foto del piazzale')
  await question
    .locator('input[multiple]')
    .setInputFiles([
      asFile('rotta.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)])),
      asFile('fattura.jpg', Buffer.from('%PDF-1.7 non è una foto')),
      asFile('enorme.jpg', Buffer.alloc(20 * 1024 * 1024 + 1, 1)),
      asFile('IMG_0001.HEIC', heic(), 'image/heic'),
      asFile('buona.jpg', await photo()),
    ])
  await expect(question.getByText('1 di 10')).toBeVisible()
  await expect(question.getByRole('alert').locator('p')).toHaveText([
    "rotta.jpg: Il file non è un'immagine leggibile.",
    "fattura.jpg: Il file non è un'immagine leggibile.",
    'enorme.jpg: Il file supera la dimensione massima di 20 MB.',
    "IMG_0001.HEIC: Il file non è un'immagine leggibile.",
  ])
})

test('a HEIC that this browser cannot read is kept and sent as it came, and comes back as a picture', async ({ page, signIn, baseURL }) => {
  test.slow()
  await signIn('ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV')
  await page.goto(`/verifiche/${uuid}?at=2`)
  const question = card(page, 'Foto del piazzale')
  await question.locator('input[capture]').setInputFiles(asFile('IMG_0002.HEIC', iphone(), 'image/heic'))
  await expect(question.getByText('1 di 10')).toBeVisible()
  const tile = question.getByRole('button', { name: 'Apri Foto del piazzale, foto 1' })
  await expect(tile).toHaveText('HEIC')
  await expect(question.getByRole('alert')).toHaveText('')
  const admin = await apiAs(baseURL!, 'admin')
  await expect.poll(async () => (await admin.get(`/inspection/${uuid}`).catch(() => undefined))?.files?.length).toBe(1)
  const [file] = (await admin.get(`/inspection/${uuid}`)).files
  expect(file).toMatchObject({ mime: 'image/jpeg', readable: true, taken_at: '2026-04-03T10:20:30' })
  const bytes = await admin.bytes(`/inspection/files/${file.uuid}`)
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  // This browser could not write time and station on it: the server has, on what was plain blue there.
  const corner = await sharp(bytes).extract({ left: 0, top: 2452, width: 1200, height: 108 }).greyscale().raw().toBuffer()
  expect(corner.filter((value) => value > 200).length / corner.length).toBeGreaterThan(0.05)
})

const MANY = {
  code: 'E2EMANY',
  name: 'Controllo con molte foto',
  minutes: 5,
  require: { inspector_signature: false, manager_signature: false },
  categories: [
    {
      key: 'c_tutto',
      name: 'Tutto',
      questions: [
        { key: 'q_uno', label: 'Il chiosco è aperto?', type: 'yes_no' },
        { key: 'q_due', label: 'Le luci sono accese?', type: 'yes_no' },
        { key: 'q_tre', label: 'La cassa è chiusa?', type: 'yes_no' },
        { key: 'q_foto', label: 'Foto del chiosco', type: 'photo', gallery: true, max: 30 },
      ],
    },
  ],
}

test('25 photos chosen at once all stand there, two taps in one instant are kept, and a reload finds all of it', async ({
  page,
  signIn,
  baseURL,
}) => {
  test.slow()
  const admin = await apiAs(baseURL!, 'admin')
  const model = await makeModel(admin, MANY)
  try {
    await signIn('ispettore')
    await prepared(page)
    await begin(page, 'PV014', MANY.name)
    // All questions of a section on one page, as on a desk.
    await page.setViewportSize({ width: 1280, height: 900 })
    const question = card(page, 'Foto del chiosco')
    const pictures = await Promise.all(Array.from({ length: 25 }, (_, at) => photo(60 + at * 5, 640, 480)))
    await question.locator('input[multiple]').setInputFiles(pictures.map((bytes, at) => asFile(`foto-${at}.jpg`, bytes)))
    await expect(question.getByText(/^Salvataggio foto \d+ di 25$/)).toBeVisible()

    const radio = async (of: string, name: string) =>
      (await card(page, of).getByRole('radio', { name, exact: true }).elementHandle()) as ElementHandle<HTMLInputElement>
    const both = [await radio('Il chiosco è aperto?', 'Sì'), await radio('Le luci sono accese?', 'No')]
    // In one breath: the page has drawn nothing between the two.
    await page.evaluate((radios) => {
      for (const one of radios) one.click()
    }, both)
    await expect(card(page, 'Il chiosco è aperto?').getByRole('radio', { name: 'Sì', exact: true })).toBeChecked()
    await expect(card(page, 'Le luci sono accese?').getByRole('radio', { name: 'No', exact: true })).toBeChecked()

    await expect(question.getByText('25 di 30')).toBeVisible()
    await expect(question.getByRole('button', { name: /^Apri Foto del chiosco, foto \d+$/ })).toHaveCount(25)
    // The last of them may still be on its way to the device, and the state says so: promised is what was confirmed.
    await expect(page.getByText('Salvataggio…')).toHaveCount(0)
    await tap(page, 'La cassa è chiusa?', 'Sì')
    await page.reload()
    await expect(card(page, 'Il chiosco è aperto?').getByRole('radio', { name: 'Sì', exact: true })).toBeChecked()
    await expect(card(page, 'Le luci sono accese?').getByRole('radio', { name: 'No', exact: true })).toBeChecked()
    await expect(card(page, 'La cassa è chiusa?').getByRole('radio', { name: 'Sì', exact: true })).toBeChecked()
    await expect(question.getByText('25 di 30')).toBeVisible()
    await expect(question.locator('img')).toHaveCount(25)
  } finally {
    const { rev } = await admin.get(`/inspection/model/${model}`)
    await admin.put(`/inspection/model/${model}`, { status: 'archived', rev })
  }
})
