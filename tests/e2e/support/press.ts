import { type ElementHandle, expect, type Page } from '@playwright/test'
import type { Screen } from '../../resources/screens.ts'
import { installControls } from './controls.ts'
import { settled } from './screens.ts'
import { enterAs } from './test.ts'

export type Way = 'mouse' | 'keyboard'
declare global {
  interface Window {
    walk: ReturnType<typeof installControls>
  }
}
/** They end the walk: who has signed out, or locked the screen, presses nothing more. */
const ENDS = /^(Esci|Blocca lo schermo|Vai al contenuto|Blocca l’accesso|Scadenza della sessione)/
/** Reads that come by themselves show nothing of a press. */
const BACKGROUND = /\/(events|counters|presence|devices\/report|auth\/(refresh|me)|client-errors|health)\b/
const LAYER = /^(dialog|alertdialog|menu|listbox): /
/** How deep: a menu, its dialog, a list in it. */
const DEPTH = 3
const SOON_MS = 300
/** Longer than any press takes to show something on a busy machine. */
const PATIENCE_MS = 4_000

/** Watches what a page does besides changing itself. */
function watch(page: Page) {
  const seen = { acts: 0, refused: [] as string[], open: new Set<unknown>() }
  page.on('request', (request) => {
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
type Seen = ReturnType<typeof watch>

interface Control {
  key: string
  name: string
}
interface Walk {
  page: Page
  /** The person, by the name of the demo account. */
  who: string
  way: Way
  seen: Seen
}
/**
 * Walks over screens as one person in one way; gives what is wrong on each. The frame, and menus and dialogs of the same names, are pressed
 * on the first screen that has them.
 */
export async function walker(page: Page, who: string, way: Way) {
  const walk: Walk = { page, who, way, seen: watch(page) }
  const everywhere = new Set<string>()
  await page.addInitScript(installControls)
  await enterAs(page, who)
  // The app that is open does not know yet who has signed in.
  await page.goto('about:blank')
  return async function press(screen: Screen): Promise<string[]> {
    const here = new Set<string>()
    /** Ways from the screen to a control, each step a press. */
    const paths: string[][] = []
    const add = (before: string[], more: Control[]) => {
      for (const { key, name } of more) {
        const path = [...before, key]
        const frame = key.startsWith('frame')
        const common = LAYER.test(key) && !before[0]?.startsWith('row')
        const known = frame || common ? everywhere : here
        // A control of the screen itself is the same whatever was pressed before it was seen.
        const id = common ? path.join(' → ') : key
        if (known.has(id) || ENDS.test(name)) continue
        known.add(id)
        paths.push(path)
      }
    }
    await open(walk, screen)
    add([], await keys(page))
    const found: string[] = []
    for (let path = paths.pop(); path; path = paths.pop()) {
      const { said, more } = await follow(walk, screen, path)
      add(path, more)
      found.push(...said.map((one) => `${path!.join(' → ')}: ${one}`))
    }
    return found
  }
}
/** To the screen as the app goes there, without loading it anew; by loading where that leads elsewhere. */
async function open({ page, who }: Walk, screen: Screen) {
  const here = async () => {
    await page.evaluate((to) => history.pushState(null, '', to), '/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i, { timeout: PATIENCE_MS })
    await page.evaluate((to) => history.pushState(null, '', to), screen.path)
    await page.evaluate((ms) => window.walk.calm(ms), PATIENCE_MS)
    return (await page.evaluate(() => window.walk.state().layers)) === 0 || screen.path.includes('modulo')
  }
  if (!page.url().startsWith('http') || !(await here().catch(() => false))) await load(page, screen, who)
  else await settled(page)
  await screen.act?.(page)
  await calm(page)
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
const keys = (page: Page) => page.evaluate(() => window.walk.controls())
const state = (page: Page) => page.evaluate(() => window.walk.state())

/** Waits until the page is still and no answer is on its way. */
async function calm(page: Page, seen?: Seen) {
  for (let round = 0; round < 20; round++) {
    // A page that is being left cannot answer.
    const still = await page
      .evaluate((ms) => window.walk.calm(ms), PATIENCE_MS)
      .then(
        () => true,
        () => false,
      )
    if (still && !seen?.open.size) return
    await page.waitForLoadState()
  }
}
async function press(page: Page, key: string, way: Way): Promise<(() => Promise<void>) | undefined> {
  const control = (await page.evaluateHandle((key) => window.walk.find(key), key)).asElement() as ElementHandle<HTMLElement> | null
  if (!control) return undefined
  const drawn = (await control.evaluateHandle((one) => window.walk.drawn(one) ?? one)).asElement() as ElementHandle<HTMLElement>
  const [ticks, chooses, list] = await control.evaluate((one) => [
    one.matches('input[type=checkbox], input[type=radio]'),
    one.matches('[role=option]'),
    one.matches('input[aria-haspopup=listbox], [role=combobox]'),
  ])
  // A choice of an open list has no focus of its own; the list itself opens when it is focused.
  if (way === 'mouse' || chooses) {
    await drawn.scrollIntoViewIfNeeded()
    if (!list) await drawn.hover({ timeout: PATIENCE_MS }).catch(() => undefined)
    return () => drawn.click({ timeout: PATIENCE_MS })
  }
  if (!list) await control.evaluate((one) => one.focus())
  return async () => {
    if (list) await control.evaluate((one) => one.focus())
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
/** Presses the last control of a way and compares; `more` are the controls that it has brought. */
async function follow(walk: Walk, screen: Screen, path: string[]): Promise<{ said: string[]; more: Control[] }> {
  const { page, way, seen } = walk
  const none = (...said: string[]) => ({ said, more: [] })
  const still = !screen.act && page.url().endsWith(screen.path) && (await state(page)).layers === 0
  if (!still || !(await arrive(walk, path))) {
    await open(walk, screen)
    // What an earlier press has taken away for good is not missed.
    if (!(await arrive(walk, path))) return none()
  }
  const before = await keys(page)
  const doIt = await press(page, path.at(-1)!, way)
  if (!doIt) return none()
  const old = await state(page)
  const { acts } = seen
  seen.refused.length = 0
  const refused = await doIt().then(
    () => '',
    (error: Error) => /.*(intercepts|not visible|outside).*/.exec(error.message)?.[0].trim() ?? error.message.split('\n')[0],
  )
  if (refused) return none(`cannot be pressed: ${refused}`)
  // A page that is left meanwhile cannot be asked, and has changed.
  const changed = (ms: number) => page.evaluate(([old, ms]) => window.walk.changed(old, ms), [old, ms] as const).catch(() => true)
  const alive = (await changed(SOON_MS)) || seen.acts !== acts || (await changed(PATIENCE_MS)) || seen.acts !== acts
  if (!alive) return none('nothing changes')
  await calm(page, seen)
  const said = await errors(page, seen)
  await page.evaluate((ms) => window.walk.rests(99, ms), SOON_MS)
  const now = await state(page)
  if (now.focus === 'body') said.push('the focus is on the body')
  const here = new URL(page.url()).pathname === new URL(screen.path, page.url()).pathname
  // A question is answered with no: what it asks about destroys something.
  const deeper = here && path.length < DEPTH && !(await page.evaluate(() => window.walk.question()))
  const more = deeper ? (await keys(page)).filter(({ key }) => !before.some((one) => one.key === key)) : []
  if (now.layers > old.layers) said.push(...(await shut(walk, now.layers)))
  return { said, more }
}
/** Esc closes the layer that a press has opened, and gives the focus back. */
async function shut({ page, seen }: Walk, layers: number) {
  const said = (await page.evaluate(() => window.walk.onCross())) ? ['opens with the focus on "Chiudi"'] : []
  await page.keyboard.press('Escape')
  await page.evaluate(([most, ms]) => window.walk.rests(most, ms), [layers - 1, PATIENCE_MS / 2] as const).catch(() => false)
  await calm(page, seen)
  const after = await state(page)
  if (after.layers >= layers) said.push('Esc does not close it')
  else if (after.focus === 'body') said.push('Esc leaves the focus on the body')
  return said
}
async function errors(page: Page, seen: Seen) {
  const toasts = await page.evaluate(() => window.walk.failed())
  return [...new Set([...seen.refused.map((one) => `refused: ${one}`), ...toasts.map((one) => `error: ${one}`)])]
}
