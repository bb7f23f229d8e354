import { existsSync } from 'node:fs'
import path from 'node:path'
import { postgresPrograms } from './postgres.mjs'
import { run } from './prepare.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const placesOf = (name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
/** The system's Chromium, or undefined. CHROMIUM names another. */
export function chromium() {
  return [process.env.CHROMIUM, ...NAMES.flatMap(placesOf)].find((place) => place && existsSync(place))
}

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
  if (!chromium()) install('chromium')
  if (!postgresPrograms()) install('postgresql')
  if (!placesOf('pdftotext').some(existsSync)) install('poppler-utils')
  if (!placesOf('openssl').some(existsSync)) install('openssl')
}
