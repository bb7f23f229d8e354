import { and, eq, isNull, max, notInArray, sql } from 'drizzle-orm'
import { customers as contract } from '../../../src/contract/cards/customers.ts'
import { customerFaults } from '../../../src/rules/cards/customers.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { folded } from '../../db/folded.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { accountKind, createAccount, resetAccess } from './customer-accounts.ts'
import { changeMany } from './customer-jobs.ts'
import { cardCounts, customerList } from './customer-list.ts'
import { differences, logCustomers } from './customer-log.ts'
import { customerSearch } from './customer-search.ts'
import { changeActive } from './customer-state.ts'

const crud = crudOn(contract, customers, {
  model: 'customer',
  search: [],
  hidden: ['password_hash', 'password_expired'],
  sort: ['code'],
  row: cardCounts,
  record: {
    station: sql<{
      id: number
      code: string
      name: string
    } | null>`(select json_build_object('id', ${stations.id}, 'code', ${stations.code},
      'name', ${stations.name}) from ${stations} where ${eq(stations.id, customers.station_id)})`,
  },
  sentences: {
    customers_piva: ['piva', 'Esiste già un cliente con questa partita IVA.'],
    customers_fiscal_code: ['fiscalCode', 'Esiste già un cliente con questo codice fiscale.'],
  },
})
/** The highest code ever given; a deleted customer keeps its own. */
const highestCode = async (db: Db) => (await db.select({ max: max(customers.code) }).from(customers))[0]?.max ?? 0
/** The next code, held until the transaction ends: two who create at once get two. */
async function nextCode(db: Db) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('customer_code'))`)
  return (await highestCode(db)) + 1
}
/** States from which a card does not come back. */
const FINAL = ['replaced', 'terminated'] as const
const cardsOf = (db: Db, id: number, open?: true) =>
  db.$count(cards, and(eq(cards.customer_id, id), isNull(cards.deleted_at), open && notInArray(cards.status, [...FINAL])))

async function stateOfOne({ id }: { id: number }, active: boolean, context: Context) {
  await crud.get({ id }, context)
  await changeActive([id], active, context)
  context.audit({ action: 'modifica' })
  return crud.get({ id }, context)
}

export default implement(contract, {
  ...crud,
  list: customerList,
  async create(input, context) {
    refuse(customerFaults(input))
    const made = await crud.create({ ...input, code: input.code ?? (await nextCode(context.db)) }, context)
    await logCustomers(context, 'creazione', [{ customer_id: made.id }])
    return made
  },
  async update(input, context) {
    const { db } = context
    const before = await crud.get(input, context)
    if (isOlder(input.rev, before.rev)) throw problem.stale(before)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    refuse({
      ...customerFaults({ ...before, ...given }),
      ...(input.code !== undefined &&
        input.code !== before.code &&
        (await cardsOf(db, input.id)) > 0 && { code: 'Il codice non si cambia: il cliente ha già delle tessere.' }),
    })
    const after = await crud.update(input, context)
    await logCustomers(context, 'modifica', [{ customer_id: after.id, detail: differences(before, after) }])
    return after
  },
  async remove({ id }, context) {
    const { db } = context
    // A card that is made at the same time waits for the lock, and then finds no customer.
    await db.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for('update')
    const open = await cardsOf(db, id, true)
    if (open)
      throw problem.conflict(
        open === 1 ? 'Cessare prima la tessera attiva.' : `Cessare prima le ${howMany(open, 'tessera', 'tessere')} attive.`,
      )
    return crud.remove({ id }, context)
  },
  async suggest(input, { db }) {
    const typed = input.value ?? input.search ?? input.query
    const found = await customerSearch(typed, db)
    return db
      .select({ id: customers.id, code: customers.code, name: customers.denomination })
      .from(customers)
      .where(and(isNull(customers.deleted_at), found))
      .orderBy(sql`${customers.code}::text = ${typed?.trim() ?? ''} desc`, folded(customers.denomination), customers.id)
      .limit(20)
  },
  async maxCode(_, { db }) {
    const found = await highestCode(db)
    return { data: { max: found }, max: found }
  },
  activate: ({ customers: ids }, context) => changeMany(ids, true, context),
  deactivate: ({ customers: ids }, context) => changeMany(ids, false, context),
  activateOne: (input, context) => stateOfOne(input, true, context),
  deactivateOne: (input, context) => stateOfOne(input, false, context),
  async generate({ customers: ids, mail }, context) {
    const which = ids.length === 1 ? '1 riga' : `${ids.length} righe`
    return startJob(accountKind, { customers: ids, mail }, `Genera account · Clienti, ${which}`, context)
  },
  async account({ id }, context) {
    await createAccount(id, true, context)
    return crud.get({ id }, context)
  },
  async reset({ id }, context) {
    await resetAccess(id, context)
    return crud.get({ id }, context)
  },
})
