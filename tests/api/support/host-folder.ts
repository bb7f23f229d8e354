import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { Caller, World } from './world.ts'

/** A drop folder of the world, whose files count as finished. */
export function folder({ deps }: World) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-drop-'))
  deps.dropDir = root
  return {
    put(place: string, name: string, text: string, { fresh, age = 60_000 }: { fresh?: boolean; age?: number } = {}) {
      const at = path.join(root, place, 'in')
      fs.mkdirSync(at, { recursive: true })
      fs.writeFileSync(path.join(at, name), text)
      const old = new Date(Date.now() - age)
      if (!fresh) fs.utimesSync(path.join(at, name), old, old)
    },
    /** Writes on, after what is there; `age` as of `put`. */
    append(place: string, name: string, text: string, age = 60_000) {
      const at = path.join(root, place, 'in', name)
      fs.appendFileSync(at, text)
      const old = new Date(Date.now() - age)
      fs.utimesSync(at, old, old)
    },
    list: (place: string) => (fs.existsSync(path.join(root, place)) ? fs.readdirSync(path.join(root, place)).toSorted() : []),
    read: (place: string) => fs.readFileSync(path.join(root, place), 'utf8'),
  }
}
/** Lines of a file, each with its end. */
export const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
/** Starts a run by its address, carries it to its end and gives its rows. */
export async function rowsOf(caller: Caller, { runs }: World, url: string, body?: object) {
  const started = await caller.post(url, body)
  expect([200, 204], JSON.stringify(started.body)).toContain(started.status)
  await runs()
  const id = started.body?.data?.job?.id
  return id ? (await caller.get(`/admin/history/${id}/rows?per_page=100`)).body.data.data : []
}
