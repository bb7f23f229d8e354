import type { Locator } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { asFile, photo } from '../support/pictures.ts'
import { expect, screenTest as test } from '../support/test.ts'
import { attach, begin, card, prepared } from '../support/verifica.ts'

/** How many pixels of a picture in the page are of the red of the marks. */
const redPixels = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!
    canvas.drawImage(image, 0, 0)
    const { data } = canvas.getImageData(0, 0, width, height)
    let red = 0
    for (let at = 0; at < data.length; at += 4) if (data[at]! > 180 && data[at + 1]! < 80 && data[at + 2]! < 80) red++
    return red
  })
/** How many pixels of a sheet have ink. */
const ink = (sheet: Locator) =>
  sheet.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, at) => at % 4 === 3 && value > 128).length / (canvas.width * canvas.height)
  })
const width = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

test('marks on a photo stay on it; a signature wants a whole stroke, and neither turning the phone nor closing takes anything of it away', async ({
  page,
  signIn,
}) => {
  const stroke = async (sheet: Locator, ...points: [number, number][]) => {
    await sheet.scrollIntoViewIfNeeded()
    const box = (await sheet.boundingBox())!
    for (const [n, [x, y]] of points.entries()) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 4 })
      if (n === 0) await page.mouse.down()
    }
    await page.mouse.up()
  }
  await signIn('ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV012')

  await test.step('a photo is marked', async () => {
    await page.goto(`/verifiche/${uuid}?at=2`)
    const question = card(page, 'Foto del piazzale')
    await attach(page, 'Foto del piazzale', 'piazzale.jpg', await photo(60))
    const taken = question.getByRole('button', { name: 'Apri Foto del piazzale, foto 1' })
    expect(await redPixels(taken.locator('img'))).toBeLessThan(50)
    await taken.click()
    await page.getByRole('button', { name: 'Disegna' }).click()
    const sheet = page.getByRole('img', { name: /^Foto con \d segn[io]$/ })
    const save = page.getByRole('button', { name: 'Salva', exact: true })
    await expect(save).toBeDisabled()
    // The whole screen, however it is held: photo and buttons are in sight at once.
    const upright = page.viewportSize()!
    for (const size of [{ width: upright.height, height: upright.width }, upright]) {
      await page.setViewportSize(size)
      await expect(save).toBeInViewport({ ratio: 1 })
      await expect(sheet).toBeInViewport({ ratio: 1 })
    }
    await stroke(sheet, [0.2, 0.3], [0.8, 0.3], [0.8, 0.7])
    await expect(page.getByRole('img', { name: 'Foto con 1 segno' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Chiudere senza salvare?' }).getByRole('button', { name: 'Annulla' }).click()
    await expect(page.getByRole('img', { name: 'Foto con 1 segno' })).toBeVisible()
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(sheet).toHaveCount(0)
    await expect.poll(() => redPixels(taken.locator('img'))).toBeGreaterThan(1_000)
    await expect(question.getByText('1 di 10')).toBeVisible()
    await expect(page.getByText('Salvataggio…')).toHaveCount(0)
    await page.reload()
    await expect.poll(() => redPixels(taken.locator('img'))).toBeGreaterThan(1_000)
  })

  await test.step('the inspector signs', async () => {
    await page.goto(`/verifiche/${uuid}?view=summary`)
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Firma dell’ispettore' }) })
    await expect(section.getByRole('textbox', { name: 'Nome del firmatario' })).toHaveValue('Ivan Ispettore')
    const open = section.getByRole('button', { name: 'Firma', exact: true })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Firma dell’ispettore' })
    const sheet = dialog.getByRole('img', { name: /area in cui firmare$/ })
    const sign = dialog.getByRole('button', { name: 'Conferma firma' })
    await sign.click()
    await expect(dialog.getByText('Firmare nel riquadro, poi confermare.')).toBeVisible()
    await expect(dialog.getByRole('button')).toHaveText(['', 'Cancella', 'Conferma firma'])
    await stroke(sheet, [0.5, 0.5], [0.52, 0.5])
    await expect(dialog.getByText('La firma è troppo breve: firmare per esteso.')).toBeVisible()
    await sign.click()
    await expect(dialog.getByText('La firma è troppo breve: firmare per esteso.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancella' }).click()
    await expect.poll(() => ink(sheet)).toBe(0)
    await stroke(sheet, [0.1, 0.3], [0.4, 0.7], [0.6, 0.3], [0.9, 0.7])
    const drawn = await ink(sheet)
    expect(drawn).toBeGreaterThan(0)
    const same = async () => Math.abs((await ink(sheet)) / drawn - 1)
    const upright = page.viewportSize()!
    await page.setViewportSize({ width: upright.height, height: upright.width })
    // The whole of it is in sight, smaller: the width of the screen is the sheet's.
    await expect.poll(async () => (await sheet.boundingBox())!.width).toBeGreaterThan(upright.height * 0.9)
    await expect.poll(() => ink(sheet)).toBeGreaterThan(0)
    expect((await sign.boundingBox())!.y).toBeLessThan(upright.width - 40)
    await page.setViewportSize(upright)
    await expect.poll(same).toBeLessThan(0.1)

    await page.keyboard.press('Escape')
    await expect(section.getByText('La firma è disegnata ma non confermata.')).toBeVisible()
    await expect(page.getByText('Salvataggio…')).toHaveCount(0)
    await page.reload()
    await open.click()
    await expect.poll(same).toBeLessThan(0.1)
    await sign.click()
    await expect(dialog).toHaveCount(0)
    await expect(section.getByText('Firmato da Ivan Ispettore')).toBeVisible()
    await expect.poll(() => width(section.getByRole('img', { name: 'Firma di Ivan Ispettore' }))).toBe(900)
    await expect(section.getByRole('button', { name: 'Firma di nuovo' })).toBeVisible()
  })
})

test('three thumbnails stand in a row; a note grows to six rows, then it scrolls; the ring holds "100,0"', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn('ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV013')
  await page.goto(`/verifiche/${uuid}?at=2`)
  const question = card(page, 'Foto del piazzale')
  const pictures = await Promise.all([40, 80, 120, 160].map((tone) => photo(tone, 640, 480)))
  await question.locator('input[multiple]').setInputFiles(pictures.map((bytes, at) => asFile(`foto-${at}.jpg`, bytes)))
  const thumbs = question.getByRole('button', { name: /^Apri Foto del piazzale, foto \d$/ })
  await expect(thumbs).toHaveCount(4)
  const boxes = await thumbs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
  expect(new Set(boxes.slice(0, 3).map(({ top }) => Math.round(top))).size).toBe(1)
  expect(boxes[3]!.top).toBeGreaterThan(boxes[0]!.bottom)
  expect(boxes[2]!.right).toBeLessThanOrEqual(page.viewportSize()!.width)

  await page.goto(`/verifiche/${uuid}?at=5`)
  const note = page.getByRole('textbox', { name: 'Osservazioni' })
  const tall = async (lines: number) => {
    await note.fill(Array.from({ length: lines }, (_, at) => `riga ${at + 1}`).join('\n'))
    return note.evaluate((one: HTMLTextAreaElement) => ({ height: one.clientHeight, scrolls: one.scrollHeight > one.clientHeight + 1 }))
  }
  const [one, six, twelve] = [await tall(1), await tall(6), await tall(12)]
  expect([one.scrolls, six.scrolls, twelve.scrolls]).toEqual([false, false, true])
  expect(six.height).toBeGreaterThan(one.height)
  expect(twelve.height).toBeLessThanOrEqual(six.height + 1)

  const done = (await (await apiAs(baseURL!, 'ispettore')).get('/inspection?status=completed')).data[0]
  await page.goto(`/verifiche/${done.id}`)
  const corners = await page
    .locator('figure svg text')
    .first()
    .evaluate((text: SVGTextElement) => {
      text.textContent = '100,0'
      const { x, y, width, height } = text.getBBox()
      // The letters are measured, not their line: a figure is at most three quarters of the line's height.
      return Math.hypot(Math.max(50 - x, x + width - 50), (height * 0.75) / 2 + Math.abs(y + height / 2 - 50))
    })
  expect(corners).toBeLessThan(37.5)
})
