import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { postgresPrograms } from './postgres.mjs'
import { run } from './prepare.mjs'

/** The same engine without the windows that nobody looks at, which cost a good part of the processor; it keeps no profile on the disk and has no camera. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const placesOf = (name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
const firstOf = (names) => [process.env.CHROMIUM, ...names.flatMap(placesOf)].find((place) => place && existsSync(place))
/** The system's nginx, or undefined. */
export const nginx = () => [...placesOf('nginx'), '/usr/sbin/nginx'].find((place) => existsSync(place))
/** The system's Chromium, or undefined. CHROMIUM names another. */
export const wholeChromium = () => firstOf(WHOLE)
/** Its shell where there is one. */
export const chromium = () => firstOf([SHELL, ...WHOLE])

/** The two other engines the product is tried in: what each needs to be led by a test, and the packages of the system that bring it. */
export const ENGINES = {
  Firefox: { programs: ['firefox-esr'], packages: ['firefox-esr'] },
  WebKit: {
    programs: ['WebKitWebDriver', 'Xvfb'],
    library: "import gi; gi.require_version('WebKit2', '4.1')",
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
  },
}
/** What of it is not on this machine. */
export function lacking(engine) {
  const { programs, library } = ENGINES[engine]
  const missing = programs.filter((name) => !placesOf(name).some(existsSync))
  return library && spawnSync('/usr/bin/python3', ['-c', library]).status !== 0 ? [...missing, 'WebKit for Python'] : missing
}

let fresh = false
/** Installs packages of the system, where that is allowed and possible. */
function install(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(', ')} from the system's packages…`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  if (!fresh) fresh = run('apt-get', ['update', '-qq'], quiet)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet)
}
/** Installs what the tests need beyond npm's packages. Tests of what cannot be installed report themselves as skipped. */
export function installTools() {
  if (!wholeChromium()) install('chromium')
  if (chromium() === wholeChromium() && !process.env.CHROMIUM) install(SHELL)
  if (!postgresPrograms()) install('postgresql')
  if (!placesOf('pdftotext').some(existsSync)) install('poppler-utils')
  if (!placesOf('openssl').some(existsSync)) install('openssl')
  if (!nginx()) install('nginx-light')
  for (const engine of Object.keys(ENGINES)) if (lacking(engine).length) install(...ENGINES[engine].packages)
}
