import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { API_BASE } from '../src/contract/kernel/constants.ts'

export const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-kill-'))
export const database = (folder: string) => path.join(folder, 'pg')
/** A data folder that already holds the test seed. */
export async function seededFolder(snapshot: string): Promise<string> {
  const folder = newFolder()
  const client = await PGlite.create({ dataDir: database(folder), loadDataDir: new Blob([fs.readFileSync(snapshot)]) })
  await client.close()
  return folder
}
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

export interface Running {
  child: ChildProcess
  /** All that it has written so far. */
  output: () => string
  /** Exit code or signal, once it has ended. */
  ended: Promise<number | NodeJS.Signals>
}
/** The built server as `npm start` runs it, on this or another Node. */
export function launch(folder: string, port: number, env: Record<string, string> = {}, node = process.execPath): Running {
  const child = spawn(node, ['dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', PROFILE: 'demo', LOG_LEVEL: 'info', ...env, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails before it has stopped its server leaves none behind.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const ended = new Promise<number | NodeJS.Signals>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal!)))
  return { child, output: () => output, ended }
}
/** Waits until the server answers; gives how long that took in milliseconds. Throws what it wrote if it ends instead. */
export async function ready({ output, ended }: Running, port: number): Promise<number> {
  const since = performance.now()
  let over: number | NodeJS.Signals | undefined
  void ended.then((how) => {
    over = how
  })
  for (;;) {
    if (over !== undefined) throw new Error(`the server ended (${over}):\n${output()}`)
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}/health`).catch(() => undefined)
    // Its own word: on a port that two have found free it would be the other that answers, and that is stopped by another test.
    if (answer?.ok && output().includes('Piazzale è pronto')) return performance.now() - since
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
