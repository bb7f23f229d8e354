import { test as base, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../../server/db/seed/people/accounts.ts'

interface Fixtures {
  /** Signs a person of the demo in through the page; resolves on the dashboard, or on the page first asked for. */
  signIn: (name: string, page?: Page) => Promise<void>
  /** Fails the test for what went wrong in silence: an uncaught error, or anything the content policy stopped. */
  noFaults: undefined
}
export const test = base.extend<Fixtures>({
  noFaults: [
    async ({ page }, use) => {
      const faults = watchFaults(page)
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use((name, at = page) => signIn(at, name))
  },
})
/** For what is not about the service worker: a page without one, which a test does not wait to be installed (a quarter of its time). */
export const screenTest = test.extend({ serviceWorkers: 'block' })
export { expect } from '@playwright/test'

/** Uncaught errors and content-policy refusals of a page, as they come. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Minified React error|hydrat/i.test(message.text()))
      faults.push(message.text())
  })
  return faults
}

export async function signIn(page: Page, name: string, password = DEMO_PASSWORD) {
  if (!page.url().includes('/login')) await page.goto('/login')
  await fillSignIn(page, name, password)
  await page.waitForURL((url) => !url.pathname.endsWith('login'))
}
export async function fillSignIn(page: Page, name: string, password = DEMO_PASSWORD) {
  await page.getByLabel('Email').fill(`${name}@demo.example.it`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/**
 * To another address as a link leads there, without loading the app anew; what was shown before is gone when it resolves.
 * Whoever may not see the address is led on at once, maybe before anybody looks: only where they come from is sure to be left.
 */
export async function go(page: Page, address: string) {
  const from = page.url()
  if (new URL(address, from).href === from) return
  const before = await page.getByRole('heading', { level: 1 }).first().elementHandle()
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await expect(page).not.toHaveURL(from)
  await before?.waitForElementState('hidden')
}

/** Signs out by the button of the top bar; what is asked then is up to the test. */
export const signOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Esci' }).click()

/** Signs out whatever is asked: a busy server that has not answered within two seconds counts as away, and then it is asked. */
export async function leave(page: Page) {
  await signOut(page)
  const asked = page.getByRole('dialog', { name: 'Uscire?' }).getByRole('button', { name: 'Esci' })
  const left = page.getByRole('button', { name: 'Accedi' })
  await expect(asked.or(left)).toBeVisible()
  if (await asked.isVisible()) await asked.click()
  await expect(left).toBeVisible()
}

/** Signs in without the form: leaves on the device what the form would. For tests with many people that are about something else. */
export async function enterAs(page: Page, name: string) {
  if (!page.url().startsWith('http')) await page.goto('/privacy')
  const login = await page.request.post('/api/v1/auth/login', { data: { email: `${name}@demo.example.it`, password: DEMO_PASSWORD } })
  const { token, handle } = (await login.json()).data
  const me = await page.request.get('/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
  await page.evaluate(
    async (kept) => {
      // A device that several people use opens locked unless somebody has just worked on it.
      localStorage.setItem('piazzale-active', String(Date.now()))
      const open = indexedDB.open('piazzale-device')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const change = open.result.transaction('kept', 'readwrite')
      change.objectStore('kept').put(kept)
      await new Promise((resolve) => change.addEventListener('complete', resolve))
      open.result.close()
    },
    { key: 'session', handle, stamp: crypto.randomUUID(), confirmed: Date.now(), profile: (await me.json()).data },
  )
}
