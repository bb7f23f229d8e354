import { apiAs } from '../support/api.ts'
import { expect, screenTest as test } from '../support/test.ts'

/** One that the gestore has opened. */
async function opened(origin: string, subject: string) {
  const gina = await apiAs(origin, 'gestore')
  const station = (await gina.get('/stations')).data[0].id
  const { categories } = await gina.get('/support/ticket/info')
  const made = await gina.post('/support/ticket', {
    category_id: categories[0].id,
    station_id: station,
    subject,
    description: `La pompa tre perde gasolio.${'\nDa ieri.'.repeat(60)}`,
  })
  return `/tickets/${made.id_year}/${made.id_number}`
}

test('a manager opens a ticket at the station, and never reads what agents say among themselves', async ({ page, signIn, baseURL }) => {
  const at = await opened(baseURL!, `Riservato ${Date.now()}`)
  const helpdesk = await apiAs(baseURL!, 'helpdesk')
  await helpdesk.post(`/support/ticket${at.replace('/tickets', '')}/comment`, { message: 'Che nessuno lo legga', internal: true })
  await signIn('gestore')
  await page.goto('/stazioni/1')
  await page.getByRole('link', { name: 'Apri ticket' }).click()
  await expect(page.getByRole('combobox', { name: /Punto vendita/ })).toHaveValue(/^PV001/)
  await page.goto(at)
  await expect(page.getByText(/^La pompa tre perde gasolio\./)).toBeVisible()
  await expect(page.getByText('Che nessuno lo legga')).toHaveCount(0)
})
