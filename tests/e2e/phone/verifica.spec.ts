import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { hasPdfToText, words } from '../../pdf/pdf-text.ts'
import { apiAs } from '../support/api.ts'
import { rotatedPhoto } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'
import { answerAll, begin, close, prepared } from '../support/verifica.ts'

const isRed = ([r = 0, g = 0, b = 0]: Iterable<number>) => r > 160 && g < 90 && b < 90
const isBlue = ([r = 0, g = 0, b = 0]: Iterable<number>) => r < 80 && g < 110 && b > 140
/** Size of a picture in the page, and whether it is red above and blue below: upright, as `rotatedPhoto` was taken. */
async function upright(picture: Locator) {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const { above, below, size } = await picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!
    canvas.drawImage(image, 0, 0)
    const at = (x: number, y: number) => [...canvas.getImageData(x * width, y * height, 1, 1).data]
    return { above: [at(0.1, 0.1), at(0.9, 0.4)], below: [at(0.1, 0.6), at(0.9, 0.9)], size: [width, height] }
  })
  return { size, upright: above.every(isRed) && below.every(isBlue) }
}
/** The same of the largest blue thing on the pages of a PDF. */
async function uprightInPdf(file: string) {
  const pages = test.info().outputPath('page')
  execFileSync('pdftoppm', ['-png', '-r', '40', file, pages])
  const found = { area: 0, upright: false }
  for (const page of fs.readdirSync(test.info().outputDir).filter((name) => name.startsWith('page'))) {
    const { data, info } = await sharp(test.info().outputPath(page)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)
    const blue: [x: number, y: number][] = []
    for (let y = 0; y < info.height; y++) for (let x = 0; x < info.width; x++) if (isBlue(at(x, y))) blue.push([x, y])
    if (blue.length <= found.area) continue
    const [xs, top, bottom] = [blue.map(([x]) => x).sort((a, b) => a - b), blue[0]![1], blue.at(-1)![1]]
    const [middle, height] = [xs[xs.length >> 1]!, bottom - top + 1]
    const lies = xs.at(-1)! - xs[0]! > height
    found.area = blue.length
    found.upright = lies && isRed(at(middle, top - (height >> 1)))
  }
  return found.upright
}

test('a verifica from its start to its PDF, with a photo of 12 megapixels taken upright', async ({ page, signIn, baseURL }) => {
  // No browser of a test has apps to hand a file to.
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        Object.assign(window, { shared: `${files[0]!.name} ${files[0]!.type} ${(await files[0]!.text()).slice(0, 5)}` })
      },
    })
  })
  await signIn('ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV')
  await answerAll(page, await rotatedPhoto())
  await expect(page.getByText('Salvataggio…')).toHaveCount(0)
  await page.goto(`/verifiche/${uuid}?at=2`)
  const taken = page.getByRole('button', { name: 'Apri Foto del piazzale, foto 1' }).locator('img')
  expect(await upright(taken)).toEqual({ size: [240, 320], upright: true })
  await page.goBack()
  await expect(page.getByText('1 non conformità')).toBeVisible()
  await close(page)

  // Not before the server has it.
  await expect(page.getByText('Completata', { exact: true })).toBeVisible()
  const api = await apiAs(baseURL!, 'ispettore')
  const verifica = await api.get(`/inspection/${uuid}`)
  await page.getByRole('button', { name: 'Condividi' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared?: string }).shared))
    .toBe(`verifica_${verifica.id_year}_${verifica.id_number}.pdf application/pdf %PDF-`)
  expect(verifica.status).toBe('completed')
  expect(verifica.answers).toMatchObject({
    q_pulito: { v: 'si' },
    q_estintori: { v: 3 },
    q_cartelli: { v: 'usurato' },
    q_versamenti: { v: 'no', note: 'Gasolio nel pozzetto 2' },
    q_osservazioni: { v: 'Nulla da aggiungere' },
  })
  expect(verifica.signatures).toMatchObject({ inspector: { name: 'Ivan Ispettore' }, manager: { name: 'Gina Gestore' } })

  await page.goto(`/verifiche/${verifica.id_year}-${verifica.id_number}`)
  await expect(page.getByText('Gasolio nel pozzetto 2').first()).toBeVisible()
  await page.getByRole('button', { name: 'Apri tutte le sezioni' }).click()
  await expect(page.getByText('3 pz')).toBeVisible()
  expect(await upright(taken)).toEqual({ size: [1920, 2560], upright: true })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(`verifica_${verifica.id_year}_${verifica.id_number}.pdf`)
  const file = await download.path()
  const pdf = fs.readFileSync(file)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText('Export effettuato.')).toBeVisible()
  test.info().annotations.push({
    type: 'pdf',
    description: hasPdfToText ? 'words and picture read with poppler' : 'poppler is missing: only the file is checked',
  })
  if (!hasPdfToText) return
  expect(await uprightInPdf(file)).toBe(true)
  const text = words(pdf)
  for (const said of [
    'Controllo breve',
    'Il pozzetto è libero da versamenti?',
    'Gasolio nel pozzetto 2',
    'Gina Gestore',
    'Ivan Ispettore',
    'Usurato',
  ])
    expect(text).toContain(said)
})
