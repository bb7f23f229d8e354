import { apiAs } from '../support/api.ts'
import { settled } from '../support/screens.ts'
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

test('four tickets stand on the first screen of a phone, below one row of buttons', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('helpdesk')
  await page.goto('/tickets')
  const cards = page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem')
  await expect(cards.nth(3)).toBeVisible()
  const bar = (await page
    .getByRole('link', { name: 'Nuovo ticket' })
    .or(page.getByRole('button', { name: 'Nuovo ticket' }))
    .boundingBox())!
  // Of the fourth the states are read: a title of two lines may push the last one away.
  const fourth = (await cards.nth(3).locator('dl').nth(1).boundingBox())!
  expect(fourth.y + fourth.height).toBeLessThan(bar.y)
  const [views, more] = [page.getByRole('button', { name: /^Viste/ }), page.getByRole('button', { name: 'Altro', exact: true })]
  expect((await views.boundingBox())!.y).toBe((await more.boundingBox())!.y)
})

const LISTS = [
  '/tickets',
  '/scadenze',
  '/stazioni',
  '/verifiche',
  '/intracommerce/ordini',
  '/intracommerce/articoli',
  '/carte',
  '/competitors',
]
test('above a list stands one row of buttons, on the smallest screen too', async ({ page, signIn }) => {
  await signIn('admin')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of LISTS) {
      await page.goto(path)
      await settled(page)
      await page.getByRole('searchbox').first().waitFor()
      // At once: a banner that comes moves all of them.
      const rows = () =>
        page.evaluate(() => {
          const bar = document.querySelector('[aria-label=Viste]')!.parentElement!
          const boxes = [...bar.children].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
          return new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size
        })
      await expect.poll(rows, `${path} at ${width}`).toBe(1)
    }
  }
})
