import { existsSync } from 'node:fs'
import path from 'node:path'
import { postgresPrograms } from './postgres.mjs'
import { run } from './prepare.mjs'

/** The same engine without the windows that nobody looks at, which cost a good part of the processor; it keeps no profile on the disk and has no camera. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const placesOf = (name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
const firstOf = (names) => [process.env.CHROMIUM, ...names.flatMap(placesOf)].find((place) => place && existsSync(place))
/** The system's Chromium, or undefined. CHROMIUM names another. */
export const wholeChromium = () => firstOf(WHOLE)
/** Its shell where there is one. */
export const chromium = () => firstOf([SHELL, ...WHOLE])

let fresh = false
/** Installs a package of the system, where that is allowed and possible. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${name} from the system's packages…`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  if (!fresh) fresh = run('apt-get', ['update', '-qq'], quiet)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}
/** Installs what the tests need beyond npm's packages. Tests of what cannot be installed report themselves as skipped. */
export function installTools() {
  if (!wholeChromium()) install('chromium')
  if (chromium() === wholeChromium() && !process.env.CHROMIUM) install(SHELL)
  if (!postgresPrograms()) install('postgresql')
  if (!placesOf('pdftotext').some(existsSync)) install('poppler-utils')
  if (!placesOf('openssl').some(existsSync)) install('openssl')
}
