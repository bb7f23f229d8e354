import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { checkAtNight, selfCheck } from '../../../server/resources/overview/self-check.ts'
import { rules } from '../../../server/resources/overview/self-check-rules.ts'
import { inWorld, type World } from '../support/world.ts'

/** One record that breaks each rule. Null: a constraint of the database does not let it be broken. */
const faults: Record<string, ReturnType<typeof sql> | null> = {
  managements: null,
  customers: sql`update customers set active = false where id = (select min(customer_id) from cards where status = 'active')`,
  replaced: sql`update cards set replaced_by_id = null where id = (select min(id) from cards where status = 'replaced')`,
  closed: sql`insert into tickets (id_year, id_number, status_id, category_id, subject, description, priority, requester_id, due_at, source, uid)
    values (2026, 1, 5, (select min(id) from ticket_categories), 'Chiuso', 'Senza data', 2, 1, now(), 'web', 'closed')`,
  inspections: sql`update inspections set model_version = null where id = (select min(id) from inspections where status = 'completed')`,
  prices: sql`update prices set price = -1 where id = (select min(id) from prices)`,
  vouchers: sql`update coupon_orders set vouchers = vouchers + 1 where id = (select min(id) from coupon_orders where status = 'issued')`,
  courses: sql`update gpl_courses set seats = 0 where id = (select min(course_id) from gpl_card_requests where status in ('WAITING_COURSE', 'COMPLETED'))`,
  gpl: sql`update gpl_card_requests set card_id = null, status = 'COMPLETED' where id = (select min(id) from gpl_card_requests)`,
  cash: sql`insert into cash_funds (management_id, kind, "cashFundAmount", "cashFundDate") select min(id), 'restituzione', 9999999, '2026-01-01' from managements`,
  orders: sql`update ecommerce_orders set total = total + 1 where id = (select min(id) from ecommerce_orders)`,
  stock: sql`update ecommerce_products set stock = -1 where id = (select min(id) from ecommerce_products)`,
  rights: sql`update users set roles = '{}', permissions = '{}' where id = (select min(id) from users where not 'manager' = any(roles) and not 'superAdmin' = any(roles))`,
  administrator: sql`update users set enabled = 0 where 'superAdmin' = any(roles)`,
  manager: sql`update managers set user_id = null where user_id is not null`,
  files: sql`insert into files (uuid, owner_type, owner_id, name, extension, mime, size, sha256) values ('nowhere', 'bank', 1, 'perso.pdf', 'pdf', 'application/pdf', 1, '00')`,
}
const check = async ({ db, deps }: Pick<World, 'db' | 'deps'>) => (await selfCheck({ db, now: deps.now(), files: deps.files })).rules
const broken = (checked: Awaited<ReturnType<typeof check>>) => checked.filter((rule) => rule.broken).map(({ key }) => key)

test('only super administrators see the state and start a check', () =>
  inWorld(async ({ as }) => {
    const reader = await as('lettura.rete')
    expect((await reader.get('/system/state')).status).toBe(403)
    expect((await reader.post('/system/check', {})).status).toBe(403)
    expect((await reader.get('/system/first-day')).status).toBe(403)
    const admin = await as('admin')
    expect((await admin.get('/system/state')).body.data.check).toBeNull()
    const { status, body } = await admin.post('/system/check', {})
    expect([status, body.message]).toEqual([200, 'Controllo eseguito'])
    const { data } = (await admin.get('/system/state')).body
    expect(data).toMatchObject({
      version: 'test',
      engine: 'embedded',
      connections: null,
      devices: { waiting: 0, oldest_at: null },
      check: body.data,
    })
    expect(data.memory).toBeGreaterThan(1e6)
  }))

/** The seed of tests has rows of files without bytes. */
const dropFiles = ({ db }: World) => db.execute(sql`delete from files`)

test('what the seed makes keeps every rule, and each rule notices the record that breaks it', () =>
  inWorld(async (world) => {
    world.lookAway()
    await dropFiles(world)
    expect(broken(await check(world))).toEqual([])
    expect([...rules.map(({ key }) => key), 'files']).toHaveMembers(Object.keys(faults))
    const noticed: Record<string, boolean> = {}
    for (const [key, fault] of Object.entries(faults)) {
      if (!fault) continue
      const undo = new Error('undo')
      const look = world.db.transaction(async (tx) => {
        await tx.execute(fault)
        noticed[key] = !!(await check({ ...world, db: tx })).find((rule) => rule.key === key)?.examples.length
        throw undo
      })
      await look.catch((error) => expect(error, key).toBe(undo))
    }
    expect(Object.entries(noticed).filter(([, found]) => !found)).toEqual([])
  }))

test('what the night finds is told to super administrators alone, with rule and record', () =>
  inWorld(async (world) => {
    world.lookAway()
    await dropFiles(world)
    const { db, deps } = world
    const night = () => checkAtNight({ db, now: deps.now(), files: deps.files, jobs: deps.jobs, origin: deps.origin })
    await night()
    expect(await db.select().from(notifications)).toEqual([])
    await db.execute(sql`update ecommerce_products set stock = -3 where code = (select min(code) from ecommerce_products)`)
    await night()
    const told = await db.select().from(notifications)
    const admins = await db
      .select({ id: users.id })
      .from(users)
      .where(sql`'superAdmin' = any(roles) and enabled = 1 and deleted_at is null`)
    expect(told.map(({ user_id }) => user_id)).toHaveMembers(admins.map(({ id }) => id))
    expect(told[0]).toMatchObject({ title: 'Una regola dei dati non è rispettata', link: '/impostazioni?scheda=stato' })
    expect(told[0]!.text).toMatch(/^Nessun articolo ha una giacenza negativa\. Casi: 1 \(\S+\)\.$/)
  }))

test('the first day ticks what is stored, and asks nothing of a demonstration', () =>
  inWorld(async ({ as, db, deps }) => {
    const admin = await as('admin')
    const steps = async () =>
      Object.fromEntries((await admin.get('/system/first-day')).body.data.map((one: { key: string; done: boolean }) => [one.key, one.done]))
    expect(await steps()).toEqual({})
    deps.demo = false
    await db.execute(sql`update inspection_models set status = 'draft'`)
    await db.execute(sql`delete from notification_group_users`)
    await db.execute(sql`update users set enabled = 0 where id <> ${admin.user_id}`)
    await db.execute(sql`update stations set deleted_at = now()`)
    expect(await steps()).toEqual({ company: false, users: false, stations: false, models: false, groups: false, mail: false })
    const { rev } = (await admin.get('/settings')).body.data
    expect((await admin.put('/settings', { rev, name: 'Rete S.r.l.' })).status).toBe(200)
    await db.execute(sql`update inspection_models set status = 'active' where id = (select min(id) from inspection_models)`)
    const [group] = (await admin.get('/support/notification-groups')).body.data.data
    expect((await admin.put(`/support/notification-groups/${group.id}`, { rev: group.rev, users: [admin.user_id] })).status).toBe(200)
    expect(await steps()).toEqual({ company: true, users: false, stations: false, models: true, groups: true, mail: false })
  }))
