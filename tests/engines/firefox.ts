import fs from 'node:fs'
import path from 'node:path'
import type { Running } from './browser.ts'
import { connectMarionette } from './marionette.ts'
import { startGroup, timeouts } from './process-group.ts'

/** The browser chooses the port and writes it into its profile. A killed one comes back without a question. */
const PREFERENCES = {
  'marionette.port': 0,
  'intl.accept_languages': 'it-IT,it',
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
}

/** Firefox without a window; it takes the commands on a socket of its own. It does not get narrower than 500 px. */
export async function openFirefox(profile: string): Promise<Running> {
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  fs.writeFileSync(path.join(profile, 'user.js'), lines.join('\n'))
  const portFile = path.join(profile, 'MarionetteActivePort')
  fs.rmSync(portFile, { force: true })
  const { child, output, until } = startGroup('firefox-esr', ['-headless', '-marionette', '-no-remote', '-profile', profile], {
    HOME: profile,
    MOZ_HEADLESS_WIDTH: '390',
    MOZ_HEADLESS_HEIGHT: '844',
    MOZ_CRASHREPORTER_DISABLE: '1',
  })
  const port = await until(() => (fs.existsSync(portFile) ? Number(fs.readFileSync(portFile, 'utf8')) : 0))
  const send = connectMarionette(port)
  await send('WebDriver:NewSession', { timeouts })
  return {
    processes: [child],
    output,
    navigate: (url) => send('WebDriver:Navigate', { url }),
    run: async (script, args) => (await send('WebDriver:ExecuteAsyncScript', { script, args })).value,
    click: (id) => send('WebDriver:ElementClick', { id }),
    type: (id, text) => send('WebDriver:ElementSendKeys', { id, text }),
  }
}
