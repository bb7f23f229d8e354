import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Screen } from '../resources/screens.ts'
import { type Api, apiAs } from './support/api.ts'
import { inScheme, violations } from './support/axe.ts'
import { misfits } from './support/misfits.ts'
import { guestScreens, settled, signedScreens } from './support/screens.ts'
import { enterAs, expect, screenTest as test } from './support/test.ts'
import { begin, next, prepared } from './support/verifica.ts'

const DESKS = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
/** `SCREENS=all PICTURES=1 npx playwright test screens`: every screen in `screenshots/`, at each width and in both schemes. */
async function picture(page: Page, name: string) {
  const file = name.replace(/\W+/g, '-').replace(/^-|-$/g, '')
  const { name: project, use } = test.info().project
  for (const size of project === 'phone' ? [use.viewport!] : DESKS) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await inScheme(page, colorScheme)
      await page.screenshot({ path: `screenshots/${size.width}/${colorScheme}/${file}.png` })
    }
  }
}
type Found = Record<string, string[]>
/** Findings of axe and of the measures for the screen as it is now, at the narrowest width of its kind. */
async function look(page: Page, name: string, found: Found) {
  await settled(page)
  const { name: project, use } = test.info().project
  if (process.env.PICTURES) await picture(page, name)
  await page.setViewportSize({ width: project === 'phone' ? 360 : 1280, height: use.viewport!.height })
  const said = await violations(page)
  said.push(...(await misfits(page, project === 'phone' ? 44 : 0)))
  if (said.length) found[name] = said
  await page.setViewportSize(use.viewport!)
}
/** `ONLY=servizi`: the addresses of one page, while one works on it. `SCREENS=all` (`npm run test:screens`): every one. */
const { ONLY = '', SCREENS, SCREENS_SEED = String(Math.floor(Math.random() * 1e6)) } = process.env
/** As many as a run has time for, drawn by a seed, so that a run does not grow with the screens and all of them have their turn. */
const EACH_RUN = 10
function drawn(screens: Screen[]) {
  const wanted = screens.filter(({ path }) => path.includes(ONLY))
  if (ONLY || SCREENS === 'all' || wanted.length <= EACH_RUN) return wanted
  console.log(`${EACH_RUN} of ${wanted.length} screens, drawn with SCREENS_SEED=${SCREENS_SEED}`)
  const weight = ({ name }: Screen) => createHash('sha256').update(`${SCREENS_SEED} ${name}`).digest('hex')
  return wanted.toSorted((one, other) => weight(one).localeCompare(weight(other))).slice(0, EACH_RUN)
}
async function visit(page: Page, screens: Screen[]) {
  const found: Found = {}
  for (const { name, path, act } of drawn(screens))
    await test.step(name, async () => {
      try {
        await page.goto(path)
        await settled(page)
        await act?.(page)
        await look(page, name, found)
      } catch (error) {
        // One that cannot be looked at does not hide what was found on the others.
        found[name] = [`${path}: ${(error as Error).message.split('\n').slice(0, 8).join(' ')}`]
      }
    })
  expect(found).toEqual({})
}
/** A ticket that the administrator is told of, and a mail about it: no screen is looked at only while it is empty. */
async function told(origin: string, admin: Api) {
  const helpdesk = await apiAs(origin, 'helpdesk')
  const { categories } = await helpdesk.get('/support/ticket/info')
  const { id: category_id } = categories.find((one: { requires_station: boolean }) => !one.requires_station)
  const subject = `Da guardare ${Date.now()}`
  const { id_year, id_number } = await helpdesk.post('/support/ticket', { category_id, subject, description: 'Con un avviso.' })
  const { id: user_id } = await admin.get('/auth/me')
  await helpdesk.post(`/support/ticket/${id_year}/${id_number}/assign`, { user_id })
  await expect.poll(async () => (await admin.get('/notifications')).notifications.length).toBeGreaterThan(0)
  await expect.poll(async () => (await admin.get('/mails')).mails.map(({ state }: { state: string }) => state)).toContain('file')
}
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('nothing that axe could hold against the screens of a visitor', async ({ page }) => {
  test.slow()
  await visit(page, guestScreens)
})
test('nor against those of who is signed in', async ({ page, baseURL }) => {
  if (SCREENS === 'all') test.setTimeout(0)
  else test.slow()
  const admin = await apiAs(baseURL!, 'admin')
  await told(baseURL!, admin)
  await enterAs(page, 'admin')
  await prepared(page)
  await visit(page, await signedScreens(admin))
})
test('nor against a verifica being filled in', async ({ page }) => {
  test.slow()
  const found: Found = {}
  await enterAs(page, 'ispettore')
  await prepared(page)
  await begin(page, 'PV003')
  await look(page, 'verifica yes or no', found)
  if (test.info().project.name === 'phone') {
    // From the keyboard: what is tapped goes on by itself.
    await page.getByRole('radio', { name: 'No' }).press('Space')
    for (const question of ['number', 'photo', 'choice', 'non-conformity']) {
      await next(page)
      await look(page, `verifica ${question}`, found)
    }
    await page.getByRole('button', { name: 'Sezioni' }).click()
    await look(page, 'verifica sections', found)
  }
  await page.goto(`${page.url().split('?')[0]}?view=summary`)
  await look(page, 'verifica summary', found)
  await page.goto('/verifiche')
  await look(page, 'verifiche with one on the device', found)
  expect(found).toEqual({})
})
