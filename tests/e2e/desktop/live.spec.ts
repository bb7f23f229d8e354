import { apiAs } from '../support/api.ts'
import { enterAs, expect, screenTest as test, watchFaults } from '../support/test.ts'

test('two people at one ticket: each sees that the other is there and writes, in the list too, and what is said without a reload', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await apiAs(baseURL!, 'admin')
  const categories = await admin.get('/support/t/category?is_paginated=0')
  const { id: category_id } = categories.find((one: { requires_station: boolean }) => !one.requires_station)
  const subject = `Dal vivo ${Date.now()}`
  const { id_year, id_number } = await admin.post('/support/ticket', { category_id, subject, description: 'Chi guarda e chi scrive.' })
  const at = `/tickets/${id_year}/${id_number}`
  const [{ name }] = (await admin.get('/users?search=helpdesk@demo.example.it')).data

  await enterAs(page, 'admin')
  await page.goto('/tickets?sort=-number')
  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row).toBeVisible()
  await expect(page.getByText('Aggiornato dal vivo')).toBeVisible()

  const context = await browser.newContext({ baseURL: baseURL!, locale: 'it-IT', viewport: { width: 1280, height: 800 } })
  const other = await context.newPage()
  const faults = watchFaults(other)
  await enterAs(other, 'helpdesk')
  await other.goto(at)
  await expect(row.getByTitle(`${name} sta guardando questo ticket`)).toBeVisible()

  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`${at}$`))
  await expect(page.getByText(`${name} sta guardando questo ticket`)).toBeVisible()
  const loaded = await page.evaluate(() => performance.timeOrigin)

  const box = other.getByRole('textbox', { name: 'Risposta' })
  await box.pressSequentially('Arrivo tra un’ora', { delay: 30 })
  await expect(page.getByText(`${name} sta scrivendo…`)).toBeVisible()
  // By the keyboard: what comes above may move it.
  await other.getByRole('button', { name: 'Invia', exact: true }).press('Enter')
  // For ten seconds it may be taken back.
  await expect(page.getByRole('list', { name: 'Conversazione' }).getByText('Arrivo tra un’ora')).toBeVisible({ timeout: 20_000 })
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)

  await context.close()
  await expect(page.getByText(`${name} sta guardando questo ticket`)).toHaveCount(0, { timeout: 60_000 })
  expect(faults).toEqual([])
})
