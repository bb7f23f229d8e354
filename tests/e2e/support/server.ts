import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './machine.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** A running copy of the built product, in a process of its own. */
export interface Server {
  origin: string
  port: number
  dataDir: string
  pid: number
  /** Milliseconds from the start of the process to the first 200. */
  readyMs: number
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
  /** SIGKILL: no farewell, as a power cut to the process. */
  kill(): Promise<void>
}
export interface ServerOptions {
  /** Kept when the server ends; absent, a copy of the data made once for the run. */
  dataDir?: string
  port?: number
  env?: Record<string, string>
}
/** A folder for one test; the caller removes it. */
export const newFolder = (what: string) => fs.mkdtempSync(path.join(os.tmpdir(), `piazzale-${what}-`))
/** A folder with the demo data and the models of the tests, made by the global setup. */
export function copyOfData(): string {
  const folder = newFolder('data')
  fs.cpSync(process.env.E2E_DATA!, folder, { recursive: true })
  return folder
}

/** Starts `dist/server`; resolves when it answers. Rejects, with what it printed, when it ends before. */
export async function startServer({ dataDir = copyOfData(), port, env = {} }: ServerOptions = {}): Promise<Server> {
  const at = port ?? (await freePort())
  const started = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PROFILE: 'demo',
      LOG_LEVEL: 'warn',
      DATABASE_URL: undefined,
      ...env,
      PORT: String(at),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said = (said + chunk).slice(-4_000)))
  const origin = `http://127.0.0.1:${at}`
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${said}`)
    if (performance.now() - started > 60_000) throw new Error(`The server does not answer:\n${said}`)
    await wait(25)
  }
  const readyMs = performance.now() - started
  return { origin, port: at, dataDir, pid: child.pid!, readyMs, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') }
}
const answers = (origin: string) =>
  fetch(`${origin}/api/v1/health`).then(
    (response) => response.ok,
    () => false,
  )
async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
