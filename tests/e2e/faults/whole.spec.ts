import { apiAs } from '../support/api.ts'
import { openedDump } from '../support/dump.ts'
import { expect, test } from './field.ts'

test.use({ person: 'admin' })

test('without a network an order is confirmed and a communication acknowledged, the browser is killed: each arrives once', async ({
  field,
}) => {
  test.slow()
  const { home, proxy, device } = field
  const api = await apiAs(home, 'admin')
  const station = (await api.get('/stations')).data[0]
  const sent = await (await apiAs(home, 'messaggi')).post('/communications-ctrl', {
    ...{ subject: 'Procedura di carico', body: '<p>Da lunedì.</p>', roles: ['superAdmin'] },
  })
  const orders = async () => ((await api.get(`/ecommerce/order?station_id=${station.id}`)).data as unknown[]).length
  const before = await orders()
  let page = device.page
  const pinned = (name: string) => page.getByRole('link', { name })
  await page.goto(`${home}/comunicazioni/${sent.id}?type=2`)
  await expect(page.getByRole('button', { name: 'Ho preso visione' })).toBeVisible()
  // What was read is on the device a second later.
  await expect.poll(async () => (await openedDump(page)).localStorage).toContain('Procedura di carico')
  await page.goto(`${home}/dashboard`)
  await expect(pinned('Leggi e conferma').first()).toBeVisible()
  const shop = `${home}/intracommerce/ordine?pv=${station.id}`
  await page.goto(shop)
  await page
    .getByRole('button', { name: /^Aggiungi (?!.* ai preferiti$)/ })
    .first()
    .click()
  // The last that the server gave: an older token would be taken for a stolen one.
  const cookies = await device.context.cookies()
  await proxy.down()
  await page.getByRole('button', { name: /^Carrello/ }).click()
  await page.getByRole('button', { name: 'Conferma', exact: true }).dblclick({ delay: 0 })
  await expect(page.getByText('In attesa di invio')).toHaveCount(1)
  await page.goto(`${home}/comunicazioni/${sent.id}?type=2`)
  await page.getByRole('button', { name: 'Ho preso visione' }).dblclick({ delay: 0 })
  await expect(page.getByText(/^Conferma da inviare/)).toBeVisible()

  page = await field.revive(cookies)
  await page.goto(`${home}/invii`)
  await expect(page.getByText('Procedura di carico')).toBeVisible()
  await page.goto(shop)
  await expect(page.getByText('In attesa di invio')).toHaveCount(1)
  await proxy.up()
  await expect.poll(orders, { timeout: 90_000 }).toBe(before + 1)
  await expect(page.getByText('In attesa di invio')).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(async () => (await api.get(`/communications-ctrl/${sent.id}`)).mine.ack_at, { timeout: 90_000 }).not.toBeNull()
  await page.goto(`${home}/dashboard`)
  await expect(
    page
      .getByRole('heading', { name: 'Comunicazioni' })
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  await expect(pinned('Conferma da inviare')).toHaveCount(0)
})
