import { and, eq, isNotNull, isNull, like } from 'drizzle-orm'
import { notification_marks } from '../../../server/db/schema/notifications/notifications.ts'
import { managements, management_obligations as table } from '../../../server/db/schema/people/managements.ts'
import { managers } from '../../../server/db/schema/people/managers.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import type { Caller } from './world.ts'

/** A manager's data as they are sent; the codice fiscale fits the day of birth. */
export const rossi = {
  ...{
    name: 'Mario',
    lastname: 'Rossi',
    bornIn: 'Milano',
    bornDate: '1985-12-10',
    phone: '+393331234567',
    email: 'mario.rossi@example.it',
  },
  ...{ residence: 'Via Roma 1, 43036 Fidenza (PR)', fiscalCode: 'RSSMRA85T10A562S', identityCard: 'CA12345AB' },
  ...{ identityCardExpiration: '2031-12-10', expiration: '2030-01-31' },
}
export const bianchi = {
  ...{ name: 'Anna', lastname: 'Bianchi', phone: '+393337654321', email: 'anna.bianchi@example.it', fiscalCode: 'BNCNNA80A41F205U' },
}
export const company = {
  ...{ businessName: 'Rossi Carburanti S.r.l.', address: 'Via Emilia 2, 43036 Fidenza (PR)', piva: '00743110157', sdi: 'ABC1234' },
}
/** A management of `manager_id` at `station_id`, from the first of 2026 for six years. */
export const contractOf = (station_id: number, manager_id: number, more: object = {}) => ({
  ...company,
  ...{ station_id, manager_id, type: 'comodato', from: '2026-01-01', expirationManager: '2032-01-01' },
  ...more,
})
export interface Made {
  id: number
  rev: number
}
async function made(caller: Caller, path: string, body: object): Promise<Made & Record<string, unknown>> {
  const answer = await caller.post(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
export const makeManager = (caller: Caller, body: object = rossi) => made(caller, '/managers', body)
/** A manager and his management at a station. */
export async function makeManagement(caller: Caller, station_id: number, more: object = {}, person: object = rossi) {
  const manager = await makeManager(caller, person)
  return { manager, management: await made(caller, '/managements', contractOf(station_id, manager.id, more)) }
}
export const makeCash = (caller: Caller, management_id: number, more: object = {}) =>
  made(caller, '/cash', { management_id, kind: 'consegna', cashFundAmount: 1000, cashFundDate: '2026-01-02', ...more })
export const terms = { fixed: 500, perLiter: 0.03, discountLiter: 0, aboveThreshold: 0.05, thresholdLiters: 100_000 }
/** Makes an obligation of the seed the only one, due on a day; `user_id`: the account of its manager. */
export async function obligedOn(db: Db, due_date: string, user_id?: number) {
  const [one] = await db
    .select({ id: table.id, manager_id: managements.manager_id })
    .from(table)
    .innerJoin(managements, eq(managements.id, table.management_id))
    .where(and(isNull(managements.ended_at), isNull(managements.deleted_at), isNotNull(managements.manager_id)))
    .orderBy(table.id)
    .limit(1)
  await db.update(table).set({ applicable: false })
  await db.delete(notification_marks).where(like(notification_marks.key, 'obligation %'))
  await db.update(table).set({ applicable: true, due_date }).where(eq(table.id, one!.id))
  if (!user_id) return
  await db.update(managers).set({ user_id: null }).where(eq(managers.user_id, user_id))
  await db.update(managers).set({ user_id }).where(eq(managers.id, one!.manager_id))
}
