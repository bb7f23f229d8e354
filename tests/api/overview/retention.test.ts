import { and, eq, inArray, isNotNull, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards, customer_logs } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { activity_log, files, model_history, settings } from '../../../server/db/schema/core/system.ts'
import { gpl_card_requests } from '../../../server/db/schema/gpl/gpl.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { pay_batches, pay_documents } from '../../../server/db/schema/people/payslips.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { eraseCustomer } from '../../../server/resources/cards/erase-customer.ts'
import { sealActivity, verifyActivity } from '../../../server/resources/overview/activity-seals.ts'
import { applyRetention } from '../../../server/resources/overview/apply-retention.ts'
import { borderOf } from '../../../server/resources/overview/retention-border.ts'
import { objectOf } from '../../../src/rules/overview/activity-columns.ts'
import { inWorld } from '../support/world.ts'

const NOW = new Date('2031-05-20T10:00:00Z')
const inMay = (work: Parameters<typeof inWorld>[0]) => inWorld(work, () => NOW)
const ALL = { activity: 12, history: 24, customer_logs: 24, notifications: 6, payrolls: 60, cuds: 84, customers: 120, gpl_requests: 24 }
/** The instants just before and just at the border of so many months. */
const sides = (months: number) => {
  const { midnight } = borderOf(months, NOW)
  return [new Date(Date.parse(midnight) - 1).toISOString(), midnight] as const
}
const setTo = (db: Db, value: object) => db.insert(settings).values({ key: 'retention', value })

/** Only what a test puts there is old. */
async function young(db: Db) {
  const at = NOW.toISOString()
  await db.update(activity_log).set({ created_at: at })
  await db.update(model_history).set({ created_at: at })
  await db.update(customer_logs).set({ created_at: at })
  await db.update(notifications).set({ created_at: at })
  await db.update(pay_documents).set({ year: 2031, month: 1 })
  await db.update(customers).set({ updated_at: at })
  await db.update(gpl_card_requests).set({ updated_at: at })
}

test('the periods are read, tried and changed by super administrators alone; no period is shorter than the law allows', () =>
  inMay(async ({ as, db }) => {
    const [rete, admin] = [await as('rete'), await as('admin')]
    for (const path of ['/settings/retention', '/settings/retention/trial']) expect((await rete.get(path)).status).toBe(403)
    expect((await rete.put('/settings/retention', { rev: 0, activity: 12 })).status).toBe(403)
    const before = (await admin.get('/settings/retention')).body.data
    expect(before).toMatchObject({ rev: 0, activity: 12, history: null, payrolls: null, customers: null, gpl_requests: null })
    const short = { activity: 5, history: 23, customer_logs: 11, notifications: 0, payrolls: 59, cuds: 83, customers: 119, gpl_requests: 0 }
    const refused = await admin.put('/settings/retention', { ...short, rev: 0 })
    expect([refused.status, Object.keys(refused.body.error)]).toEqual([422, Object.keys(short)])
    expect((await admin.get('/settings/retention/trial?payrolls=59')).status).toBe(422)
    expect((await admin.put('/settings/retention', { activity: null, rev: 0 })).status).toBe(422)

    const saved = await admin.put('/settings/retention', { activity: 24, notifications: 6, rev: 0 })
    expect([saved.status, saved.body.message]).toEqual([200, 'Periodi di conservazione salvati'])
    expect(saved.body.data).toMatchObject({ rev: 1, activity: 24, notifications: 6, history: null })
    expect((await admin.put('/settings/retention', { activity: 12, rev: 0 })).body.code).toBe('stale')
    const off = await admin.put('/settings/retention', { activity: 24, notifications: null, rev: 1 })
    expect(off.body.data).toMatchObject({ rev: 2, notifications: null })
    expect(await db.$count(settings, eq(settings.key, 'company'))).toBe(0)
  }))

test('until the office decides, only the activity log goes, after twelve months', () =>
  inMay(async ({ db }) => {
    await young(db)
    const [over, within] = sides(12)
    const row = { action: 'login', method: 'POST', status: 200 }
    await db.insert(activity_log).values([over, within].map((created_at, n) => ({ ...row, path: `/confine/${n}`, created_at })))
    await db.update(notifications).set({ created_at: '2001-01-01T00:00:00.000Z' })
    await db.update(customer_logs).set({ created_at: '2001-01-01T00:00:00.000Z' })
    expect(await applyRetention({ db, now: NOW })).toEqual({ activity: 1 })
    const left = await db.select({ path: activity_log.path }).from(activity_log).where(like(activity_log.path, '/confine/%'))
    expect(left).toEqual([{ path: '/confine/1' }])
    expect(await applyRetention({ db, now: NOW })).toEqual({})
  }))

