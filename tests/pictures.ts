import fs from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { build } from '../scripts/prepare.mjs'
import { chromiumArgs, chromium as executable } from './e2e/support/machine.ts'
import { startServer } from './e2e/support/server.ts'
import { signIn } from './e2e/support/test.ts'
import { begin, prepared, tap } from './e2e/support/verifica.ts'
import { newFolder } from './server-process.ts'

/**
 * `npm run pictures`: makes the pictures of README and docs/design.md from the demo data, in docs/pictures. The data are those of the seed, with days
 * relative to today; colours are reduced, so that a picture stays below 100 kB.
 */
const FOLDER = 'docs/pictures'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true }
const desk = { viewport: { width: 1440, height: 900 } }

await build()
const server = await startServer({ dataDir: newFolder() })
const browser = await chromium.launch({ args: chromiumArgs, ...(executable && { executablePath: executable }) })
fs.mkdirSync(FOLDER, { recursive: true })
try {
  const [atDesk, onTablet, onPhone] = [await shot('rete', desk, '/prezzi'), await shot('gestore', tablet, '/stazioni/1'), await inHand()]
  await save('overview', await together(atDesk, onTablet, onPhone))
  await save('list', await shot('admin', desk, '/stazioni'))
  await save('record', await shot('admin', desk, '/stazioni/banche/1?scheda=carte'))
  await save('form', await shot('admin', desk, '/impostazioni'))
  await save('dialog', await shot('admin', desk, '/stazioni/banche?modulo=nuovo'))
  await save('first-screen', await shot('rete', desk, '/dashboard'))
} finally {
  await browser.close()
  await server.stop()
}

async function page(options: BrowserContextOptions, name: string, work: (page: Page) => Promise<unknown>): Promise<Buffer> {
  const context = await (browser as Browser).newContext({
    baseURL: server.origin,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
    ...options,
  })
  const shown = await context.newPage()
  await signIn(shown, name)
  await work(shown)
  // Nothing is on its way, and no message covers the page.
  await shown.waitForLoadState('networkidle')
  await shown.waitForTimeout(1_500)
  const picture = await shown.screenshot()
  await context.close()
  return picture
}
function shot(name: string, options: BrowserContextOptions, address: string) {
  return page(options, name, (shown) => shown.goto(address))
}
/** An inspector in the middle of an inspection, on a phone. */
function inHand() {
  return page(phone, 'ispettore', async (shown) => {
    await prepared(shown)
    await begin(shown, 'PV010', 'HACCP bar')
    await tap(shown, 'Manuale di autocontrollo e registri presenti e compilati?', 'Sì')
    await shown.getByRole('button', { name: 'Chiudi' }).first().click()
  })
}

/** Three pictures as one: a desk, before it a tablet, and beside them a phone. */
async function together(atDesk: Buffer, onTablet: Buffer, onPhone: Buffer): Promise<Buffer> {
  const place = async (bytes: Buffer, width: number, left: number, top: number) => {
    const input = await sharp(bytes)
      .resize({ width })
      .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#8a9a9c' })
      .png()
      .toBuffer()
    return { input, left, top }
  }
  return sharp({ create: { width: 1280, height: 780, channels: 3, background: '#ffffff' } })
    .composite([await place(atDesk, 900, 0, 0), await place(onTablet, 560, 376, 352), await place(onPhone, 310, 964, 54)])
    .png()
    .toBuffer()
}
async function save(name: string, picture: Buffer) {
  await sharp(picture)
    .resize({ width: name === 'overview' ? 1280 : 960 })
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(`${FOLDER}/${name}.png`)
  console.log(`${FOLDER}/${name}.png`)
}
