import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { implement } from '../../server/lib/core/implement.ts'
import { crudOn } from '../../server/lib/tables/crud-on.ts'
import { crud } from '../../src/contract/kernel/crud.ts'
import { get, post, resource } from '../../src/contract/kernel/endpoint.ts'
import { text as named } from '../../src/contract/kernel/fields.ts'
import { call } from '../../src/lib/api.ts'
import { query, useSend } from '../../src/lib/query.ts'
import { enqueue } from '../../src/outbox/runtime.ts'

/** Code that must not compile. Checked by `tsc -b`: a missing error is an error. */
const fields = { name: named('Nome'), active: v.boolean() }
const Thing = v.object({ id: v.number(), rev: v.number(), ...fields })
const things = resource('things' as never, {
  ...crud('/things', { fields, ok: ['Creato', 'Modificato', 'Eliminato'], read: 'banks.read', write: 'banks.write' }),
  reset: get('/things/{id}/reset', { output: Thing, acts: true, policy: 'banks.write' }),
  note: post('/things/{id}/note', { body: v.object({ text: named('Nota') }), output: Thing, policy: 'banks.write', offline: true }),
  rename: post('/things/{id}/rename', { body: v.object({ name: named('Nome') }), output: Thing, policy: 'banks.write' }),
})
const table = pgTable('things', {
  id: integer().primaryKey(),
  rev: integer().notNull(),
  name: text().notNull(),
  active: boolean().notNull(),
})
const plain = crudOn(things, table, { model: 'thing' as never, search: ['name'], sort: ['name'] })
const rest = { reset: plain.get, rename: plain.update, note: plain.update }

export const whole = implement(things, { ...plain, ...rest })
// @ts-expect-error a handler is missing: rename
export const missing = implement(things, { ...plain, reset: plain.get, note: plain.update })
// @ts-expect-error no such call: renam
export const misspelt = implement(things, { ...plain, ...rest, renam: plain.update })
// @ts-expect-error no such column: nome
export const column = crudOn(things, table, { model: 'thing' as never, search: ['nome'], sort: ['name'] })
// @ts-expect-error no such column to sort by
export const sorting = crudOn(things, table, { model: 'thing' as never, search: ['name'], sort: ['title'] })
// @ts-expect-error no such resource: src/contract/kernel/resource-names.ts
export const unnamed = resource('thing', {})
// @ts-expect-error no such model of the history: src/contract/kernel/history.ts
export const untold = crudOn(things, table, { model: 'thing', search: ['name'], sort: ['name'] })
// @ts-expect-error no such policy
export const policy = get('/things', { output: Thing, policy: 'things.read' })
// @ts-expect-error the handler gives no `name`
export const lacking = implement(things, { ...plain, ...rest, get: async ({ id }: { id: number }) => ({ id, rev: 1, active: true }) })

export const created = call(things.create, { name: 'Uno', active: true })
// @ts-expect-error no such field: nome
export const field = call(things.create, { nome: 'Uno', active: true })
// @ts-expect-error the field has another type
export const typed = call(things.create, { name: 'Uno', active: 'sì' })
// @ts-expect-error the path needs an id
export const pathless = call(things.get, {})
export const page = call(things.list, { page: 1 }).then(({ data, last_page }) => [data[0]?.name, last_page])
// @ts-expect-error the record has no such property
export const output = call(things.get, { id: 1 }).then(({ title }) => title)

export const reading = query(things.get, { id: 1 })
// @ts-expect-error a GET that acts is not a read: never cached, never prefetched
export const acting = query(things.reset, { id: 1 })
// @ts-expect-error a write is not a read
export const writing = query(things.create, { name: 'Uno', active: true })
export const sending = () => useSend(things.reset)

const queued = { entity: 'thing:1', lane: 'thing:1', label: 'Nota' }
export const later = enqueue(things.note, { id: 1, text: 'Da fare' }, queued)
// @ts-expect-error a call that the contract does not mark `offline` cannot be queued
export const never = enqueue(things.rename, { id: 1, name: 'Uno' }, queued)
// @ts-expect-error what is queued is checked as what is sent: no such field
export const wrong = enqueue(things.note, { id: 1, name: 'Uno' }, queued)
