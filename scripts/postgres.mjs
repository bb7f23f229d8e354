import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Folder of PostgreSQL's server programs (newest version first), or undefined where it is not installed. */
export function postgresPrograms() {
  const versions = fs.existsSync('/usr/lib/postgresql') ? fs.readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name))))
}

/** PostgreSQL refuses to run as root: it is started as the system's user for it, or as `nobody`. */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const people = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = people.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid) return { uid: Number(uid), gid: Number(gid) }
  }
  return {}
}

/**
 * Starts a throw-away PostgreSQL that listens on a socket of its own only. `extra`: settings over ours, as `name=value`.
 * @param {string[]} extra
 * @returns {Promise<{ url: string, pid: () => number, start: () => Promise<void>, end: (signal: string) => Promise<void>, stop: () => Promise<void> } | undefined>}
 *   undefined where PostgreSQL is not installed
 */
export async function startPostgres(extra = []) {
  const programs = postgresPrograms()
  if (!programs) return undefined
  const who = owner()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-pg-'))
  if (who.uid !== undefined) fs.chownSync(folder, who.uid, who.gid)
  const data = path.join(folder, 'data')
  const options = { ...who, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  execFileSync(`${programs}/initdb`, ['-D', data, '-U', 'piazzale', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    ...extra,
  ]
  // Its output goes to a file: nobody reads a pipe while this process waits for a test runner, and a full pipe stops the server.
  const log = path.join(folder, 'log')
  let server
  async function start() {
    const said = fs.openSync(log, 'w')
    const child = spawn(`${programs}/postgres`, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: ['ignore', 'ignore', said],
    })
    fs.closeSync(said)
    const state = { child, over: false, ended: new Promise((resolve) => child.once('exit', resolve)) }
    void state.ended.then(() => {
      state.over = true
    })
    server = state
    while (!fs.readFileSync(log, 'utf8').includes('ready to accept connections')) {
      if (server.over) throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(log, 'utf8')}`)
      await setTimeout(20)
    }
  }
  /** Stops the server with that signal: `SIGINT` closes the connections and shuts down cleanly, `SIGQUIT` ends at once. */
  async function end(signal) {
    server.child.kill(signal)
    await server.ended
  }
  await start()
  return {
    url: `postgres://piazzale@localhost/postgres?host=${encodeURIComponent(folder)}`,
    pid: () => server.child.pid,
    start,
    end,
    async stop() {
      await end('SIGINT')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
