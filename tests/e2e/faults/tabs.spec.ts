import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { api } from '../support/proxy.ts'
import { begin, next, saved } from '../support/verifica.ts'
import { expect, test } from './field.ts'
import { note, picture, remarks } from './gestures.ts'
import { arrived, held, nothingWaits } from './oracle.ts'

for (const count of [2, 5])
  test(`${count} tabs want to send the same queue: each thing goes over the wire once`, async ({ field }) => {
    const { home, proxy, device } = field
    await proxy.down()
    const told = []
    for (let at = 0; at < 3; at++) told.push({ uuid: await note(device.page, home, `Verifica ${at}`), text: `Verifica ${at}` })
    await picture(device.page, home, told[0]!.uuid)
    const tabs: Page[] = [device.page]
    while (tabs.length < count) tabs.push(await device.context.newPage())
    for (const tab of tabs) {
      await tab.goto(`${home}/invii`)
      await expect(tab.getByRole('button', { name: 'Invia adesso' })).toBeVisible()
    }
    const waiting = await held(device.page, 'items')
    const before = proxy.seen.length
    await proxy.up()
    await Promise.all(tabs.map((tab) => tab.evaluate(() => void dispatchEvent(new Event('online')))))
    for (const tab of tabs) await nothingWaits(tab)
    const writes = proxy.seen.slice(before).filter((line) => /^(POST|PUT) \/api\/v1\/inspection/.test(line))
    expect(writes).toHaveLength(waiting.length + 1)
    await arrived(field, [{ ...told[0]!, photos: 1 }, ...told.slice(1)])
  })

test('the tab that sends is frozen: another takes over, and what the frozen one hears later changes nothing', async ({ field }) => {
  const { home, proxy, device } = field
  await proxy.down()
  const uuid = await note(device.page, home, 'Congelata')
  await proxy.up()
  const frozen = device.page
  const stuck = proxy.hold(api('/inspection/', 'PUT'))
  await frozen.goto(`${home}/invii`)
  await stuck.arrived
  const session = await device.context.newCDPSession(frozen)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })

  const other = await device.context.newPage()
  device.page = other
  await other.clock.install()
  await other.goto(`${home}/invii`)
  await expect(other.getByRole('button', { name: 'Invia adesso' })).toBeVisible()
  // Half a minute without a sign of life of the frozen one, of the clock of this tab.
  await expect(async () => {
    await other.clock.runFor(10_000)
    await expect(other.getByText('Niente in attesa')).toBeVisible({ timeout: 500 })
  }).toPass()
  stuck.release()
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await nothingWaits(frozen)
  await arrived(field, [{ uuid, text: 'Congelata' }])
})

test('what is typed in one tab and queued by another, which was just opened, is sent once', async ({ field }) => {
  const { home, device, engine } = field
  const { page } = device
  await page.goto(`${home}/verifiche`)
  const uuid = await begin(page, 'PV0')
  for (let step = 0; step < 5; step++) await next(page)
  await remarks(page).fill('Scritto qui')
  await saved(page)
  const other = await device.context.newPage()
  await other.goto(`${home}/invii`)
  const admin = await apiAs(engine.origin, 'admin')
  const there = async () => (await admin.get(`/inspection/${uuid}`).catch(() => undefined))?.answers.q_osservazioni?.v
  await expect.poll(there).toBe('Scritto qui')
  const list = page.getByRole('heading', { name: 'Verifiche', level: 1 })
  for (let back = 0; back < 8 && !(await list.isVisible()); back++) await page.goBack()
  await arrived(field, [{ uuid, text: 'Scritto qui' }])
  const { id } = await admin.get(`/inspection/${uuid}`)
  expect((await admin.get(`/models/history?model=inspection&model_id=${id}`)).total).toBe(2)
})