test('the trial counts what the task then removes, kind by kind, and removes nothing; the activity log says how many went and up to which day', () =>
  inMay(async ({ as, db }) => {
    await young(db)
    const admin = await as('admin')
    const [person] = await db.select().from(customers).limit(1)
    for (const [n, at] of sides(12).entries())
      await db.insert(activity_log).values({ action: 'login', method: 'POST', path: `/confine/${n}`, status: 200, created_at: at })
    for (const at of [...sides(24), ...sides(120)])
      for (const model of ['bank', 'coupon_order'])
        await db.insert(model_history).values({ model, model_id: 1, event: 'updated', old: {}, new: {}, created_at: at })
    for (const created_at of sides(24))
      for (const detail of [null, { reason: 'Dati cancellati. Obblighi' }])
        await db.insert(customer_logs).values({ action: 'modifica', customer_id: person!.id, detail, created_at })
    const notice = { user_id: admin.user_id, event: 'ticket_created' as const, title: 'T', text: 'T', link: '/', subject_type: 'ticket' }
    for (const created_at of sides(6))
      for (const held_until of [null, '2031-06-01T00:00:00.000Z'])
        await db.insert(notifications).values({ ...notice, subject_id: 1, reasons: [], created_at, held_until })
    await payslips(db)
    const old = await customersOf(db)
    const requests = await db.select().from(gpl_card_requests).orderBy(gpl_card_requests.id).limit(3)
    for (const [n, status] of (['REJECTED', 'REJECTED', 'COMPLETED'] as const).entries())
      await db
        .update(gpl_card_requests)
        .set({ status, updated_at: sides(24)[n === 1 ? 1 : 0] })
        .where(eq(gpl_card_requests.id, requests[n]!.id))
    const file = { owner_type: 'gpl_card_request', name: 'a.pdf', extension: 'pdf', mime: 'application/pdf', size: 1, sha256: 'x' } as const
    await db.insert(files).values({ ...file, uuid: 'gpl-1', owner_id: requests[0]!.id })

    const query = new URLSearchParams(Object.entries(ALL).map(([kind, months]) => [kind, String(months)]))
    const trial = (await admin.get(`/settings/retention/trial?${query}`)).body.data
    expect(trial).toEqual([
      { kind: 'activity', rows: 1, before: '2030-05-20' },
      // The changes of vouchers stay for ten years.
      { kind: 'history', rows: 4, before: '2029-05-20' },
      { kind: 'customer_logs', rows: 1, before: '2029-05-20' },
      { kind: 'notifications', rows: 1, before: '2030-11-20' },
      { kind: 'payrolls', rows: 1, before: '2026-05-20' },
      { kind: 'cuds', rows: 1, before: '2024-05-20' },
      { kind: 'customers', rows: 2, before: '2021-05-20' },
      { kind: 'gpl_requests', rows: 1, before: '2029-05-20' },
    ])
    expect(await db.$count(activity_log, eq(activity_log.path, '/confine/0'))).toBe(1)
    await setTo(db, ALL)
    expect(await applyRetention({ db, now: NOW })).toEqual(
      Object.fromEntries(trial.map(({ kind, rows }: { kind: string; rows: number }) => [kind, rows])),
    )
    const again = (await admin.get(`/settings/retention/trial?${query}`)).body.data
    expect(again.map(({ rows }: { rows: number }) => rows)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])

    const told = await db
      .select({ text: activity_log.entity_id })
      .from(activity_log)
      .where(eq(activity_log.entity, 'retention'))
      .orderBy(activity_log.id)
    expect(told.map(({ text }) => text)).toEqual([
      'Registro attività: 1, fino al 19/05/2030',
      'Storico delle modifiche: 4, fino al 19/05/2029',
      'Log operazioni clienti: 1, fino al 19/05/2029',
      'Notifiche: 1, fino al 19/11/2030',
      'Cedolini: 1, fino al 19/05/2026',
      'Certificazioni Uniche: 1, fino al 19/05/2024',
      'Dati personali dei clienti: 2, fino al 19/05/2021',
      'Richieste GPL annullate: 1, fino al 19/05/2029',
    ])
    const nameless = await db.select().from(customers).where(inArray(customers.id, old.gone)).orderBy(customers.id)
    for (const { code, businessName, fiscalCode, email, anonymised_at } of nameless)
      expect([businessName, fiscalCode, email, anonymised_at]).toEqual([`Cliente cancellato ${code}`, null, null, NOW.toISOString()])
    const kept = await db.select().from(customers).where(inArray(customers.id, old.kept))
    expect(kept.filter(({ denomination }) => denomination.startsWith('Cliente cancellato'))).toEqual([])
    expect(await db.$count(files, inArray(files.uuid, ['gpl-1', 'paghe-over', 'cud-over']))).toBe(0)
    expect(await db.$count(files, inArray(files.uuid, ['paghe-within', 'cud-within', 'paghe-waiting']))).toBe(3)
    const shown = (await admin.get('/activity?entity=retention')).body.data.data
    expect(shown.map(objectOf)).toContain('Conservazione dei dati: Cedolini: 1, fino al 19/05/2026')
  }))

