import { misfits } from '../support/misfits.ts'
import { settled } from '../support/screens.ts'
import { enterAs, expect, screenTest as test } from '../support/test.ts'

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

test('the tablet of a station, held across: the list beside its record, targets of 48 px, the lock in the bar', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/verifiche')
  await settled(page)
  await expect(page.locator('[data-row]').nth(7)).toBeVisible()
  const names = await page.locator('[data-row]').allTextContents()
  const heights = await page.locator('tbody tr').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.min(...heights), 'a row is pressed with a thumb').toBeGreaterThanOrEqual(48)
  const box = page.locator('[data-scroll-restoration-id="rows"]')
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'all columns in view').toBe(0)
  const cut = await page
    .locator('td:not([data-tick])')
    .filter({ hasText: /^\d\d\/\d\d\/\d{4}$/ })
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  expect(cut, 'days').toEqual([])
  await page.locator('[data-row]').nth(5).tap()
  const pane = page.getByRole('navigation', { name: 'Elenco: Verifiche' })
  const ones = pane.getByRole('link')
  await expect(ones).toHaveCount(names.length)
  await expect(pane.locator('[aria-current]')).toHaveText(new RegExp(`^${names[5]} · `))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(names[5]!)

  await ones.nth(7).tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(names[7]!)
  await expect(pane.locator('[aria-current]')).toHaveText(new RegExp(`^${names[7]} · `))
  // One step back is the list, at the row that was looked at last.
  await page.goBack()
  await expect(page.locator('[data-row]').nth(7)).toBeFocused()

  for (const path of ['/dashboard', '/verifiche', '/stazioni/banche?modulo=nuovo', '/utenti', '/invii']) {
    await page.goto(path)
    await settled(page)
    expect(await misfits(page, 48), path).toEqual([])
  }
})
test('what a manager opens on the tablet has targets of 48 px', async ({ page }) => {
  await enterAs(page, 'gestore')
  const own = [
    '/stazioni/1',
    '/stazioni/1?scheda=orari',
    '/stazioni/1?scheda=carburanti',
    '/stazioni/cisterne/1',
    '/stazioni/riepilogo-orari',
  ]
  const all = [...own, '/prezzi', '/tickets', '/tickets/nuovo?pv=1', '/intracommerce/articoli', '/intracommerce/ordini', '/comunicazioni']
  for (const path of ['/dashboard', ...all, '/documenti', '/contatti-utili', '/stazioni/info', '/utenti/profilo']) {
    await page.goto(path)
    await settled(page)
    expect.soft(await misfits(page, 48), path).toEqual([])
  }
})
test('who takes a turn at a shared tablet locks it with one tap, and hands it over with the next', async ({ page, signIn }) => {
  await signIn('gestore')
  await page.getByRole('button', { name: 'Blocca lo schermo' }).tap()
  await expect(page.getByRole('heading', { name: 'Schermo bloccato' })).toBeVisible()
  await page.getByRole('button', { name: 'Cambia utente' }).tap()
  await expect(page.getByLabel('Email')).toBeVisible()
})
