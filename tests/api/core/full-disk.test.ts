import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

test('a file that the full disk of the server does not take is a 507 without advice to delete, leaves nothing, and goes through once there is room', () =>
  inWorld(async ({ as, db, deps }) => {
    const { files: roomy } = deps
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const key = { 'idempotency-key': randomUUID() }
    const send = () => admin.upload(`/stations/${id}/upload`, [{ name: 'cpi.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }], {}, key)
    const stored = () => db.$count(files, eq(files.owner_type, 'station'))
    const had = await stored()
    deps.files = {
      ...roomy,
      write: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
    }
    const refused = await send()
    expect([refused.status, refused.body.error]).toEqual([
      507,
      'Lo spazio su disco del server è esaurito: avvisare chi lo amministra e riprovare più tardi.',
    ])
    expect(await stored()).toBe(had)
    deps.files = roomy
    expect((await send()).status).toBe(201)
    expect(await stored()).toBe(had + 1)
  }))
