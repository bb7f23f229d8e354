import type { Page } from '@playwright/test'
import { api, startProxy, type Wire } from '../support/proxy.ts'
import { expect, leave, signIn, test } from '../support/test.ts'

/** Names of the read caches of this browser, and how many answers each holds. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const held: Record<string, number> = {}
    for (const name of await caches.keys()) if (name.startsWith('reads-')) held[name] = (await (await caches.open(name)).keys()).length
    return held
  })
/** The users whose answers the cache holds. */
const addresses = (page: Page) =>
  page.evaluate(async () => {
    const held = (await caches.keys()).filter((name) => name.startsWith('reads-'))
    const requests = await Promise.all(held.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
const firstRow = (page: Page) => page.getByRole('row').nth(1)
const copyNote = (page: Page) => page.getByText('Il server non risponde: dati del')
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
const list = (search: string) => `${proxy.origin}/verifiche?search=${search}`

test('what is not on the list of what may stay leaves no copy; nor does an answer that comes after the sign-out', async ({ page }) => {
  await enter(page, 'contabilita')
  await page.goto(`${proxy.origin}/stazioni/banche`)
  await expect(firstRow(page)).toBeVisible()
  expect((await addresses(page)).filter((address) => !address.includes('/counters/'))).toEqual([])
  await leave(page)
  await signIn(page, 'ispettore')
  const read = (name: string, user: string) =>
    page.evaluate(
      ([name, user]) => fetch(`/api/v1/health?${name}`, { headers: { 'x-cache-user': user! } }).then(({ status }) => status),
      [name, user],
    )
  const { arrived, release } = proxy.hold(api('/health?late'))
  const late = read('late', '998')
  await arrived
  await leave(page)
  release()
  expect(await late).toBe(200)
  await read('after', '999')
  await expect.poll(() => readCaches(page)).toEqual({ 'reads-999': 1 })
})

test('reads are answered by the network, else by the last copy: ten of them, of this person alone, none after signing out', async ({
  page,
}) => {
  await enter(page, 'ispettore')
  await page.goto(list('PV0'))
  await expect(firstRow(page)).toBeVisible()
  const shown = await firstRow(page).innerText()
  const [name] = Object.keys(await readCaches(page))
  expect(name).toMatch(/^reads-\d+$/)

  await test.step('a gateway that answers 502 is as good as no network', async () => {
    void proxy.fault(api('/inspection?'), { status: 502 })
    await page.reload()
    await expect(firstRow(page)).toHaveText(shown.replaceAll(/\s+/g, ' ').trim(), { useInnerText: true })
    await page.goto(list('mai-vista'))
    await expect(failed(page)).toBeVisible()
  })
  await test.step('nor is a server that is down', async () => {
    await proxy.down()
    await page.goto(list('PV0'))
    await expect(firstRow(page)).toBeVisible()
    await expect(copyNote(page)).toHaveText(/dati del \d\d\/\d\d\/\d{4} \d\d:\d\d, tenuti sul dispositivo/)
    await expect(page.getByText('server non raggiungibile', { exact: false }).first()).toBeAttached()
    await proxy.up()
  })
  await test.step('nor is a line that takes the question and says nothing; the answer that comes at last takes the note away', async () => {
    const { arrived, release } = proxy.hold(api('/inspection?search=PV0'))
    await page.goto(list('PV0'))
    await arrived
    await expect(firstRow(page)).toBeVisible()
    await expect(copyNote(page)).toBeVisible()
    release()
    await page.reload()
    await expect(firstRow(page)).toBeVisible()
    await expect(copyNote(page)).toHaveCount(0)
  })
  await test.step('the eleventh answer puts out the oldest', async () => {
    for (let turn = 0; turn < 11; turn++) {
      const answered = page.waitForResponse((response) => response.url().includes(`/inspection?search=giro${turn}`))
      await page.goto(list(`giro${turn}`))
      await answered
    }
    await expect.poll(() => readCaches(page)).toEqual({ [name!]: 10 })
  })
  await test.step('signing out leaves none', async () => {
    await leave(page)
    await expect.poll(() => readCaches(page)).toEqual({})
  })
  await test.step("whoever comes next never sees what another's cache would hold", async () => {
    await signIn(page, 'admin')
    await page.evaluate(async (other) => {
      const canary = {
        data: { data: [{ id: 1, model_name: 'CANARINO', station: {} }], last_page: 1, total: 1, per_page: 15, current_page: 1 },
      }
      await (await caches.open(other)).put(
        '/api/v1/inspection?search=segreta',
        new Response(JSON.stringify(canary), { headers: { 'x-request-id': '1' } }),
      )
    }, name!)
    await proxy.down()
    await page.goto(list('segreta'))
    await expect(failed(page)).toBeVisible()
    await expect(page.getByText('CANARINO')).toHaveCount(0)
    await proxy.up()
  })
  await test.step('a refused session takes its copies with it', async () => {
    await page.goto(list('PV0'))
    await expect(firstRow(page)).toBeVisible()
    void proxy.fault(api(), { status: 401 })
    await page.goto(list('PV1'))
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
    await expect.poll(() => readCaches(page)).toEqual({})
  })
})
