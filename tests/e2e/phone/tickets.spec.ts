import { apiAs } from '../support/api.ts'
import { asFile, photo } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'

/** One that the gestore has opened. */
async function opened(origin: string, subject: string) {
  const gina = await apiAs(origin, 'gestore')
  const station = (await gina.get('/stations')).data[0].id
  const { categories } = await gina.get('/support/ticket/info')
  const made = await gina.post('/support/ticket', {
    category_id: categories[0].id,
    station_id: station,
    subject,
    description: 'La pompa tre perde gasolio.',
  })
  return `/tickets/${made.id_year}/${made.id_number}`
}

test('in the hand the answer stands at the foot of the conversation, a note cannot be taken for it, and a photo goes along', async ({
  page,
  signIn,
  baseURL,
}) => {
  const subject = `Prova in mano ${Date.now()}`
  const at = await opened(baseURL!, subject)
  await signIn('helpdesk')
  await page.goto(at)
  const composer = page.getByRole('region', { name: /^Nuova (risposta|nota interna)$/ })
  await expect(composer).toBeVisible()
  // On the edge of the window, whatever stands above it.
  const { height } = page.viewportSize()!
  const foot = async () => {
    const box = (await composer.boundingBox())!
    return Math.round(height - box.y - box.height)
  }
  expect(Math.abs(await foot())).toBeLessThanOrEqual(1)
  const ground = () => composer.evaluate((element) => getComputedStyle(element).backgroundColor)
  const plain = await ground()
  await page.getByText('Nota interna', { exact: true }).click()
  expect(await ground()).not.toBe(plain)
  await page.getByRole('textbox', { name: 'Nota interna' }).fill('Solo tra noi')
  await page.getByText('Nota interna', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('button', { name: 'Salva nota' }).click()
  await expect(page.getByRole('article', { name: /^Nota interna di Elio/ })).toBeVisible()
  // What follows a note is a note until that is chosen otherwise.
  await page.getByText('Nota interna', { exact: true }).last().click()
  await page.locator('input[type=file][multiple]').setInputFiles(asFile('pompa.jpg', await photo()))
  await page.getByRole('textbox', { name: 'Risposta' }).fill('Ecco la foto')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByRole('button', { name: 'Apri pompa.jpg' })).toBeVisible()
  await page.getByRole('tab', { name: 'Dettagli' }).click()
  await expect(page.getByRole('heading', { name: 'Scadenza SLA' })).toBeVisible()
  await expect(composer).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a manager opens a ticket at the station, and never reads what agents say among themselves', async ({ page, signIn, baseURL }) => {
  const at = await opened(baseURL!, `Riservato ${Date.now()}`)
  const helpdesk = await apiAs(baseURL!, 'helpdesk')
  await helpdesk.post(`/support/ticket${at.replace('/tickets', '')}/comment`, { message: 'Che nessuno lo legga', internal: true })
  await signIn('gestore')
  await page.goto('/stazioni/1')
  await page.getByRole('link', { name: 'Apri ticket' }).click()
  await expect(page.getByRole('combobox', { name: /Punto vendita/ })).toHaveValue(/^PV001/)
  await page.goto(at)
  await expect(page.getByText('La pompa tre perde gasolio.')).toBeVisible()
  await expect(page.getByText('Che nessuno lo legga')).toHaveCount(0)
})