test('what the rules have removed from the log is no fault of its seals, even after the period is made longer', () =>
  inMay(async ({ db }) => {
    await db.delete(activity_log)
    const row = { action: 'login', method: 'POST', path: '/vecchio', status: 200 }
    await db.insert(activity_log).values({ ...row, created_at: sides(6)[0] })
    await sealActivity({ db, now: NOW })
    await setTo(db, { activity: 6 })
    expect(await applyRetention({ db, now: NOW })).toEqual({ activity: 1 })
    await db
      .update(settings)
      .set({ value: { activity: 120 } })
      .where(eq(settings.key, 'retention'))
    await applyRetention({ db, now: NOW })
    const [cut] = await db.select().from(settings).where(eq(settings.key, 'activity-cut'))
    expect(cut!.value).toEqual({ before: borderOf(6, NOW).midnight })
    expect(await verifyActivity({ db, now: NOW })).toMatchObject({ faults: [], expired: 1 })
  }))

/** Payslips and certificates on both sides of their borders, and one that is not published. */
async function payslips(db: Db) {
  const [batch] = await db.insert(pay_batches).values({ kind: 'paghe', sources: 1 }).returning()
  const file = { owner_type: 'pay_document', name: 'a.pdf', extension: 'pdf', mime: 'application/pdf', size: 1, sha256: 'x' } as const
  const published_at = '2024-01-01T00:00:00.000Z'
  for (const [kind, name, year, month, published] of [
    ['paghe', 'over', 2026, 4, published_at],
    ['paghe', 'within', 2026, 5, published_at],
    ['paghe', 'waiting', 2020, 5, null],
    ['cud', 'over', 2023, null, published_at],
    ['cud', 'within', 2024, null, published_at],
  ] as const) {
    const [stored] = await db
      .insert(files)
      .values({ ...file, uuid: `${kind}-${name}` })
      .returning()
    await db.insert(pay_documents).values({
      ...{ kind, batch_id: batch!.id, user_id: 1, year, month, published_at: published, company: 'Prova', source: 'a.pdf' },
      ...{ pages: 1, size: 1, file_id: stored!.id, fingerprint: `${kind}-${name}` },
    })
  }
}
/** Customers of whom some may be forgotten: with all cards ended, or erased on fiscal grounds ten years ago. */
async function customersOf(db: Db) {
  const [over, within] = sides(120)
  const base = {
    kind: 'privato' as const,
    name: 'Anna',
    lastname: 'Prova',
    address: 'Via 1',
    cap: '40100',
    city: 'Bologna',
    province: 'BO',
  }
  const add = async (n: number, updated_at: string, card?: { status: 'active' | 'terminated'; updated_at: string }) => {
    const [row] = await db
      .insert(customers)
      .values({ ...base, code: 990_000 + n, email: `anna${n}@example.it`, updated_at })
      .returning()
    if (card)
      await db.insert(cards).values({
        ...{ type: 'points', number: `99000000000${n}`, customer_id: row!.id, valid_from: '2015-01-01', expires_at: '2018-01-31' },
        ...card,
      })
    return row!
  }
  const ended = await add(1, over, { status: 'terminated', updated_at: over })
  const fiscal = await add(2, over)
  const lawsuit = await add(3, over)
  for (const [row, ground] of [
    [fiscal, 'fiscale'],
    [lawsuit, 'contenzioso'],
  ] as const)
    await eraseCustomer(row, ground, { db, now: new Date(over), user: { id: 1 } as never })
  const kept = [
    lawsuit,
    await add(4, within),
    await add(5, over, { status: 'active', updated_at: over }),
    await add(6, over, { status: 'terminated', updated_at: within }),
  ]
  // What the erasures wrote is of that day, and is no part of the other kinds here.
  await db
    .update(customer_logs)
    .set({ created_at: NOW.toISOString() })
    .where(and(isNotNull(customer_logs.detail), sql`detail ->> 'reason' like 'Dati%'`, eq(customer_logs.created_at, over)))
  return { gone: [ended.id, fiscal.id], kept: kept.map(({ id }) => id) }
}
