import { existsSync } from 'node:fs'
import path from 'node:path'
import { postgresPrograms } from './postgres.mjs'
import { run } from './prepare.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** The system's Chromium, or undefined. CHROMIUM names another. */
export function chromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place))
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
/** Sees to what the tests use beyond npm's packages; what cannot be had is reported as skipped by whoever needs it. */
export function installTools() {
  if (!chromium()) install('chromium')
  if (!postgresPrograms()) install('postgresql')
}
