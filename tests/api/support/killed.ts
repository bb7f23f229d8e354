import { PGlite } from '@electric-sql/pglite'
import { afterAll, vi } from 'vitest'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { database, freePort, launch, type Running, ready } from '../../server-process.ts'
import { PASSWORD } from './world.ts'

/** The built server on a folder of its own, to be killed; all that are left end with the test file. */
const servers: Running[] = []
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
})
/** Works in the database of a folder that no server has open. */
export async function inFolder(folder: string, work: (client: PGlite) => Promise<unknown>) {
  const client = await PGlite.create(database(folder))
  try {
    return (await work(client)) as { rows: Record<string, number>[] }
  } finally {
    await client.close()
  }
}

/** Starts the server, signed in as somebody of the demonstration. */
export async function serve(folder: string, env: Record<string, string>, name = 'admin') {
  const port = await freePort()
  const server = launch(folder, port, { LOG_LEVEL: 'error', ...env })
  servers.push(server)
  await ready(server, port)
  const call = async (method: string, path: string, token = '', body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { data: any } }
  }
  const { body } = await call('POST', '/auth/login', '', { email: `${name}@demo.example.it`, password: PASSWORD })
  const ask = (method: string, path: string, given?: object) => call(method, path, body.data.token, given)
  const job = async (id: number) => (await ask('GET', `/admin/history/${id}`)).body.data
  const until = (id: number, right: (job: any) => boolean) =>
    vi.waitUntil(async () => right(await job(id)), { timeout: 120_000, interval: 10 })
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  return { ask, job, until, kill }
}
