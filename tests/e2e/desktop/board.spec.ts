import type { Locator, Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { enterAs, expect, screenTest as test } from '../support/test.ts'

/** With a mouse: pressed on the one, let go over the other. */
async function drag(page: Page, from: Locator, to: Locator) {
  await from.scrollIntoViewIfNeeded()
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(a.x + 12, a.y + a.height - 6)
  await page.mouse.down()
  await page.mouse.move(a.x + 30, a.y + a.height - 6, { steps: 3 })
  await page.mouse.move(b.x + b.width / 2, Math.max(b.y, 0) + 40, { steps: 5 })
}

test('a card of the board goes with the mouse where its menu would take it, asks what the menu asks, and nowhere else', async ({
  page,
  baseURL,
}) => {
  const helpdesk = await apiAs(baseURL!, 'helpdesk')
  const { categories } = await helpdesk.get('/support/ticket/info')
  const { id: category_id } = categories.find((one: { requires_station: boolean }) => !one.requires_station)
  const subject = `Lavagna ${Date.now()}`
  const { id_year, id_number } = await helpdesk.post('/support/ticket', { category_id, subject, description: 'Da spostare.' })
  const state = async () => (await helpdesk.get(`/support/ticket/${id_year}/${id_number}`)).status.id
  await enterAs(page, 'helpdesk')
  await page.goto(`/tickets?scheda=lavagna&search=${encodeURIComponent(subject)}`)
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: subject })

  // To wait is of what is worked at.
  await drag(page, card('Aperto'), column('In attesa'))
  await expect(column('In attesa')).toHaveAttribute('data-takes', 'false')
  await page.mouse.up()
  await expect(page.getByText('Passaggio di stato non consentito: da "Aperto" a "In attesa".')).toBeVisible()
  expect(await state()).toBe(1)

  // Put back: nothing happens, and nothing is opened.
  await drag(page, card('Aperto'), column('In lavorazione'))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(card('Aperto')).toBeVisible()
  expect([await state(), new URL(page.url()).pathname]).toEqual([1, '/tickets'])

  await drag(page, card('Aperto'), column('In lavorazione'))
  await expect(column('In lavorazione')).toHaveAttribute('data-takes', 'true')
  await page.mouse.up()
  await expect(card('In lavorazione')).toBeVisible()
  expect(await state()).toBe(3)

  await drag(page, card('In lavorazione'), column('In attesa'))
  await page.mouse.up()
  await page.getByRole('dialog').getByRole('button', { name: 'In attesa: ditta esterna' }).click()
  await expect(card('In attesa')).toBeVisible()
  expect(await state()).toBe(4)
  // A press without a movement is still a click.
  await card('In attesa').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/tickets/${id_year}/${id_number}$`))
})
