import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import type { Screen } from '../resources/screens.ts'
import { apiAs } from './support/api.ts'
import { type Draw, FRAME, walker } from './support/press.ts'
import type { Way } from './support/reach.ts'
import { signedScreens } from './support/screens.ts'
import { startServer } from './support/server.ts'
import { expect, screenTest as test } from './support/test.ts'

/**
 * `PRESS=all` (`npm run test:press`): every screen in both ways. `ONLY=servizi`: the addresses of one page, or a screen by its name. Else
 * some controls for each person in one way, of a screen and, where that has fewer, of the next, drawn by a seed that is printed.
 * `AS=admin`, `WAY=mouse`: one person, one way. `DONE=walk.log`: what an earlier walk wrote; its screens are not walked again.
 */
const { DONE, ONLY, PRESS, AS = 'admin,gestore,lettura.rete', WAY, PRESS_SEED = String(Math.floor(Math.random() * 1e6)) } = process.env
const weight = (...parts: string[]) =>
  createHash('sha256')
    .update([PRESS_SEED, ...parts].join(' '))
    .digest('hex')
const ways = ['mouse', 'keyboard'] as const satisfies Way[]

const done = DONE ? readFileSync(DONE, 'utf8') : ''

/** How many controls where screens are drawn: some twenty seconds. */
const MOST = 12

/** What is pressed writes, so nobody else reads these data. With `draw` it goes on until so many controls are pressed, or one is wrong. */
async function press(browser: Browser, who: string, chosen: (screens: Screen[]) => Screen[], way: Way, draw?: Draw) {
  const { origin, stop } = await startServer()
  const found: Record<string, string[]> = {}
  try {
    const context = await browser.newContext({
      ...test.info().project.use,
      baseURL: origin,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    const begin = async () => walker(await context.newPage(), who, way, draw)
    let walk = await begin()
    for (const screen of chosen([FRAME, ...(await signedScreens(await apiAs(origin, 'admin')))])) {
      const name = `${who} by ${way}: ${screen.name} ${screen.path}`
      if (done.includes(`${name}, `)) continue
      const walked = await test.step(screen.name, () =>
        walk(screen).catch(async (error: Error) => {
          // The page of a walk that broke off may be gone.
          walk = await begin()
          return { said: [`the walk ended: ${error.message.split('\n').slice(0, 3).join(' ')}`], presses: 0 }
        }),
      )
      if (!walked) continue
      const { said, presses } = walked
      if (said.length) found[name] = said
      console.log([`${name}, ${presses} pressed`, ...said].join('\n    '))
      if (draw) draw.most -= presses
      if (draw && (draw.most <= 0 || said.length)) break
    }
    await context.close()
  } finally {
    await stop()
  }
  return found
}

for (const who of AS.split(','))
  test(`every control answers ${who}`, async ({ browser }) => {
    const all = !!PRESS || !!ONLY
    if (all) test.setTimeout(0)
    else console.log(`${who}: drawn with PRESS_SEED=${PRESS_SEED}`)
    const { name } = test.info().project
    const chosen = (screens: Screen[]) =>
      screens
        .filter((one) => !ONLY || one.path.includes(ONLY) || one.name === ONLY)
        .toSorted((one, other) => weight(name, who, one.name).localeCompare(weight(name, who, other.name)))
    const draw = all ? undefined : { most: MOST, weight: (what: string) => weight(name, who, what) }
    const one = weight(name, who) < '8' ? 'mouse' : 'keyboard'
    const found = {}
    for (const way of ways.filter((way) => (WAY ?? (all ? way : one)) === way))
      Object.assign(found, await press(browser, who, chosen, way, draw))
    expect(found).toEqual({})
  })
