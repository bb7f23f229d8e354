import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { activity_log, files, model_history } from '../../../server/db/schema/core/system.ts'
import { inWorld } from '../support/world.ts'

const COMPANY = { name: 'Rete Carburanti S.p.A.', address: 'Via Emilia 155, 40121 Bologna (BO)', piva: 'IT 00743110157' }
const png = (width = 300) =>
  sharp({ create: { width, height: 90, channels: 4, background: '#0b5563' } })
    .png()
    .toBuffer()

test('the company is read by those with the menu entry, and changed only by the super administrator', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, rete, admin, nobody] = [await as('ispettore'), await as('rete'), await as('admin'), await as()]
    expect((await ivan.get('/settings')).status).toBe(403)
    expect((await rete.put('/settings', COMPANY)).status).toBe(403)
    expect((await nobody.get('/settings')).status).toBe(401)
    const before = (await rete.get('/settings')).body.data
    expect(before).toMatchObject({ id: 1, rev: 0, name: 'Piazzale', address: null, logo_at: null })

    const wrong = await admin.edit('/settings', { ...COMPANY, name: '', piva: '12345678901', privacy_url: 'javascript:alert(1)' })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.body.error)).toHaveMembers(['name', 'piva', 'privacy_url'])
    const saved = await admin.put('/settings', { ...COMPANY, privacy_url: 'https://example.it/privacy', rev: 0 })
    expect([saved.status, saved.body.message]).toEqual([200, 'Impostazioni salvate'])
    expect(saved.body.data).toMatchObject({ rev: 1, name: COMPANY.name, piva: '00743110157', contacts: null })
    // Somebody who read the form before does not write over it.
    const stale = await admin.put('/settings', { ...COMPANY, name: 'Altra S.r.l.', rev: 0 })
    expect([stale.status, stale.body.code, stale.body.data.name]).toEqual([409, 'stale', COMPANY.name])
    const next = await admin.put('/settings', { name: 'Rete S.p.A.', address: null, rev: 1 })
    expect(next.body.data).toMatchObject({ rev: 2, name: 'Rete S.p.A.', address: null, piva: '00743110157' })

    expect((await nobody.get('/settings/privacy')).body.data).toEqual({ name: 'Rete S.p.A.', privacy_url: 'https://example.it/privacy' })
    const [change] = await db.select().from(model_history).where(eq(model_history.model, 'settings')).orderBy(desc(model_history.id))
    expect(change).toMatchObject({ old: { name: COMPANY.name }, new: { name: 'Rete S.p.A.' }, user_id: admin.user_id })
    const [act] = await db.select().from(activity_log).where(eq(activity_log.entity, 'settings')).orderBy(desc(activity_log.id))
    expect(act).toMatchObject({ action: 'modifica', entity_id: 'company', user_id: admin.user_id, status: 200 })
  }))

test('a logo must be a picture; a new one replaces the old', () =>
  inWorld(async ({ as, db }) => {
    const [rete, admin] = [await as('rete'), await as('admin')]
    expect((await rete.upload('/settings/logo', [{ name: 'logo.png', bytes: await png() }])).status).toBe(403)
    const broken = (await png()).subarray(0, 60)
    expect((await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: broken }])).status).toBe(415)
    expect((await admin.upload('/settings/logo', [{ name: 'logo.svg', bytes: Buffer.from('<svg/>') }])).status).toBe(415)
    expect((await rete.get('/settings/logo')).status).toBe(404)
    for (const width of [300, 200]) {
      const sent = await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: await png(width) }])
      expect([sent.status, sent.body.data.logo_at]).toEqual([201, expect.any(String)])
    }
    const read = await rete.get('/settings/logo')
    expect((await sharp(read.bytes).metadata()).width).toBe(200)
    expect(await db.$count(files, eq(files.owner_type, 'settings'))).toBe(1)
    expect((await admin.del('/settings/logo')).status).toBe(204)
    expect((await admin.get('/settings')).body.data.logo_at).toBeNull()
  }))

test('uploading and removing a logo touches no other file; removing a missing logo is not recorded', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const own = { mime: 'image/png', extension: 'png', size: 1, sha256: 'x', name: 'a.png' }
    const others = [
      { ...own, uuid: crypto.randomUUID(), owner_type: 'settings', owner_id: 2 },
      { ...own, uuid: crypto.randomUUID(), owner_type: 'bank', owner_id: 1 },
    ]
    await db.insert(files).values(others as never)
    const logos = async () => (await db.select().from(files)).map(({ owner_type, owner_id }) => `${owner_type} ${owner_id}`).sort()
    const before = await logos()
    expect((await admin.del('/settings/logo')).status).toBe(204)
    expect(await db.$count(model_history, eq(model_history.model, 'settings'))).toBe(0)
    for (const _ of [1, 2]) expect((await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: await png() }])).status).toBe(201)
    expect(await logos()).toEqual([...before, 'settings 1'].sort())
    expect((await admin.del('/settings/logo')).status).toBe(204)
    expect(await logos()).toEqual(before)
    expect(await db.$count(model_history, eq(model_history.model, 'settings'))).toBe(3)
  }))
