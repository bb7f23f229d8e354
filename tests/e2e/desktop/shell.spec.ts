import { LOADING_BAR } from '../../../src/contract/kernel/constants.ts'
import { apiAs } from '../support/api.ts'
import { api, startProxy } from '../support/proxy.ts'
import { expect, fillSignIn, signIn, test } from '../support/test.ts'

const notice = (page: import('@playwright/test').Page, text: string) =>
  page.locator('.mantine-Notifications-notification', { hasText: text })

const save = async (page: import('@playwright/test').Page, word: string) => {
  const name = `${word} ${Date.now()}`
  await page.goto('/stazioni/banche?modulo=nuovo')
  await page.getByRole('dialog').getByLabel('Nome').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
  await expect(notice(page, 'Banca creata')).toBeVisible()
}

test('a notice stands at the bottom right for ten seconds', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn('contabilita')
  const now = () => page.evaluate(() => Date.now())
  const before = await now()
  await save(page, 'Banca del cronometro')
  // The clock stands: a slow machine takes nothing from the ten seconds. It can only be told to stand at a time that has not come when it hears of it.
  await page.clock.pauseAt((await now()) + 1_500)
  const late = (await now()) - before
  const { x, y, width, height } = (await notice(page, 'Banca creata').boundingBox())!
  expect(1440 - x - width).toBeLessThan(40)
  expect(900 - y - height).toBeLessThan(40)
  await page.clock.fastForward(Math.max(0, 9_500 - late))
  await expect(notice(page, 'Banca creata')).toBeVisible()
  await page.clock.fastForward(1_000 + late)
  await page.clock.resume()
  await expect(notice(page, 'Banca creata')).toHaveCount(0)
})

test('a notice stands until Chiudi, and among the recent ones after that', async ({ page, signIn }) => {
  await signIn('contabilita')
  await save(page, 'Banca del pulsante')
  await notice(page, 'Banca creata').getByRole('button', { name: 'Chiudi' }).click()
  await expect(notice(page, 'Banca creata')).toHaveCount(0)
  const bell = page.getByRole('button', { name: /Notifiche recenti/ })
  await bell.click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Banca creata')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(bell).toBeFocused()
  await bell.click()
  await expect(panel).toBeVisible()
})

test('the choice of the dark scheme outlives the page', async ({ page, signIn }) => {
  await signIn('rete')
  await page.goto('/utenti/profilo')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('radiogroup', { name: 'Aspetto' }).getByText('Scuro').click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('another page begins at the top, Back is where one was, and an anchor is gone to', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 420 })
  await signIn('contabilita')
  await page.goto('/stazioni/banche')
  const row = page.getByRole('table').getByRole('link').nth(4)
  await row.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  // The page that has just been gone to puts itself at its top, and may do so after the wheel.
  await expect(async () => {
    await page.mouse.wheel(0, 120)
    await expect.poll(scrolled, { timeout: 3_000 }).toBeGreaterThan(60)
  }).toPass()
  let before = 0
  const still = async () => {
    const last = before
    before = await scrolled()
    return before === last
  }
  await expect.poll(still).toBe(true)
  await row.click()
  await expect(page.getByRole('tab', { name: 'Dati' })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(row).toBeVisible()
  await expect.poll(scrolled).toBe(before)
  await page.goto('/utenti/profilo')
  await page.locator('footer').evaluate((footer) => footer.setAttribute('id', 'fondo'))
  await page.evaluate(() => {
    location.hash = 'fondo'
  })
  await expect.poll(scrolled).toBeGreaterThan(60)
})

test('behind a slow or failing server', async ({ page, baseURL }) => {
  const gateway = await startProxy(baseURL!)
  const list = `${gateway.origin}/stazioni/banche`
  await page.goto(`${gateway.origin}/login`)
  await signIn(page, 'contabilita')

  await test.step('the loading bar is there while something is on its way', async () => {
    const { release } = gateway.hold(api('/banks'))
    await page.getByRole('link', { name: 'Banche' }).first().click()
    const bar = page.getByRole('progressbar', { name: 'Caricamento' })
    await expect(bar).toBeVisible()
    await expect(bar).toHaveCSS('height', `${LOADING_BAR.heightPx}px`)
    await expect(bar).toHaveCSS('animation-duration', `${LOADING_BAR.durationMs / 1000}s`)
    release()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Caricamento' })).toHaveCount(0)
  })
  await test.step('and is red where it failed', async () => {
    void gateway.fault(api('/banks'), { status: 500 })
    await page.goto(list)
    const again = page.getByRole('button', { name: 'Riprova' })
    await expect(again).toBeVisible()
    // It is red for half a second, so the page itself looks out for it at each frame.
    const red = page.waitForFunction(() => document.querySelector('[role=progressbar][aria-label="Caricamento non riuscito"]'))
    await again.click()
    await red
    await expect(page.getByText('Errore nel caricamento.')).toBeVisible()
    await gateway.up()
  })
  await test.step('leaving a page gives up what it was reading', async () => {
    const { arrived } = gateway.hold(api('/banks?search=lasciata'))
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/banks?search=lasciata'))
    await page.goto(`${list}?search=lasciata`, { waitUntil: 'commit' })
    await arrived
    await page.getByRole('link', { name: 'Dashboard' }).click()
    expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Buon(giorno|asera)/)
    await gateway.up()
  })
  await test.step('a record that is not there says so and leads home', async () => {
    await page.goto(`${list}/999999`)
    await expect(page.getByText('Pagina non trovata')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Buon(giorno|asera)/)
  })
  await test.step('a session that ended asks to sign in, leads back, and what was typed is still there', async () => {
    await page.goto(`${list}?modulo=nuovo`)
    // The page's own requests are answered first, so that the session ends with the save and not before it.
    await expect(page.getByRole('row', { includeHidden: true }).nth(1)).toBeVisible()
    await page.getByRole('dialog').getByLabel('Nome').fill('Banca della bozza')
    for (const rule of [api('/banks', 'POST'), api('/auth/refresh')]) void gateway.fault(rule, { status: 401 })
    await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
    await expect(notice(page, 'Sessione scaduta')).toBeVisible()
    await expect(page).toHaveURL(/\/login\?back=/)
    await gateway.up()
    await fillSignIn(page, 'contabilita')
    await expect(page).toHaveURL(`${list}?modulo=nuovo`)
    await expect(page.getByRole('dialog').getByLabel('Nome')).toHaveValue('Banca della bozza')
  })
  await gateway.down()
})

test('the demonstration has an import with errors and a bulk operation to undo in its histories', async ({ baseURL }) => {
  const data = await (await apiAs(baseURL!, 'contabilita')).get('/admin/history/own')
  const jobs = data.map(({ name, items, errors, undoable }: Record<string, unknown>) => ({ name, items, errors, undoable }))
  for (const job of [
    { name: 'Operazione in blocco', items: 23, errors: 0, undoable: true },
    { name: 'Importazione tessere', items: 6, errors: 4, undoable: true },
  ])
    expect(jobs).toContainEqual(job)
})
