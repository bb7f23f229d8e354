import type { Page } from '@playwright/test'
import type { Screen } from '../../resources/screens.ts'
import { installControls } from './controls.ts'
import { BUSY_MS, calm, DEPTH, open, place, press, reach, type Seen, state, type Walk, type Way, watch } from './reach.ts'
import { enterAs } from './test.ts'

/** They end the walk: who has signed out, or locked the screen, presses nothing more. */
const ENDS = /^(Esci|Blocca lo schermo|Vai al contenuto|Blocca l’accesso|Scadenza della sessione)/
const LAYER = /^(dialog|alertdialog|menu|listbox): /
const layerOf = (key: string) => LAYER.exec(key) && key.slice(0, key.indexOf(' › '))
const SOON_MS = 300
/**
 * Answers that are no fault: a system that this installation has not is named as such (501), a day without prices too, and a fuel that
 * was taken out of the form stays while guns or tanks have it.
 */
const ANSWERS =
  /^(501 |Servizio .+ non configurato|422 GET .+\/pdf\/multi|Nessun prezzo in vigore|409 POST .+\/s\/fuels|Il carburante è associato)/
interface Control {
  key: string
  name: string
}
/** Not every control, but so many, the lightest first. */
export interface Draw {
  most: number
  weight: (what: string) => string
}
/** The bars and the menu, which are the same on every screen and are pressed once. */
export const FRAME: Screen = { name: 'bars and menu', path: '/contatti-utili' }
/** Walks over screens as one person in one way; gives what is wrong on each; undefined where there is nothing to press, or the person is led elsewhere. Menus and dialogs of the same names are pressed on the first screen that has them. */
export async function walker(page: Page, who: string, way: Way, draw?: Draw) {
  const walk: Walk = { page, who, way, seen: watch(page), start: { url: '', layers: 0 }, at: undefined }
  const everywhere = new Set<string>()
  await page.addInitScript(installControls)
  page.setDefaultTimeout(BUSY_MS)
  await enterAs(page, who)
  // The app that is open does not know yet who has signed in.
  await page.goto('about:blank')
  return async function walkOver(screen: Screen): Promise<{ said: string[]; presses: number } | undefined> {
    const here = new Set<string>()
    /** Ways from the screen to a control, each step a press. */
    const paths: string[][] = []
    const add = (before: string[], more: Control[]) => {
      for (const { key, name } of more) {
        const path = [...before, key]
        const layer = LAYER.test(key)
        if (screen === FRAME ? !key.startsWith('frame') && !layer : key.startsWith('frame')) continue
        const common = layer && !before[0]?.startsWith('row')
        const known = common ? everywhere : here
        // A control is the same whatever was pressed before it on the screen, or in the same layer.
        const id = common ? [...before.filter((step) => layerOf(step) !== layerOf(key)), key].join(' → ') : key
        if (known.has(id) || ENDS.test(name)) continue
        known.add(id)
        paths.push(path)
      }
    }
    const opened = await open(walk, screen).catch((error: Error) => error)
    // What is done first on a screen is what an administrator does there.
    if (opened instanceof Error && who !== 'admin') return undefined
    if (opened instanceof Error) throw opened
    if (new URL(page.url()).pathname !== new URL(screen.path, page.url()).pathname) return undefined
    add([], await keys(page))
    if (!paths.length) return undefined
    const found: string[] = []
    const next = () => {
      if (draw) paths.sort((one, other) => draw.weight(other.join()).localeCompare(draw.weight(one.join())))
      return paths.pop()
    }
    let presses = 0
    for (let path = next(); path && presses < (draw?.most ?? Infinity); path = next()) {
      presses++
      const { said, more } = await follow(walk, screen, path)
      add(path, more)
      found.push(...said.map((one) => `${path!.join(' → ')}: ${one}`))
    }
    return { said: found, presses }
  }
}
const keys = (page: Page) => page.evaluate(() => window.walk.controls())
/** Presses the last control of a way and compares; `more` are the controls that it has brought. */
async function follow(walk: Walk, screen: Screen, path: string[]): Promise<{ said: string[]; more: Control[] }> {
  const { page, way, seen } = walk
  const none = (...said: string[]) => ({ said, more: [] })
  // What an earlier press has taken away for good is not missed.
  if (!(await reach(walk, screen, path))) return none()
  const before = await keys(page)
  const doIt = await press(page, path.at(-1)!, way)
  if (!doIt) return none()
  const old = await state(page)
  const { acts } = seen
  const url = page.url()
  // What stood there before is not of this press.
  await page.evaluate(() => window.walk.failed())
  seen.refused.length = 0
  const refused = await doIt().then(
    () => '',
    (error: Error) => /.*(intercepts|not visible|outside).*/.exec(error.message)?.[0].trim() ?? error.message.split('\n')[0],
  )
  if (refused) return none(`cannot be pressed: ${refused}`)
  // A page that is left meanwhile cannot be asked, and has changed.
  const changed = () => page.evaluate(([old, ms]) => window.walk.changed(old, ms), [old, SOON_MS] as const).catch(() => true)
  const end = Date.now() + BUSY_MS
  let alive = false
  do alive = seen.acts !== acts || (await changed())
  while (!alive && Date.now() < end)
  if (!alive) return none('nothing changes')
  await calm(page, seen)
  const said = await errors(page, seen)
  await page.evaluate((ms) => window.walk.rests(99, ms), BUSY_MS)
  const now = await state(page)
  // Where a press loads the app anew the browser starts at the top.
  if (now.focus === 'body' && now.born === old.born) said.push('the focus is on the body')
  const here = new URL(page.url()).pathname === new URL(screen.path, page.url()).pathname
  // A question is answered with no: what it asks about destroys something.
  const deeper = here && path.length < DEPTH && !(await page.evaluate(() => window.walk.question()))
  const more = deeper ? (await keys(page)).filter(({ key }) => !before.some((one) => one.key === key)) : []
  if (now.layers > old.layers) said.push(...(await shut(walk, now.layers)))
  const after = await place(page)
  walk.at = after.url === url && after.layers === old.layers ? path.slice(0, -1).join() : 'elsewhere'
  return { said, more }
}
/** Esc closes the layer that a press has opened, and gives the focus back. */
async function shut({ page, seen }: Walk, layers: number) {
  const said = (await page.evaluate(() => window.walk.onCross())) ? ['opens with the focus on "Chiudi"'] : []
  await page.keyboard.press('Escape')
  await page.evaluate(([most, ms]) => window.walk.rests(most, ms), [layers - 1, BUSY_MS] as const).catch(() => false)
  await calm(page, seen)
  const after = await state(page)
  // What is unsaved there, a draft of an earlier screen too, is asked about first.
  if (after.layers >= layers && !(await page.evaluate(() => window.walk.asked()))) said.push('Esc does not close it')
  else if (after.focus === 'body') said.push('Esc leaves the focus on the body')
  return said
}
async function errors(page: Page, seen: Seen) {
  const toasts = await page.evaluate(() => window.walk.failed())
  const wrong = (said: string[]) => said.filter((one) => !ANSWERS.test(one))
  return [...new Set([...wrong(seen.refused).map((one) => `refused: ${one}`), ...wrong(toasts).map((one) => `error: ${one}`)])]
}
