import type { Page } from '@playwright/test'
import { api, startProxy, type Wire } from '../support/proxy.ts'
import { expect, signIn, test } from '../support/test.ts'

/** Names of the read caches of this browser, and how many answers each holds. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const held: Record<string, number> = {}
    for (const name of await caches.keys()) if (name.startsWith('reads-')) held[name] = (await (await caches.open(name)).keys()).length
    return held
  })
const firstRow = (page: Page) => page.getByRole('row').nth(1)
const failed = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Riprova' })

let proxy: Wire
test.beforeEach(async ({ baseURL }) => {
  proxy = await startProxy(baseURL!)
})
test.afterEach(() => proxy.down())
/** Signed in behind the proxy, with the service worker at work. */
async function enter(page: Page, name: string) {
  await page.goto(`${proxy.origin}/login`)
  await signIn(page, name)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}
const banks = (search: string) => `${proxy.origin}/stazioni/banche?search=${search}`

test('reads are answered by the network, else by the last copy: ten of them, of this person alone, none after signing out', async ({
  page,
}) => {
  await enter(page, 'contabilita')
  await page.goto(banks('banca'))
  await expect(firstRow(page)).toBeVisible()
  const shown = await firstRow(page).innerText()
  const [name] = Object.keys(await readCaches(page))
  expect(name).toMatch(/^reads-\d+$/)

  await test.step('a gateway that answers 502 is as good as no network', async () => {
    void proxy.fault(api('/banks'), { status: 502 })
    await page.reload()
    await expect(firstRow(page)).toHaveText(shown.replaceAll(/\s+/g, ' ').trim(), { useInnerText: true })
    await page.goto(banks('mai-vista'))
    await expect(failed(page)).toBeVisible()
  })
  await test.step('nor is a server that is down', async () => {
    await proxy.down()
    await page.goto(banks('banca'))
    await expect(firstRow(page)).toBeVisible()
    await proxy.up()
  })
  await test.step('the eleventh answer puts out the oldest', async () => {
    for (let turn = 0; turn < 11; turn++) {
      const answered = page.waitForResponse((response) => response.url().includes(`/banks?search=giro${turn}`))
      await page.goto(banks(`giro${turn}`))
      await answered
    }
    await expect.poll(() => readCaches(page)).toEqual({ [name!]: 10 })
  })
  await test.step('signing out leaves none', async () => {
    await page.getByRole('button', { name: 'Esci' }).click()
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
    expect(await readCaches(page)).toEqual({})
  })
  await test.step("whoever comes next never sees what another's cache would hold", async () => {
    await signIn(page, 'admin')
    await page.evaluate(async (other) => {
      const canary = {
        data: { data: [{ id: 1, name: 'CANARINO', cards: [], files: [], pos: 0 }], last_page: 1, total: 1, per_page: 15, current_page: 1 },
      }
      await (await caches.open(other)).put(
        '/api/v1/banks?search=segreta',
        new Response(JSON.stringify(canary), { headers: { 'x-request-id': '1' } }),
      )
    }, name!)
    await proxy.down()
    await page.goto(banks('segreta'))
    await expect(failed(page)).toBeVisible()
    await expect(page.getByText('CANARINO')).toHaveCount(0)
    await proxy.up()
  })
  await test.step('a refused session takes its copies with it', async () => {
    await page.goto(banks('banca'))
    await expect(firstRow(page)).toBeVisible()
    void proxy.fault(api(), { status: 401 })
    await page.goto(banks('popolare'))
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
    expect(await readCaches(page)).toEqual({})
  })
})
