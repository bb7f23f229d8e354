import { createHash } from 'node:crypto'
import type { Browser } from '@playwright/test'
import type { Screen } from '../resources/screens.ts'
import { apiAs } from './support/api.ts'
import { type Way, walker } from './support/press.ts'
import { signedScreens } from './support/screens.ts'
import { startServer } from './support/server.ts'
import { expect, screenTest as test } from './support/test.ts'

/**
 * `PRESS=all` (`npm run test:press`): every screen in both ways. `ONLY=servizi`: the addresses of one page, or a screen by its name. Else a
 * screen for each person, in one way, drawn by a seed that is printed. `AS=admin`, `WAY=mouse`: one person, one way.
 */
const { ONLY, PRESS, AS = 'admin,gestore,lettura.rete', WAY, PRESS_SEED = String(Math.floor(Math.random() * 1e6)) } = process.env
const weight = (...parts: string[]) =>
  createHash('sha256')
    .update([PRESS_SEED, ...parts].join(' '))
    .digest('hex')
const ways = ['mouse', 'keyboard'] as const satisfies Way[]

/** What is pressed writes, so nobody else reads these data. */
async function press(browser: Browser, who: string, chosen: (screens: Screen[]) => Screen[], way: Way) {
  const { origin, stop } = await startServer()
  const found: Record<string, string[]> = {}
  try {
    const context = await browser.newContext({
      ...test.info().project.use,
      baseURL: origin,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    const begin = async () => walker(await context.newPage(), who, way)
    let walk = await begin()
    for (const screen of chosen(await signedScreens(await apiAs(origin, 'admin'))))
      await test.step(screen.name, async () => {
        const said = await walk(screen).catch(async (error: Error) => {
          // The page of a walk that broke off may be gone.
          walk = await begin()
          return [`the walk ended: ${error.message.split('\n').slice(0, 3).join(' ')}`]
        })
        const name = `${who} by ${way}: ${screen.name} ${screen.path}`
        if (said.length) found[name] = said
        if (PRESS) console.log([name, ...said].join('\n    '))
      })
    await context.close()
  } finally {
    await stop()
  }
  return found
}

for (const who of AS.split(','))
  test(`every control answers ${who}`, async ({ browser }) => {
    const all = !!PRESS || !!ONLY
    test.skip(!all, 'by npm run test:press')
    test.setTimeout(0)
    const { name } = test.info().project
    const chosen = (screens: Screen[]) => {
      const wanted = screens.filter((one) => !ONLY || one.path.includes(ONLY) || one.name === ONLY)
      const drawn = wanted.toSorted((one, other) => weight(name, who, one.name).localeCompare(weight(name, who, other.name)))
      if (!all) console.log(`${who}: "${drawn[0]!.name}", drawn with PRESS_SEED=${PRESS_SEED}`)
      return all ? drawn : drawn.slice(0, 1)
    }
    const one = weight(name, who) < '8' ? 'mouse' : 'keyboard'
    const found = {}
    for (const way of ways.filter((way) => (WAY ?? (all ? way : one)) === way)) Object.assign(found, await press(browser, who, chosen, way))
    expect(found).toEqual({})
  })
