import { demoAccounts } from '../../../server/db/seed/people/accounts.ts'
import { documentedFor, isDocumented } from '../support/documented-menu.ts'
import { enterAs, expect, screenTest as test } from '../support/test.ts'

test('the menu shows each of the 17 roles what the documents say, in their order', async ({ page }) => {
  test.slow()
  const shown: Record<string, string[]> = {}
  for (const { email } of demoAccounts) {
    const [name = ''] = email.split('@')
    await enterAs(page, name)
    await page.goto('/utenti/profilo')
    await expect(page.getByRole('heading', { name: 'Profilo' })).toBeVisible()
    shown[name] = (await page.getByRole('navigation', { name: 'MENU' }).getByRole('link').allInnerTexts()).filter(isDocumented)
  }
  const expected = Object.fromEntries(demoAccounts.map((account) => [account.email.split('@')[0], documentedFor(account)]))
  expect(shown).toEqual(expected)
})

test('the drawer is as wide as the documents say', async ({ page, signIn }) => {
  await signIn('admin')
  const drawer = page.getByRole('navigation', { name: 'MENU' })
  await expect(drawer.getByRole('heading', { name: 'MENU' })).toBeVisible()
  expect((await drawer.boundingBox())!.width).toBe(325)
  for (const [width, wanted] of [
    [800, 370],
    [390, 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('button', { name: 'Apri il menu' }).click()
    await expect(drawer).toBeInViewport()
    // While it slides in, its edges are rounded apart.
    expect((await drawer.boundingBox())!.width).toBeCloseTo(wanted, 3)
    await page.getByRole('button', { name: 'Chiudi il menu' }).click()
    await expect(drawer).not.toBeInViewport()
  }
})

test('beside the page the menu becomes a rail, for this person on this device', async ({ page, signIn }) => {
  await signIn('admin')
  const drawer = page.getByRole('navigation', { name: 'MENU' })
  const width = async () => (await drawer.boundingBox())!.width
  await drawer.getByRole('button', { name: 'Riduci il menu' }).press('Enter')
  await expect.poll(width).toBe(56)
  await expect(drawer.getByRole('button', { name: 'Espandi il menu' })).toBeFocused()
  await page.reload()
  await expect.poll(width).toBe(56)
  // On the rail every entry is there, with its name beside it for who stands on it.
  await drawer.getByRole('link', { name: 'Accessi' }).focus()
  await expect(drawer.getByText('Accessi')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Accessi/ })).toBeVisible()
  await enterAs(page, 'contabilita')
  await page.goto('/dashboard')
  await expect.poll(width, { message: 'somebody else has it as they left it' }).toBe(325)
  await enterAs(page, 'admin')
  await page.goto('/dashboard')
  await drawer.getByRole('button', { name: 'Espandi il menu' }).click()
  await expect.poll(width).toBe(325)
})

test('over the page the menu takes the focus; Esc and a tap beside it shut it, and nothing under it is reached meanwhile', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/stazioni/banche/1')
  const drawer = page.getByRole('navigation', { name: 'MENU' })
  const burger = page.getByRole('button', { name: 'Apri il menu' })
  await burger.click()
  await expect(drawer.getByRole('link', { name: 'Banche' }), 'the entry of the list that the record is in').toBeFocused()
  expect(await page.evaluate(() => document.querySelector('main')!.matches('[inert]'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(burger).toBeFocused()
  await expect(drawer).not.toBeInViewport()
  await burger.click()
  await expect(drawer).toBeInViewport()
  await page.mouse.click(900, 500)
  await expect(drawer).not.toBeInViewport()
  await expect(page, 'the tap shuts the menu and does nothing else').toHaveURL(/banche\/1$/)
  await burger.click()
  await drawer.getByRole('link', { name: 'Stazioni', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Stazioni/ })).toBeVisible()
  await expect(drawer).not.toBeInViewport()
})

test('the top bar leads to the profile, where the look is changed, and out; the lock is a button of its own on shared devices alone', async ({
  page,
  signIn,
}) => {
  await signIn('stazione')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('button', { name: 'Blocca lo schermo' })).toHaveCount(0)
  await bar.getByRole('link', { name: 'Profilo' }).press('Enter')
  await expect(page).toHaveURL('/utenti/profilo')
  await expect(page.getByText('Punti vendita', { exact: true }).last()).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Aspetto' }).getByText('Scuro').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(bar.getByRole('button', { name: 'Esci' })).toBeInViewport({ ratio: 1 })
    await expect(bar.getByRole('link', { name: 'Profilo' })).toBeInViewport({ ratio: 1 })
  }
  await bar.getByRole('button', { name: 'Esci' }).click()
  await expect(page).toHaveURL('/login')
})
