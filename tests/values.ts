import fc from 'fast-check'
import * as v from 'valibot'

/** Among these every field of the contract finds values it accepts: a new kind of field may need a new line here. */
const POOL: readonly unknown[] = [
  ...[1, 2, 3, 0, 10, 25, 50, 100, 2026, 999_999, -1, 1.5, 0.001, 1.789, 41.9028, 12.4964, true, false, null, '1', '2026', '0'],
  ...[
    'Prova',
    'Perché no: è così',
    'A',
    'abc',
    'Via Roma 1',
    '2026-03-01',
    '2027-12-31',
    '1985-08-12',
    '2026-03-01T08:30:00.000Z',
    '08:30',
  ],
  ...['prova@example.it', 'prova@pec.example.it', 'uno@example.it;due@example.it', '+390612345678', '06 12345678', '00100', 'RM', '058091'],
  ...['RSSMRA85T10A562S', '01234567897', '12345678903', 'ABCDEFG', '0000000', 'IT60X0542811101000000123456', 'AB123CD', 'WX-1234'],
  ...['192.168.1.10', '00:1A:2B:3C:4D:5E', 'IT001E12345678', '12345678901234', '**** 1234', '12345', 'name', '-id', '#0b5563', 'on', 'off'],
  ...[
    'Una password lunga e buona',
    'A'.repeat(43),
    '0'.repeat(64),
    '9f1c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f',
    'uno.pdf',
    'https://example.it/',
  ],
]
const accepted = new WeakMap<v.GenericSchema, unknown[]>()
function fromPool(schema: v.GenericSchema): unknown[] {
  const known = accepted.get(schema) ?? POOL.filter((value) => v.safeParse(schema, value).success)
  accepted.set(schema, known)
  return known
}

/** The places where a schema keeps the schemas it is made of. */
interface Holder {
  type: string
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  items?: v.GenericSchema[]
  key?: v.GenericSchema
  value?: v.GenericSchema
  options?: unknown[]
  literal?: unknown
  getter?: (input: undefined) => v.GenericSchema
}
/** Optional fields to fill: none, each by chance, or all. */
export type Fill = 'least' | 'some' | 'all'

/** Input that a schema most likely accepts; rules across fields are not known here. */
export function valid(schema: v.GenericSchema, fill: Fill): fc.Arbitrary<unknown> {
  const of = schema as unknown as Holder
  const inner = (one: v.GenericSchema) => valid(one, fill)
  switch (of.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return record(of.entries!, fill)
    case 'optional':
    case 'nullish':
    case 'nullable':
    case 'undefinedable':
    case 'exact_optional':
      return fill === 'all'
        ? inner(of.wrapped!)
        : fc.option(inner(of.wrapped!), { nil: of.type === 'nullable' ? null : undefined, freq: 3 })
    case 'array':
      return fc.array(inner(of.item!), { minLength: fill === 'least' && v.is(schema, []) ? 0 : 1, maxLength: 2 })
    case 'tuple':
      return fc.tuple(...of.items!.map(inner))
    case 'record':
      return fc.dictionary(inner(of.key!) as fc.Arbitrary<string>, inner(of.value!), { maxKeys: 2 })
    case 'lazy':
      return inner(of.getter!(undefined))
    case 'literal':
      return fc.constant(of.literal)
    case 'picklist':
    case 'enum':
      return fc.constantFrom(...of.options!)
    case 'variant':
      return fc.oneof(...(of.options as v.GenericSchema[]).map(inner))
    case 'intersect':
      return fc.tuple(...(of.options as v.GenericSchema[]).map(inner)).map((parts) => Object.assign({}, ...(parts as object[])))
  }
  const found = fromPool(schema)
  if (found.length) return fc.constantFrom(...found)
  if (of.type === 'union') return fc.oneof(...(of.options as v.GenericSchema[]).map(inner))
  return fc.constantFrom(...POOL)
}
function record(entries: Record<string, v.GenericSchema>, fill: Fill) {
  const optional = (schema: v.GenericSchema) => ['optional', 'nullish', 'undefinedable', 'exact_optional'].includes(schema.type)
  const named = Object.entries(entries).filter(([, schema]) => fill !== 'least' || !optional(schema))
  const model = Object.fromEntries(named.map(([key, schema]) => [key, valid(schema, fill)]))
  return fc.record(model).map((value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)))
}
/** One such value, always the same for the same seed. */
export const sample = (schema: v.GenericSchema | undefined, fill: Fill, seed = 1): Record<string, unknown> =>
  (schema ? fc.sample(valid(schema, fill), { numRuns: 1, seed })[0] : {}) as Record<string, unknown>
