import { chromium as systemChromium, wholeChromium } from '../../../scripts/tools.mjs'

/** The Chromium of this machine; undefined lets Playwright look for its own, and say so where there is none. */
export const chromium = systemChromium()
const whole = wholeChromium()
/** For what its shell has not: a profile that outlives the process, a camera. */
export const wholeBrowser = { ...(whole && { executablePath: whole }) }
/** As quiet as a browser gets: nothing of its own over the network, no sandbox inside a container. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
