import { type ElementHandle, expect, type Page } from '@playwright/test'
import type { Screen } from '../../resources/screens.ts'
import type { installControls } from './controls.ts'
import { settled } from './screens.ts'
import { enterAs } from './test.ts'

export type Way = 'mouse' | 'keyboard'
declare global {
  interface Window {
    walk: ReturnType<typeof installControls>
  }
}
/** Reads that come by themselves show nothing of a press. */
const BACKGROUND = /\/(events|counters|presence|devices\/report|auth\/(refresh|me)|client-errors|health)\b/
/** How deep: a menu, its dialog, a list in it. */
export const DEPTH = 3
const PATIENCE_MS = 4_000
/** Longer than any press takes to show something on a busy machine: before something is called wrong. */
export const BUSY_MS = 20_000

/** Watches what a page does besides changing itself. */
export function watch(page: Page) {
  const seen = { acts: 0, refused: [] as string[], open: new Set<unknown>() }
  page.on('request', (request) => {
    // What a press opens may have to be fetched first.
    if (request.resourceType() === 'script') seen.open.add(request)
    if (!request.url().includes('/api/') || BACKGROUND.test(request.url())) return
    seen.open.add(request)
    seen.acts++
  })
  const ended = (request: unknown) => void seen.open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) seen.refused.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  const act = () => void seen.acts++
  page.on('download', act)
  page.on('filechooser', act)
  page.on('popup', async (popup) => {
    act()
    await popup.close()
  })
  page.on('dialog', async (dialog) => {
    // The question of a browser before unsaved work is left: the walk goes on to the next screen.
    if (dialog.type() === 'beforeunload') return dialog.accept()
    act()
    await dialog.dismiss()
  })
  return seen
}
export type Seen = ReturnType<typeof watch>

export interface Walk {
  page: Page
  /** The person, by the name of the demo account. */
  who: string
  way: Way
  seen: Seen
  /** The address and the layers of the screen as it is opened. */
  start: Place
  /** The presses that lead to what is shown now; undefined where nobody knows. */
  at: string | undefined
}
interface Place {
  url: string
  layers: number
}
/** To the screen as the app goes there, without loading it anew; by loading where that leads elsewhere. */
export async function open(walk: Walk, screen: Screen) {
  const { page, who } = walk
  const here = async () => {
    await go(page, '/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i, { timeout: PATIENCE_MS })
    await go(page, screen.path)
    await page.evaluate((ms) => window.walk.calm(ms), PATIENCE_MS)
    return (await page.evaluate(() => window.walk.state().layers)) === 0 || screen.path.includes('modulo')
  }
  if (!page.url().startsWith('http') || !(await here().catch(() => false))) await load(page, screen, who)
  else await settled(page)
  await screen.act?.(page)
  await calm(page)
  walk.start = await place(page)
  walk.at = ''
}
/** To another address as a link leads there: what was shown before stays until the next page is there. */
async function go(page: Page, to: string) {
  const other = new URL(to, page.url()).pathname !== new URL(page.url()).pathname
  const before = await page.$('h1')
  await page.evaluate((to) => history.pushState(null, '', to), to)
  if (other) await before?.waitForElementState('hidden', { timeout: BUSY_MS })
}
/** Back to the screen as it was opened, by Esc and by its address: quicker than opening it, where that is enough. */
async function back({ page, start, seen }: Walk, { act }: Screen) {
  for (let presses = 0; presses < DEPTH && (await place(page)).layers > start.layers; presses++) {
    await page.keyboard.press('Escape')
    await calm(page, seen)
  }
  if (page.url() !== start.url && !act) {
    await go(page, start.url)
    await calm(page, seen)
  }
  const { url, layers } = await place(page)
  return url === start.url && layers === start.layers
}
async function load(page: Page, { path }: Screen, who: string) {
  await page.goto('about:blank')
  await page.goto(path)
  if (/login/.test(page.url()) || (await page.title()).startsWith('Bloccato')) {
    await page.goto('/privacy')
    await enterAs(page, who)
    await page.goto(path)
  }
  await settled(page)
}
export const state = (page: Page) => page.evaluate(() => window.walk.state())
export const place = async (page: Page): Promise<Place> => ({ url: page.url(), layers: (await state(page)).layers })

/** Waits until the page is still and no answer is on its way. */
export async function calm(page: Page, seen?: Seen) {
  for (let round = 0; round < 20; round++) {
    // What has just been answered is not drawn yet.
    const asked = seen?.open.size
    // A page that is being left cannot answer.
    const still = await page
      .evaluate((ms) => window.walk.calm(ms), PATIENCE_MS)
      .then(
        () => true,
        () => false,
      )
    if (still && !asked && !seen?.open.size) return
    await page.waitForLoadState()
  }
}
export async function press(page: Page, key: string, way: Way): Promise<(() => Promise<void>) | undefined> {
  const control = (await page.evaluateHandle((key) => window.walk.find(key), key)).asElement() as ElementHandle<HTMLElement> | null
  if (!control) return undefined
  const drawn = (await control.evaluateHandle((one) => window.walk.drawn(one) ?? one)).asElement() as ElementHandle<HTMLElement>
  const { ticks, chooses, list, other } = await control.evaluate((one) => ({
    ticks: one.matches('input[type=checkbox], input[type=radio]'),
    chooses: one.matches('[role=option]'),
    list: one.matches('input[aria-haspopup=listbox], [role=combobox]'),
    other: one instanceof HTMLSelectElement ? (one.selectedIndex ? 0 : 1) : undefined,
  }))
  // A list of the browser's own is drawn outside of the page: another of its options is chosen as the browser does it.
  if (other !== undefined)
    return async () => {
      await control.focus()
      await control.selectOption({ index: other })
    }
  // A choice of an open list has no focus of its own; the list itself opens when it is focused.
  if (way === 'mouse' || chooses) {
    await drawn.scrollIntoViewIfNeeded()
    if (!list) await drawn.hover({ timeout: PATIENCE_MS }).catch(() => undefined)
    return () => drawn.click({ timeout: BUSY_MS })
  }
  if (!list) await control.evaluate((one) => one.focus())
  return async () => {
    // A dialog that has just opened may have moved the focus meanwhile.
    await control.evaluate((one) => one.focus())
    await page.keyboard.press(list ? 'ArrowDown' : ticks ? 'Space' : 'Enter')
  }
}
/** Goes a way up to its last step; false where that is not there any more. */
async function arrive({ page, way, seen }: Walk, path: string[]) {
  for (const key of path.slice(0, -1)) {
    const doIt = await press(page, key, way)
    if (!doIt) return false
    await doIt().catch(() => undefined)
    await calm(page, seen)
  }
  return page.evaluate((key) => !!window.walk.find(key), path.at(-1)!).catch(() => false)
}
/** To where the last control of a way can be pressed, by the quickest means that lead there. */
export async function reach(walk: Walk, screen: Screen, path: string[]) {
  const { page, at } = walk
  walk.at = undefined
  const found = () => page.evaluate((key) => !!window.walk.find(key), path.at(-1)!)
  if (at === path.slice(0, -1).join() && (await found().catch(() => false))) return true
  if (at !== undefined && (await back(walk, screen).catch(() => false)) && (await arrive(walk, path))) return true
  await open(walk, screen)
  return arrive(walk, path)
}
