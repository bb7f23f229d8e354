import sharp from 'sharp'
import { firstReads } from '../../../src/lib/early-read.ts'
import { startProxy } from '../support/proxy.ts'
import { expect, go, signIn, test } from '../support/test.ts'

test('the app can be installed: manifest, icons, service worker', async ({ page, baseURL }) => {
  await page.goto('/login')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const session = await page.context().newCDPSession(page)
  const { url, data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${baseURL}/manifest.webmanifest`)
  const manifest = JSON.parse(data!)
  expect(manifest).toMatchObject({ id: '/', lang: 'it', start_url: '/dashboard', scope: '/', display: 'standalone' })
  for (const { src, sizes, type } of manifest.icons) {
    const response = await page.request.get(src)
    expect(response.headers()['content-type']).toBe(type)
    const { width, height } = await sharp(await response.body()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect(manifest.icons.some((icon: { purpose?: string }) => icon.purpose === 'maskable')).toBe(true)
  // A private window, which each test has, always logs this line; nothing else may be logged.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

const namedIn = (html: string) => [...html.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="([^"]+)"/g)].map(([, file]) => file!)

test('a page names beforehand just what its code then asks for', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, 'contabilita')
  // With what no list is read early for: the first call is that of the code.
  const html = await (await page.goto('/stazioni/banche?da=altrove'))!.text()
  const named = namedIn(html)
  expect(named.length).toBeGreaterThan(5)
  for (const file of named) expect((await page.request.get(file)).status(), file).toBe(200)
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  const read = (await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  )) as {
    name: string
    startTime: number
  }[]
  const data = read.find(({ name }) => name.includes('/api/v1/banks'))!.startTime
  // The typeface is optional for the first paint, so it is not named beforehand.
  const before = read.filter(({ name, startTime }) => /\/assets\/.*\.(js|css)$/.test(name) && startTime < data)
  expect(before.map(({ name }) => name.replace(baseURL!, '')).filter((file) => !html.includes(file))).toEqual([])
  await context.close()
})

test('without a network the service worker names what the server would', async ({ page, context }) => {
  await signIn(page, 'contabilita')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const named = namedIn(await (await page.request.get('/stazioni/banche')).text())
  await context.setOffline(true)
  const answer = (await page.goto('/stazioni/banche'))!
  expect(answer.fromServiceWorker()).toBe(true)
  expect(named.length).toBeGreaterThan(5)
  expect(namedIn(await answer.text())).toEqual(named)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the list of a page is asked for before the code of the app is there, and once', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, 'admin')
  const id = (text: string) => text.replace('{id}', '1')
  for (const [address, path] of Object.entries(firstReads).map(([address, { path }]) => [id(address), id(path)] as const))
    await test.step(address, async () => {
      const asked: string[] = []
      const first = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/v1${path}`)
      await page.route('**/assets/start-*.js', async (route) => {
        await first
        await route.continue()
      })
      page.on('request', (request) => new URL(request.url()).pathname === `/api/v1${path}` && asked.push(request.url()))
      await page.goto(address)
      await expect(page.locator('[data-row], [role=tabpanel]').first()).toBeVisible()
      expect(asked.filter((url) => !url.includes('?'))).toHaveLength(1)
      page.removeAllListeners('request')
      await page.unroute('**/assets/start-*.js')
    })
  await context.close()
})

test('from page to page the first read leaves before the code of the page is there, once, and is that of the page', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, 'admin')
  await page.goto('/utenti/profilo')
  const asked: string[] = []
  const first = page.waitForRequest('**/api/v1/banks')
  await page.route('**/assets/banks.page-*.js', async (route) => {
    await first
    await route.continue()
  })
  page.on('request', (request) => new URL(request.url()).pathname === '/api/v1/banks' && asked.push(request.url()))
  await page.getByRole('navigation').locator('a[href="/stazioni/banche"]').click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  expect(asked).toHaveLength(1)
  await go(page, '/dashboard')
  await go(page, '/stazioni/banche')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect.poll(() => asked.length, { message: 'what is known is asked for by the page alone' }).toBeLessThan(3)
  await context.close()
})

test('a new version is offered; taking it in one tab reloads no other where something is typed', async ({
  context,
  baseURL,
  page: writing,
}) => {
  const proxy = await startProxy(baseURL!)
  await writing.goto(`${proxy.origin}/login`)
  await signIn(writing, 'contabilita')
  await writing.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await writing.goto(`${proxy.origin}/stazioni/banche?modulo=nuovo`)
  await writing.getByRole('textbox', { name: 'Nome' }).fill('Banca mai salvata')
  await writing.evaluate(() => Object.assign(window, { sameDocument: true }))
  const taking = await context.newPage()
  await taking.setViewportSize({ width: 390, height: 844 })
  await taking.goto(`${proxy.origin}/dashboard`)

  const worker = await (await fetch(`${baseURL}/sw.js`)).text()
  const body = `${worker}\n// another version`
  void proxy.fault(({ url }) => url === '/sw.js', { status: 200, type: 'text/javascript', body })
  await taking.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
  const offer = 'È disponibile una nuova versione.'
  await expect(taking.getByText(offer)).toBeVisible()
  await expect(writing.getByText(offer)).toBeVisible()
  // Over the page and not in it: nothing moves for it. Put off, it is offered again at the next opening.
  const words = taking.getByRole('status').filter({ hasText: offer })
  await expect(words).toBeInViewport({ ratio: 1 })
  await expect(words).toHaveCSS('position', 'fixed')
  await words.getByRole('button', { name: 'Dopo' }).click()
  await expect(taking.getByText(offer)).toHaveCount(0)
  await taking.reload()
  await expect(taking.getByText(offer)).toBeVisible()
  expect(await taking.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())!.waiting)).toBe(true)

  const reloaded = taking.waitForEvent('load')
  await taking.getByRole('button', { name: 'Aggiorna' }).click()
  await reloaded
  await expect(taking.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(taking.getByText(offer)).toHaveCount(0)
  await expect(writing.getByRole('textbox', { name: 'Nome' })).toHaveValue('Banca mai salvata')
  expect(await writing.evaluate(() => 'sameDocument' in window)).toBe(true)
  await proxy.down()
})
