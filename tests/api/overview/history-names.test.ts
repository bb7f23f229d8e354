import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { ecommerce_categories, ecommerce_tags } from '../../../server/db/schema/shop/shop.ts'
import { ticket_categories } from '../../../server/db/schema/tickets/tickets.ts'
import { referenceOf } from '../../../server/resources/overview/history-references.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { historyModels } from '../../../src/rules/overview/history-models.ts'
import { formatField, type ModelHistory } from '../../../src/rules/shared/history-format.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

/** Figures that others gave, and a field that is only sent. */
const NO_REFERENCE = ['mise_id', 'document_id']

test('every field of a history that refers to something has its name', () => {
  const unnamed = Object.entries<ModelHistory>(historyModels).flatMap(([model, { update, labels }]) =>
    Object.keys({ ...update?.body?.entries, ...labels })
      .filter((field) => /_ids?$|_by$/.test(field) && !NO_REFERENCE.includes(field) && !referenceOf(model, field))
      .map((field) => `${model}.${field}`),
  )
  expect(unnamed).toEqual([])
})

test('categories, tags, parents and lists are told by name, each of its own kind', () =>
  inWorld(async ({ db, as }) => {
    const [admin, manager] = [await as('admin'), await as('gestore')]
    const [drinks] = await db.insert(ecommerce_categories).values({ name: 'Bibite' }).returning()
    const tags = await db
      .insert(ecommerce_tags)
      .values([{ name: 'Promozione' }, { name: 'Estate' }])
      .returning()
    const [pumps] = await db.insert(ticket_categories).values({ name: 'Pompe' }).returning()
    const { id: station, code, name } = await makeStation(db, { code: 'ZZ1' })
    const of = async (model: HistoryModel, made: Record<string, unknown>) => {
      await db.insert(model_history).values({ model, model_id: 900_001, event: 'updated', old: {}, new: made })
      const change = (await admin.get(`/models/history?model=${model}&model_id=900001`)).body.data.data[0]
      return (field: string) => formatField(historyModels[model as 'bank'], field, change.new[field], change.names)
    }
    expect((await manager.get('/models/history?model=ecommerce_product')).status).toBe(403)
    const product = await of('ecommerce_product', { category_id: drinks!.id, tags: tags.map(({ id }) => id), stations: [station] })
    expect([product('category_id'), product('tags'), product('stations')]).toEqual(['Bibite', 'Promozione, Estate', `${code} ${name}`])
    expect((await of('ecommerce_category', { parent_id: drinks!.id }))('parent_id')).toBe('Bibite')
    expect((await of('ticket_category', { parent_id: pumps!.id, default_assignee_id: admin.user_id }))('parent_id')).toBe('Pompe')
    expect((await of('communication', { users: [manager.user_id] }))('users')).toMatch(/\p{L}/u)
    // The whole number of a card is told on request alone.
    const [card] = await db.select().from(cards).limit(1)
    expect((await of('gpl_card_request', { card_id: card!.id }))('card_id')).toBe(`•••• ${card!.number.slice(-6)}`)
    // One that is gone stays a number.
    expect((await of('default_mail', { set_category_id: 987_654 }))('set_category_id')).toBe('987654')
  }))
