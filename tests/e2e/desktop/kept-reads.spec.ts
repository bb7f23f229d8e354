import { createHash } from 'node:crypto'
import { demoAccounts } from '../../../server/db/seed/people/accounts.ts'
import type { RoleName } from '../../../src/contract/kernel/roles.ts'
import { apiAs } from '../support/api.ts'
import { openedDump } from '../support/dump.ts'
import { enterAs, expect, go, leave, test } from '../support/test.ts'

/** The reads that each role's pages leave in the cache, beside those of every role. */
const network = ['/counters/station']
const verifiche = ['/inspection', '/inspection/nc']
const prices = ['/prices']
const KEEPS: Partial<Record<RoleName, string[]>> = {
  superAdmin: ['/counters/admin', '/counters/inspection', ...verifiche, ...prices],
  inspection: ['/counters/inspection', ...verifiche],
  network_manager: [...network, ...verifiche, ...prices],
  station: [...network, ...prices],
  manager: prices,
  worker: prices,
  station_readonly: network,
  accounting: ['/counters/accounting', ...network],
  accounting_readonly: ['/counters/accounting', ...network],
  analysis: network,
}
const roleOf = (name: string) => demoAccounts.find(({ email }) => email.startsWith(`${name}@`))!.roles[0]!
const people = demoAccounts.filter(({ roles }) => roles.length === 1).map(({ email }) => email.split('@')[0]!)
/** Those of one run: who is also looked at without a network, and six of the others, drawn by a seed, so that all have their turn. `ROLES=all`: each. */
const { ROLES, ROLES_SEED = String(Math.floor(Math.random() * 1e6)) } = process.env
const EACH_RUN = 6
function drawn(): string[] {
  if (ROLES === 'all') return people
  console.log(`ROLES_SEED=${ROLES_SEED}`)
  const weight = (name: string) => createHash('sha256').update(`${ROLES_SEED} ${name}`).digest('hex')
  const others = people.filter((name) => roleOf(name) !== 'analysis').toSorted((one, other) => weight(one).localeCompare(weight(other)))
  return [...people.filter((name) => roleOf(name) === 'analysis'), ...others.slice(0, EACH_RUN)]
}

test('a role keeps the reads of its own daily work and no canary, ten at most, and nothing after leaving', async ({
  page,
  baseURL,
  context,
}) => {
  test.setTimeout(400_000)
  expect(new Set(people.map(roleOf)).size).toBe(17)
  const admin = await apiAs(baseURL!, 'admin')
  const word = `canarino-${Date.now()}`
  await admin.post('/banks', { name: `${word}-banca`, note: `${word}-nota`, cards: [] })
  // Words of its own: the company of a station is in its tickets too, which those who work on them keep.
  const fields = {
    license: `${word}-LICENZA`.toUpperCase(),
    register: `${word}-registro`,
    localUnit: `${word}-rea`,
    email: `${word}@pv.example.it`,
  }
  const { id, rev } = (await admin.get('/stations')).data.at(-1)
  await admin.put(`/stations/${id}`, { ...fields, rev })
  const canaries: Record<string, string> = { bank: `${word}-banca`, note: `${word}-nota` }
  for (const [field, value] of Object.entries(fields)) canaries[`station ${field}`] = value
  for (const { email } of demoAccounts) canaries[email] = `"${email}`

  await page.goto('/privacy')
  for (const name of drawn()) {
    const role = roleOf(name)
    await test.step(role, async () => {
      await enterAs(page, name)
      await page.goto('/dashboard')
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
        if (!navigator.serviceWorker.controller)
          await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      })
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const links = await page
        .getByRole('navigation', { name: 'MENU' })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      for (const address of [...new Set(links), ...(links.includes('/verifiche') ? ['/verifiche?vista=nc'] : [])]) {
        await go(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.skeleton')).toHaveCount(0)
      }
      const all = await openedDump(page)
      const own = demoAccounts.find(({ email }) => email.startsWith(`${name}@`))!.email
      const found = Object.entries(all).flatMap(([place, text]) =>
        Object.entries(canaries)
          .filter(([what, value]) => what !== own && text.includes(value))
          .map(([what]) => `${what}: ${place}`),
      )
      expect(found).toEqual([])
      const kept = await page.evaluate(async () => {
        const names = (await caches.keys()).filter((one) => one.startsWith('reads-'))
        const asked = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()))
        return { names, paths: asked.flat().map(({ url }) => new URL(url).pathname.replace('/api/v1', '')) }
      })
      expect(kept.names.length).toBeLessThanOrEqual(1)
      expect(kept.paths.length).toBeLessThanOrEqual(10)
      const mine = KEEPS[role] ?? []
      expect(kept.paths.filter((path) => !mine.includes(path) && path !== '/suggestions/stations')).toEqual([])
      for (const path of mine.filter((one) => one.startsWith('/counters'))) expect(kept.paths).toContain(path)

      if (role === 'analysis') {
        await page.goto('/dashboard')
        const counter = page.getByRole('region', { name: 'Contatori' })
        await expect(counter).toContainText(/Prezzi fermi da oltre 8 giorni\s*\d/)
        const [kept = ''] = /Punti vendita\s*\d+/.exec(await counter.innerText()) ?? []
        expect(kept).toMatch(/\d/)
        await context.setOffline(true)
        await page.reload()
        // The prices are not kept for this role, and that is said.
        await expect(counter).toContainText('Prezzi fermi da oltre 8 giorni–')
        await expect(page.getByText(/^Senza rete questa pagina non è completa\./)).toBeVisible()
        expect(await counter.innerText()).toContain(kept)
        await context.setOffline(false)
      }
      await page.goto('/dashboard')
      await leave(page)
      await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((one) => one.startsWith('reads-')))).toEqual([])
    })
  }
})
