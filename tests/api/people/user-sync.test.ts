import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { managements } from '../../../server/db/schema/people/managements.ts'
import { managers } from '../../../server/db/schema/people/managers.ts'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import { inWorld, type World } from '../support/world.ts'

const codeOf = (lastname: string) => fiscalCodeOf({ name: 'Mario', lastname, female: false, bornDate: '1975-04-12', cadastral: 'H501' })
/** A manager with a management of a station of his own, running or ended. */
async function manager({ db }: World, lastname: string, ended: boolean, more: object = {}) {
  const [made] = await db
    .insert(managers)
    .values({
      name: 'Mario',
      lastname,
      fiscalCode: codeOf(lastname),
      phone: '+393331234567',
      email: `${lastname.toLowerCase()}@example.it`,
      ...more,
    })
    .returning()
  const stations = (await db.execute(
    sql`select id from stations where id not in (select station_id from managements) order by id limit 1`,
  )) as unknown as { rows: { id: number }[] }
  await db.insert(managements).values({
    ...{
      station_id: stations.rows[0]!.id,
      manager_id: made!.id,
      type: 'diretta',
      from: '2020-01-01',
      ended_at: ended ? '2021-01-01' : null,
    },
    ...{ businessName: 'Prova', address: 'Via 1', piva: '01234567897', sdi: '0000000' },
  })
  return made!
}
const accountOf = async ({ db }: World, email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]

test('the accounts of managers follow their managements, and nobody else’s does', () =>
  inWorld(async (world) => {
    world.lookAway()
    const { db, as } = world
    await db.delete(managements)
    await db.update(managers).set({ user_id: null })
    expect((await (await as('contabilita')).patch('/users/manager/sync')).status).toBe(403)
    const [gone] = await db
      .insert(users)
      .values({ name: 'Uscito Mario', email: 'uscito@example.it', roles: ['manager'], fiscalCode: codeOf('Uscito') })
      .returning()
    const [office] = await db
      .insert(users)
      .values({ name: 'Ufficio Mario', email: 'ufficio@example.it', roles: ['manager', 'accounting'], fiscalCode: codeOf('Ufficio') })
      .returning()
    const fresh = await manager(world, 'Nuovo', false)
    await manager(world, 'Uscito', true, { user_id: gone!.id })
    await manager(world, 'Ufficio', true, { user_id: office!.id })
    const admin = await as('admin')
    expect((await admin.patch('/users/manager/sync')).status).toBe(204)
    const made = await accountOf(world, 'nuovo@example.it')
    expect(made).toMatchObject({ name: 'Mario Nuovo', roles: ['manager'], permissions: [], enabled: 1, fiscalCode: codeOf('Nuovo') })
    expect((await db.select().from(managers).where(eq(managers.id, fresh.id)))[0]!.user_id).toBe(made!.id)
    expect((await accountOf(world, 'uscito@example.it'))!.enabled).toBe(0)
    expect((await accountOf(world, 'ufficio@example.it'))!.enabled).toBe(1)
    expect((await accountOf(world, 'dipendente@demo.example.it'))!.enabled).toBe(1)
    // Again: nothing more happens.
    const before = await db.$count(users)
    expect((await admin.patch('/users/manager/sync')).status).toBe(204)
    expect(await db.$count(users)).toBe(before)
  }))

test('if one account cannot be aligned nothing is done, and the sentence names the manager', () =>
  inWorld(async (world) => {
    world.lookAway()
    const { db, as } = world
    await db.delete(managements)
    await db.update(managers).set({ user_id: null })
    await db.insert(users).values({ name: 'Altra Persona', email: 'storto@example.it', roles: ['driver'], fiscalCode: codeOf('Altro') })
    await manager(world, 'Nuovo', false)
    await manager(world, 'Storto', false)
    const answer = await (await as('admin')).patch('/users/manager/sync')
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'Gestore Mario Storto: Il codice fiscale dell’account è diverso da quello del gestore: correggere prima uno dei due.',
    ])
    expect(await accountOf(world, 'nuovo@example.it')).toBeUndefined()
  }))
