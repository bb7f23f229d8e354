import { and, eq, sql } from 'drizzle-orm'
import { cards as contract } from '../../../src/contract/cards/cards.ts'
import { COUNTED } from '../../../src/contract/kernel/search.ts'
import { isFinal } from '../../../src/rules/cards/card-states.ts'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { onPage, ordering } from '../../lib/tables/table.ts'
import { changePlate } from './card-plate.ts'
import { changeStatus } from './card-status.ts'
import { logCustomers } from './customer-log.ts'
import { newPin } from './pin.ts'
import { cardSorts, cardsFound, readCard, rowColumns } from './read-cards.ts'
import { asHistory, createCard, lockCard, saveCard, updateCard } from './write-cards.ts'

const USED = 'La tessera è stata utilizzata: impostare lo stato "Cessata".'

export default implement(contract, {
  list: exportableList(async (input, context) => {
    const order = ordering(input.sort ?? '-id', cardSorts, table.id)
    const { where, many, all } = await cardsFound(input, context)
    return {
      ...{ id: table.id, from: table, where, order },
      facets: { type: table.type, status: table.status },
      // A list of what common words find says only that there are more; of a single word that is known before.
      ...{ most: many ? COUNTED : undefined, exceeded: many && all },
      rows: ({ where, in_all, limit, offset }) =>
        context.db
          .select({ ...rowColumns, in_all })
          .from(table)
          .innerJoin(customers, eq(customers.id, table.customer_id))
          .where(onPage(table.id, where, order, limit, offset))
          .orderBy(...order),
    }
  }),
  get: ({ id }, context) => readCard(id, context),
  async ofType({ type, id }, context) {
    const card = await readCard(id, context)
    if (card.type !== type) throw problem.notFound()
    return card
  },
  async create(input, context) {
    const { id } = await createCard(input, context)
    context.audit({ entity_id: id })
    return readCard(id, context)
  },
  async update({ id, rev, ...given }, context) {
    const before = await lockCard({ id, rev }, context)
    await updateCard(before, given as Partial<typeof before>, context)
    return readCard(id, context)
  },
  async remove({ id }, context) {
    const { db, now } = context
    const [before] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), sql`deleted_at is null`))
      .for('update')
    if (!before) return undefined
    if (before.status !== 'to_activate' || before.synced_at) throw problem.conflict(USED)
    await db.update(table).set({ deleted_at: now.toISOString() }).where(eq(table.id, id))
    await context.history('card', id, 'deleted', asHistory(before), null)
    return undefined
  },
  async plate(input, context) {
    await changePlate(input, context)
    context.audit({ action: 'modifica' })
    return readCard(input.id, context)
  },
  async status(input, context) {
    await changeStatus(input, context)
    context.audit({ action: 'modifica' })
    return readCard(input.id, context)
  },
  async setStatus(input, context) {
    await changeStatus(input, context)
    return readCard(input.id, context)
  },
  async reveal({ id }, context) {
    const { number, customer_id } = await lockCard({ id }, context)
    context.audit({ action: 'comando' })
    await logCustomers(context, 'visualizzazione numero', [{ customer_id, card_id: id }])
    return { number }
  },
  async renewPin({ id }, context) {
    const before = await lockCard({ id }, context)
    if (isFinal(before.status)) throw problem.conflict('La tessera è chiusa: il PIN non serve più.')
    await saveCard(before, { pin: await newPin(context.db, before.number) }, context)
    await logCustomers(context, 'modifica', [{ customer_id: before.customer_id, card_id: id, detail: { reason: 'PIN rigenerato' } }])
    context.audit({ action: 'modifica' })
    return readCard(id, context)
  },
})
