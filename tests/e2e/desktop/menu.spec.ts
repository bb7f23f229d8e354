import { demoAccounts } from '../../../server/db/seed/accounts.ts'
import { documentedFor, isDocumented } from '../support/documented-menu.ts'
import { enterAs, expect, test } from '../support/test.ts'

/** The documented entries whose pages are built. One that comes is added here, and one that goes is missed. */
const BUILT = [
  'Dashboard',
  'Stazioni',
  'Compilazioni',
  'Modelli',
  'Categorie ticket',
  'Accessi',
  'Utenti',
  'Impostaz. Servizi',
  'Impostazioni',
]

test('the menu shows each of the 17 roles what the documents say, as far as there is a page for it', async ({ page }) => {
  test.slow()
  const shown: Record<string, string[]> = {}
  for (const { email } of demoAccounts) {
    const [name = ''] = email.split('@')
    await enterAs(page, name)
    await page.goto('/utenti/profilo')
    await expect(page.getByRole('heading', { name: 'Profilo' })).toBeVisible()
    shown[name] = (await page.getByRole('navigation', { name: 'MENU' }).getByRole('link').allInnerTexts()).filter(isDocumented)
  }
  const expected = Object.fromEntries(
    demoAccounts.map((account) => [account.email.split('@')[0], documentedFor(account).filter((name) => BUILT.includes(name))]),
  )
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
