import { expect, type Locator, type Page } from '@playwright/test'
import { SMALL } from './models.ts'
import { asFile } from './pictures.ts'

/** The gestures of an inspector on a phone. */
export const card = (page: Page, question: string) => page.getByRole('article', { name: question })
export const next = (page: Page) => page.getByRole('button', { name: 'Avanti', exact: true }).click()

/** Waits until models and stations are on the device. `home`: the origin, for a page without a base. */
export async function prepared(page: Page, home = '') {
  await page.goto(`${home}/verifiche`)
  // Where workers are kept out the app itself is never stored, and the row says so before it tells of the data.
  const ready = page.getByText(/aggiornati al \d/)
  const connected = page.getByTitle('Connessione e invii')
  // At a desk the office finds it under the state of the connection.
  await expect(ready.or(connected).first()).toBeVisible()
  if (await connected.isVisible()) await connected.click()
  await expect(ready.first()).toBeVisible()
  if (!(await connected.isVisible())) return
  await page.keyboard.press('Escape')
  await expect(connected).toBeFocused()
}
/** "Nuova verifica" on the first station found; gives the UUID of the verifica. */
export async function begin(page: Page, search: string, model = SMALL.name): Promise<string> {
  await page.getByRole('button', { name: 'Nuova verifica' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: model }).click()
  await dialog.getByRole('textbox', { name: 'Punto vendita' }).fill(search)
  const found = dialog.getByRole('button', { name: search })
  await found.first().click()
  await page.waitForURL(/\/verifiche\/[0-9a-f-]{36}/)
  await expect(dialog).toHaveCount(0)
  return /[0-9a-f-]{36}/.exec(page.url())![0]
}
/** A tap on one of the big answers; it may lead on at once to the next question. What moves while a slow page is drawn can take a tap away: a person taps again. */
export async function tap(page: Page, question: string, answer: string) {
  const radio = card(page, question).getByRole('radio', { name: answer, exact: true })
  await radio.click({ force: true })
  await expect
    .poll(async () => {
      const taken = await radio.evaluateAll((all) => all.every((one) => (one as HTMLInputElement).checked))
      if (!taken) await radio.click({ force: true, timeout: 2_000 }).catch(() => undefined)
      return taken
    })
    .toBe(true)
}
/** The last change is safe on the device, wherever else it is by now: only "Salvataggio…" says that it is not yet. */
export const saved = (page: Page, timeout = 10_000) =>
  expect(page.getByText(/^(Salvato sul dispositivo|In attesa di invio|Invio in corso|Inviato)$/).first()).toBeVisible({ timeout })
/** From the gallery: what a person who took the picture before does. */
export async function attach(page: Page, question: string, name: string, bytes: Buffer) {
  await card(page, question).locator('input[type=file][multiple]').setInputFiles(asFile(name, bytes))
  await expect(card(page, question).getByRole('button', { name: `Apri ${question}, foto 1` })).toBeVisible()
}
/** Answers the small model from its first question to the closing page, with one non-conformity and its note. A choice that needs nothing more goes on by itself. */
export async function answerAll(page: Page, picture: Buffer) {
  await tap(page, 'Il piazzale è pulito?', 'Sì')
  await page.getByRole('textbox', { name: 'Quanti estintori ci sono?' }).fill('3')
  await next(page)
  await attach(page, 'Foto del piazzale', 'piazzale.jpg', picture)
  await next(page)
  await page.getByRole('radio', { name: 'Usurato' }).click()
  const spill = 'Il pozzetto è libero da versamenti?'
  await tap(page, spill, 'No')
  await card(page, spill).getByRole('textbox', { name: 'Nota' }).fill('Gasolio nel pozzetto 2')
  await next(page)
  await page.getByRole('textbox', { name: 'Osservazioni' }).fill('Nulla da aggiungere')
  await page.getByRole('button', { name: 'Riepilogo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Riepilogo' })).toBeVisible()
}
/** Signs by hand, on the whole screen, in the field of that name. */
export async function sign(page: Page, label: string, name: string) {
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: label }) })
  await section.getByRole('textbox', { name: 'Nome del firmatario' }).fill(name)
  await section.getByRole('button', { name: 'Firma', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: label })
  await draw(page, sheet.getByRole('img', { name: `${label}: area in cui firmare` }))
  await sheet.getByRole('button', { name: 'Conferma firma' }).click()
  await expect(section.getByText(`Firmato da ${name}`)).toBeVisible()
}
/** A wave across the sheet, held down. */
async function draw(page: Page, sheet: Locator) {
  await sheet.scrollIntoViewIfNeeded()
  const box = (await sheet.boundingBox())!
  const at = (share: number, height: number) => [box.x + box.width * share, box.y + box.height * height] as const
  await page.mouse.move(...at(0.1, 0.5))
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) await page.mouse.move(...at(0.1 + step * 0.1, step % 2 ? 0.25 : 0.75), { steps: 3 })
  await page.mouse.up()
}
/** Both signatures, who was there, and the confirmation. */
export async function close(page: Page) {
  await page.getByRole('textbox', { name: 'Presente per il punto vendita' }).fill('Gina Gestore')
  await sign(page, 'Firma dell’ispettore', 'Ivan Ispettore')
  await sign(page, 'Firma del gestore', 'Gina Gestore')
  await page.getByRole('button', { name: 'Completa', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Completa' }).click()
}
