import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inviteAdmin } from '../../../server/cli/invite-admin.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { ecommerce_orders } from '../../../server/db/schema/shop/shop.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { seedDemo } from '../../../server/db/seed/demo.ts'
import { digests } from '../../../server/db/seed/tables.ts'
import { inWorld } from '../support/world.ts'

const CHOSEN = 'montagna verde lavagna 12'

test('the first administrator is invited, chooses a password and signs in; the link is spent', () =>
  inWorld(async ({ as, db }) => {
    const nobody = await as()
    await inviteAdmin(db, { email: 'prima@demo.example.it', name: 'Prima Persona' }, new Date())
    const token = await inviteAdmin(db, { email: 'prima@demo.example.it', name: 'Prima Persona' }, new Date())
    expect((await nobody.post('/auth/invitation', { token })).body.data).toMatchObject({ name: 'Prima Persona' })
    const accept = () => nobody.post('/auth/accept-invitation', { token, password: CHOSEN, password_confirmation: CHOSEN })
    expect((await accept()).status).toBe(200)
    expect((await accept()).status).toBe(422)
    const signed = await nobody.post('/auth/login', { email: 'prima@demo.example.it', password: CHOSEN })
    const me = await nobody.get('/auth/me', { authorization: `Bearer ${signed.body.data.token}` })
    expect(me.body.data).toMatchObject({ scope: ['super-admin'], all_stations: true })
    for (const email of ['prima@demo.example.it', 'ispettore@demo.example.it'])
      await expect(inviteAdmin(db, { email, name: 'Altra Persona' }, new Date())).rejects.toThrow('Esiste già un utente con questa email.')
  }))

test('the demo starts over imported stations too, and touches nothing where there are people', () =>
  inWorld(async ({ db }) => {
    const before = await digests(db)
    await seedDemo(db)
    expect(await digests(db)).toEqual(before)
    const known = Math.max(...(await db.select({ id: users.id }).from(users)).map(({ id }) => id))
    await db.delete(inspections)
    await db.delete(ecommerce_orders)
    await db.delete(users)
    await seedDemo(db)
    expect(await db.$count(stations)).toBe(8)
    const assigned = await db
      .select({ id: station_acl.station_id })
      .from(station_acl)
      .innerJoin(users, eq(users.id, station_acl.user_id))
      .where(eq(users.email, 'stazione@demo.example.it'))
    expect(assigned).toHaveLength(3)
    const [next] = await db.insert(users).values({ name: 'Nora', email: 'nora@example.it', roles: [] }).returning()
    expect(next!.id, 'a number given before is given to nobody else').toBeGreaterThan(known)
  }))
