import { apiAs } from '../support/api.ts'
import { api, startProxy } from '../support/proxy.ts'
import { expect, fillSignIn, leave, test } from '../support/test.ts'

test('a wrong password is told in the page, the right one opens the dashboard', async ({ page }) => {
  await page.goto('/login')
  await fillSignIn(page, 'contabilita', 'sbagliata')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Email o password non corretti.')
  await expect(page).toHaveURL(/\/login$/)
  await fillSignIn(page, 'contabilita')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Buon(giorno|asera), Carlo$/)
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('what is not for the role is not in the menu, its address says so with status 401, the API with 403', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn('contabilita')
  await expect(page.getByRole('link', { name: 'Banche' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Compilazioni' })).toHaveCount(0)
  const { headers } = await apiAs(baseURL!, 'contabilita')
  const refused = await page.request.get('/api/v1/inspection', { headers })
  expect([refused.status(), (await page.request.get('/api/v1/banks', { headers })).status()]).toEqual([403, 200])
  await page.goto('/verifiche')
  const error = page.getByRole('alert')
  await expect(error).toContainText('401')
  await expect(error.getByRole('heading')).toHaveText('La pagina contine un errore')
  await expect(error.getByText('Non hai le autorizzazioni necessari per visualizzare questa pagina', { exact: true })).toBeVisible()
  await error.getByRole('link', { name: 'Torna alla Home page' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an address that leads nowhere is the documented 404 page', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/questa/pagina/non-esiste')
  const error = page.getByRole('alert')
  await expect(error.getByRole('heading')).toHaveText('404 Pagina non trovata')
  await expect(error.getByText('This page could not be found', { exact: true })).toBeVisible()
  await error.getByRole('link', { name: 'Torna alla Home page' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a visitor is sent to the sign-in and then back to the page asked for', async ({ page }) => {
  await page.goto('/utenti/profilo?da=email')
  await expect(page).toHaveURL(/\/login\?back=/)
  await fillSignIn(page, 'rete')
  await expect(page).toHaveURL('/utenti/profilo?da=email')
})

test('after signing out, Back shows the sign-in and nothing of the person', async ({ page, signIn }) => {
  await signIn('rete')
  await page.goto('/utenti/profilo')
  await expect(page.getByText('rete@demo.example.it')).toBeVisible()
  await leave(page)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page).toHaveTitle('Accedi – Piazzale')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  await expect(page.getByText('rete@demo.example.it')).toHaveCount(0)
})

test('two quick reloads whose renewals are done and never heard of leave the session good, on a slow line too', async ({
  page,
  baseURL,
}) => {
  const line = await startProxy(baseURL!)
  const renewal = api('/auth/refresh')
  await page.goto(`${line.origin}/login`)
  await fillSignIn(page, 'contabilita')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Buon(giorno|asera), Carlo$/)
  // While the page before is still going away the browser takes no order to reload, and says so.
  const reload = () => expect(() => page.reload({ waitUntil: 'commit' })).toPass()
  for (const _ of [1, 2]) {
    const lost = line.fault(renewal, { reply: 0 }, 1)
    await reload()
    await lost
  }
  void line.fault(renewal, { ms: 300 })
  for (const _ of [1, 2]) {
    const renewed = page.waitForResponse((answer) => answer.url().includes('/auth/refresh'))
    await reload()
    expect((await renewed).status()).toBe(200)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Buon(giorno|asera), Carlo$/)
  await line.down()
})
