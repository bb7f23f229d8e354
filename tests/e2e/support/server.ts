import fs from 'node:fs'
import { freePort, launch, newFolder, ready } from '../../server-process.ts'

/** A running copy of the built product, in a process of its own. */
export interface Server {
  origin: string
  port: number
  dataDir: string
  pid: number
  /** Milliseconds from the start of the process to the first 200. */
  readyMs: number
  /** All that it has written so far. */
  output: () => string
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}
export interface ServerOptions {
  /** Kept when the server ends; absent, a copy of the data made once for the run. */
  dataDir?: string
  port?: number
  /** `warn` unless the test reads what is written. */
  log?: 'info'
}
/** A folder with the demo data and the models of the tests, made by the global setup. */
export function copyOfData(): string {
  const folder = newFolder()
  fs.cpSync(process.env.E2E_DATA!, folder, { recursive: true })
  return folder
}

/** Starts the built server; resolves when it answers. Rejects, with what it printed, when it ends before. */
export async function startServer({ dataDir = copyOfData(), port, log }: ServerOptions = {}): Promise<Server> {
  const at = port ?? (await freePort())
  const running = launch(dataDir, at, { LOG_LEVEL: log ?? 'warn' })
  const readyMs = await ready(running, at)
  const { child, ended } = running
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { origin: `http://127.0.0.1:${at}`, port: at, dataDir, pid: child.pid!, readyMs, output: running.output, stop }
}
