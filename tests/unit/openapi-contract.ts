import * as v from 'valibot'
import { crud, wholeNumber } from '../../src/contract/kernel/crud.ts'
import { del, get, list, post, put, resource } from '../../src/contract/kernel/endpoint.ts'
import {
  cap,
  choice,
  date,
  decimal,
  email,
  flag,
  integer,
  longText,
  optional,
  optionalText,
  phone,
  text,
} from '../../src/contract/kernel/fields.ts'
import { anyId, anyText, booleanParam, facets } from '../../src/contract/kernel/filters.ts'

/** A contract of a few calls that together use all that the description knows of; `tests/fixtures/openapi.json` is what it has to say of them. */

/** Stands in two resources, and so by its key alone. */
const Part = v.object({
  label: v.string(),
  amount: v.number(),
  made_at: v.nullable(v.string()),
  kind: v.picklist(['tyre', 'hose', 'valve', 'pump', 'lamp']),
  state: v.nullable(v.picklist(['new', 'worn'])),
})
/** Stands in one place only: written there. */
const Seal = v.object({
  number: v.pipe(v.string(), v.maxLength(9)),
  put_on: v.nullable(v.string()),
  by: v.nullable(v.string()),
  broken: v.boolean(),
})

/** Alternatives with four fields alike, told apart by one; the last has another name. */
const event = { at: v.string(), by: v.string(), place: v.string(), note: v.nullable(v.string()) }
const Event = v.variant('type', [
  v.object({ type: v.literal('moved'), ...event, to: v.string() }),
  v.object({ type: v.literal('filled'), ...event, litres: v.number() }),
  v.object({ type: v.literal('emptied'), ...event }),
  v.object({ type: v.literal('lost'), since: v.string() }),
])
/** Long enough to be kept by itself, and named after where it stands. */
const Sign = v.picklist([
  'eq',
  'ne',
  'gt',
  'lt',
  'gte',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'among',
  'not_among',
  'empty',
  'filled',
])
const Rule = v.union([
  v.object({ field: v.string(), sign: Sign, value: v.string() }),
  v.object({ field: v.string(), sign: v.picklist(['answered', 'not_answered']) }),
])
/** Short, but of what has a name. */
const Either = v.union([Rule, v.string()])
const Note = v.object({ title: text('Titolo', { min: 3, max: 80 }), body: text('Testo', { max: 500 }), day: date('Giorno') })
/** No example of it is found at a glance, and one of the other would be too long. */
const Place = v.object({
  cap: cap('CAP'),
  street: text('Via', { min: 3 }),
  city: optionalText('Comune'),
  phone: optional(phone('Telefono')),
})
const Story = v.object({ text: text('Racconto', { min: 250, max: 900 }), author: optionalText('Autore'), day: optional(date('Giorno')) })

const { update, ...plain } = crud('/lorries', {
  fields: {
    name: text('Nome', { min: 2, max: 40 }),
    kind: choice('Tipo', { tank: 'Autocisterna', van: 'Furgone' }),
    weight: decimal('Peso', { min: 7, max: 90 }),
    seats: optional(integer('Posti', { min: 1, max: 9 })),
    bought_on: optional(date('Acquisto')),
    email: optional(email('Email')),
    active: v.optional(flag('Attivo'), true),
    tags: v.pipe(v.array(text('Etichetta', { max: 20 })), v.minLength(1), v.maxLength(3), v.title('Etichette')),
    note: longText('Note'),
  },
  row: { parts_count: v.number(), last_seen: v.nullable(v.string()) },
  record: { parts: v.array(Part), spare: v.nullable(Part), seal: Seal },
  filters: {
    kind: anyText,
    owner: anyId,
    active: booleanParam,
    ...facets('kind', 'owner'),
    since: v.string(),
    until: optional(date('Al')),
  },
  ok: ['Mezzo creato', 'Mezzo modificato', 'Mezzo eliminato'],
  read: 'auth',
  write: 'super',
})
export const lorries = resource('lorries' as never, {
  // Gives what `get` does, and comes before it.
  park: post('/lorries/{id}/park', { output: plain.get.output, success: [200], policy: 'auth' }),
  update,
  ...plain,
  plate: get('/lorries/{id}/plate/{code}', {
    params: v.object({ id: wholeNumber(1, 99), code: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[a-z]+$/)) }),
    envelope: 'blob',
    policy: 'auth',
  }),
  upload: post('/lorries/{id}/files', { body: Note, files: true, output: v.number(), success: [201, 200], policy: 'auth' }),
  noted: post('/lorries/{id}/notes', { body: Note, output: v.string(), policy: 'auth' }),
  placed: post('/lorries/{id}/place', { body: Place, output: v.string(), policy: 'auth' }),
  told: post('/lorries/{id}/story', { body: Story, output: v.string(), policy: 'auth' }),
  pour: post('/lorries/pour', { files: true, envelope: 'blob', policy: 'auth' }),
  events: get('/lorries/{id}/events', { output: Event, envelope: 'list', policy: 'auth' }),
})
/** A box has no `get`: the answer of `create` takes its name, the answer of `update` another. */
const Made = v.object({ id: v.number(), weight: v.number(), part: Part, first: Seal, last: Seal, colour: v.nullish(v.string(), 'red') })
export const boxes = resource('boxes' as never, {
  list: list('/boxes', {
    query: v.object({ page: v.optional(v.pipe(v.number(), v.minValue(1))), since: v.string(), sign: v.optional(Sign) }),
    output: v.object({ weight: v.number(), part: Part }),
    policy: 'auth',
  }),
  create: post('/boxes', { body: v.object({ weight: v.number(), colour: v.nullish(v.string(), 'red') }), output: Made, policy: 'auth' }),
  update: put('/boxes/{id}', {
    body: v.object({ weight: v.number() }),
    output: v.object({ ...Made.entries, weight: v.string() }),
    policy: 'auth',
  }),
  search: post('/boxes/search', {
    body: v.object({ rules: v.array(Either), more: v.array(Either), within: v.nullish(Rule), beyond: v.nullable(Rule), sign: Sign }),
    output: v.object({ found: v.record(v.picklist(['near', 'far']), v.number()), seen: v.record(v.string(), v.unknown()) }),
    success: [200],
    policy: 'auth',
  }),
  names: get('/boxes/names', {
    query: v.object({ page: v.optional(v.pipe(v.number(), v.minValue(1))) }),
    output: v.string(),
    envelope: 'list',
    policy: 'guest',
  }),
  open: get('/boxes/{id}/open', { output: v.boolean(), envelope: 'bare', success: [200, 302], policy: 'guest', ok: 'Aperta' }),
  close: post('/boxes/{id}/close', { body: v.object({ by: v.optional(v.string()) }), envelope: 'none', policy: 'guest' }),
  // Takes and gives nothing.
  shut: del('/boxes/{id}/open', { policy: 'super' }),
})
/** Its name is one of the document's own; it has all that a box has, and is none. */
const nobody = v.optional(v.nullable(v.string()), null)
export const problems = resource('problems' as never, {
  get: get('/problems/{id}', { output: v.object({ ...Made.entries, page: Seal, nobody }), policy: 'auth', steady: true }),
  set: put('/problems/{id}', { body: v.object({ nobody, count: wholeNumber(1) }), policy: 'auth' }),
})
