import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { sha256 } from '../../server/lib/files/files.ts'
import { RESCUE } from '../../src/contract/kernel/rescue-format.ts'
import { zipOf } from '../../src/outbox/export.ts'
import type { NewPhoto } from '../../src/outbox/types.ts'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { makeModel } from '../e2e/support/models.ts'
import { bomb } from '../hostile-zip.ts'
import { fakeWorld } from '../outbox/fake-world.ts'
import { BIG } from './field.ts'
import { percentile, type Row, row } from './table.ts'

/** Each figure as a ratio to the same machine, equally busy, with nothing to do. */
const QUIET_MS = 5_000
/** Pictures as cameras make them, of about a megabyte each. */
async function picture(): Promise<Buffer> {
  const [width, height] = [1000, 900]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
/** The export of a device that holds one verifica with this many megabytes of pictures. */
async function honest(origin: string, admin: Api, megabytes: number): Promise<Blob> {
  const author = await apiAs(origin, 'ispettore')
  const { id: user } = await author.get('/auth/me')
  const model_id = await makeModel(admin, { ...BIG, name: `Archivio ${Date.now()}`, code: `ZIP${Date.now()}` })
  const { fake, outbox } = fakeWorld()
  fake.world.uuid = randomUUID
  fake.session = { user, name: 'Ispettore', stamp: undefined }
  const entity = randomUUID()
  const photos: NewPhoto[] = []
  for (let size = 0; size < megabytes * 1e6; ) {
    const bytes = await picture()
    size += bytes.length
    const meta = { uuid: randomUUID(), client_uuid: entity, question: 'q_photo', kind: 'photo', extension: 'jpg' }
    photos.push({ hash: sha256(bytes), bytes: new Uint8Array(bytes).buffer, type: 'image/jpeg', meta })
  }
  const input = { client_uuid: entity, model_id, station_id: 1, status: 'draft' }
  await outbox.put({ entity, lane: `inspection:${entity}`, label: 'Avvio', endpoint: 'inspections.create', input, photos })
  return zipOf(await outbox.exportData(), outbox.bytesOf)
}

/** How long others wait: `/health` every 10 ms, milliseconds. */
async function waitsWhile(origin: string, going: () => boolean): Promise<number[]> {
  const waits: number[] = []
  while (going()) {
    const from = performance.now()
    await (await fetch(`${origin}/api/v1/health`)).arrayBuffer()
    waits.push(performance.now() - from)
    await pause(10)
  }
  return waits
}
/** The same while an archive is read, from its sending to its answer. */
async function meanwhile(
  origin: string,
  admin: Api,
  zip: Blob,
): Promise<{ status: number; body: string; seconds: number; waits: number[] }> {
  const form = new FormData()
  form.append('files', zip, 'piazzale-invii.zip')
  let over = false
  const since = performance.now()
  const sending = fetch(`${origin}/api/v1/inspection/rescue`, { method: 'POST', headers: admin.headers, body: form }).then(
    async (answer) => {
      const body = await answer.text()
      over = true
      return { status: answer.status, body }
    },
  )
  const waits = await waitsWhile(origin, () => !over)
  return { ...(await sending), seconds: (performance.now() - since) / 1000, waits }
}

/** A bomb and an honest export of so many megabytes: what everybody else feels of them. */
export async function archiveRows(origin: string, megabytes: number): Promise<Row[]> {
  const admin = await apiAs(origin, 'admin')
  const rows: Row[] = []
  const cases = [
    ['a ZIP of 4 MB that holds 4 GB', 422, new Blob([new Uint8Array(bomb(RESCUE.json, 4_096))])],
    [`an honest ZIP of ${megabytes} MB`, 200, await honest(origin, admin, megabytes)],
  ] as const
  const until = performance.now() + QUIET_MS
  const quiet = percentile(await waitsWhile(origin, () => performance.now() < until), 0.99)
  console.error(`  quiet p99 ${quiet.toFixed(1)} ms`)
  for (const [name, expected, zip] of cases) {
    const { status, body, seconds, waits } = await meanwhile(origin, admin, zip)
    if (status !== expected) throw new Error(`${name} was answered with ${status}: ${body.slice(0, 300)}`)
    console.error(`  ${name}: ${seconds.toFixed(1)} s, ${body.slice(-120)}`)
    rows.push(row(`/health while ${name} is read, p99`, percentile(waits, 0.99), 'ms', 100, '≤', percentile(waits, 0.99) / quiet))
    rows.push(row(`/health while ${name} is read, the longest`, Math.max(...waits), 'ms', 250, '≤'))
  }
  return rows
}
