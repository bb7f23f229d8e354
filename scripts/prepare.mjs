import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

export const root = path.dirname(import.meta.dirname)
const at = (...parts) => path.join(root, ...parts)
const json = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)
/** A program of the installed packages, and what runs it: no shell, no `npx` in between. */
export const program = (name) => [process.execPath, at('node_modules', ...name.split('/'))]

/** Runs a command in the project's folder with its output shown; gives whether it succeeded, within `timeout` milliseconds where one is given. */
export function run(command, args, env = {}, timeout = undefined) {
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, timeout, killSignal: 'SIGKILL' }).status === 0
  )
}

/**
 * The same, with its output passed on by us: what says nothing for `silentMs` is ended. A busy machine is slow, and may be; only what stands still is not
 * waited for. Gives `right` and `silent`.
 */
export function watched(command, args, env, silentMs) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    let silent = false
    let timer
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        silent = true
        child.kill('SIGKILL')
      }, silentMs)
    }
    heard()
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.on('data', (text) => {
        heard()
        to.write(text)
      })
    const end = () => {
      clearTimeout(timer)
      resolve({ right: child.exitCode === 0, silent })
    }
    child.once('close', end)
    child.once('error', end)
    // A process it started may hold its output open for any time.
    child.once('exit', () => setTimeout(end, 2_000).unref())
  })
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Serve Node.js 20.19 o più recente; questo è ${process.versions.node}.`)
  process.exit(1)
}

/** Installs the locked packages where one is missing or of another version. */
export function installPackages() {
  const locked = json(at('package-lock.json')).packages
  const direct = Object.keys({ ...locked[''].dependencies, ...locked[''].devDependencies }).map((name) => `node_modules/${name}`)
  const absent = direct.some((place) => json(at(place, 'package.json'))?.version !== locked[place].version)
  const installed = json(at('node_modules/.package-lock.json'))?.packages ?? {}
  const stale = Object.entries(installed).some(([place, { version }]) => locked[place]?.version !== version)
  if (!absent && !stale) return
  console.log('Installazione dei pacchetti (npm ci)…')
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) process.exit(1)
}

/** The sources of the build; packages are named by the lock file. */
const SOURCES = ['src', 'server', 'sw', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json', 'scripts']
export function sourcesPrint() {
  const hash = createHash('sha256')
  const walk = (place) => {
    if (!fs.existsSync(place)) return
    if (fs.statSync(place).isFile()) hash.update(`${path.relative(root, place)}\0`).update(fs.readFileSync(place))
    else for (const name of fs.readdirSync(place).sort()) walk(path.join(place, name))
  }
  for (const source of SOURCES) walk(at(source))
  return hash.digest('hex')
}

/** Builds client and server unless what is in `dist` was made from these very sources. The fingerprint is written last: an interrupted build is made again. */
export async function build() {
  const print = sourcesPrint()
  const stamp = at('dist/sources')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === print) return
  fs.rmSync(stamp, { force: true })
  const vite = program('vite/bin/vite.js')
  const [node, script] = vite
  const production = { NODE_ENV: 'production' }
  if (!run(node, [script, 'build', '--logLevel=warn'], production)) throw new Error('build of the client')
  if (!run(node, [script, 'build', '--ssr', 'server/main.ts', '--outDir', 'dist/server', '--logLevel=warn'], production))
    throw new Error('build of the server')
  await precompress(at('dist/client'))
  // The router plugin may have rewritten the route tree: the fingerprint is that of what was built.
  fs.writeFileSync(stamp, sourcesPrint())
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Puts a `.br` and a `.gz` beside every text the server gives out as it is (the page itself gets a nonce each time). */
async function precompress(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(js|css|svg|json|webmanifest|txt|map)$/.test(file.name))
    .map((file) => path.join(file.parentPath, file.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = fs.readFileSync(file)
      if (bytes.length < 1024) return
      const options = { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
      fs.writeFileSync(`${file}.br`, await brotli(bytes, options))
      fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }))
    }),
  )
}
