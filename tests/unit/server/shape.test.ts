import * as v from 'valibot'
import { expect, test } from 'vitest'
import { shapeOf } from '../../../server/lib/tables/shape.ts'

type Schema = v.GenericSchema
const of = (schema: Schema, value: unknown) => shapeOf(schema)(value)
const refused = (schema: Schema, value: unknown) => {
  try {
    of(schema, value)
    return 'taken'
  } catch (error) {
    return (error as TypeError).message
  }
}

test('a value of the declared kind goes out as it is, whatever rules it was written under; another is a fault that names both', () => {
  const short = v.pipe(v.string(), v.maxLength(2))
  const kinds: [Schema, unknown[], string][] = [
    [short, ['', 'longer than the rule'], 'string'],
    [v.pipe(v.number(), v.minValue(10)), [0, -5.5], 'number'],
    [v.boolean(), [true, false], 'boolean'],
    [v.picklist(['a', 'b']), ['a', 'c', 3], 'picklist'],
    [v.literal('x'), ['x', 'y', 5, true], 'literal'],
    [v.null(), [null], 'null'],
  ]
  const samples: unknown[] = ['text', 7, true, null, undefined, [], {}]
  for (const [schema, good, type] of kinds) {
    for (const value of good) expect(of(schema, value), `${type} ${value}`).toBe(value)
    const taken = samples.filter((value) => refused(schema, value) === 'taken').map((value) => (value === null ? 'null' : typeof value))
    const may: Record<string, string[]> = { picklist: ['string', 'number'], literal: ['string', 'number', 'boolean'] }
    expect(taken, type).toEqual(may[type] ?? [type])
  }
  expect(refused(v.string(), 5)).toBe('an output is number where string was declared')
  expect(refused(v.number(), null)).toBe('an output is null where number was declared')
  for (const value of ['x', 5, null, undefined, [1], { a: 1 }]) expect(of(v.unknown(), value)).toBe(value)
  expect(of(v.any(), 'x')).toBe('x')
})

test('what may be missing or empty is so, and has its default', () => {
  expect(of(v.optional(v.string()), undefined)).toBeUndefined()
  expect(of(v.optional(v.string(), 'b'), undefined)).toBe('b')
  expect(of(v.optional(v.string(), 'b'), 'a')).toBe('a')
  expect(refused(v.optional(v.string()), null)).toBe('an output is null where string was declared')
  expect(of(v.exactOptional(v.string()), 'a')).toBe('a')
  expect(of(v.nullable(v.string()), null)).toBeNull()
  expect(of(v.nullable(v.string()), 'a')).toBe('a')
  expect(refused(v.nullable(v.string()), undefined)).toBe('an output is undefined where string was declared')
  expect([of(v.nullish(v.string()), null), of(v.nullish(v.string()), undefined)]).toEqual([null, undefined])
  expect(refused(v.nullish(v.string()), 5)).toBe('an output is number where string was declared')
})

test('of an object only what is named goes out, at every depth', () => {
  const Person = v.object({ name: v.string(), note: v.optional(v.string()) })
  const whole = { name: 'A', note: undefined, secret: 'x' }
  expect(of(Person, whole)).toEqual({ name: 'A' })
  expect(Object.keys(of(Person, whole) as object)).toEqual(['name'])
  expect(of(v.strictObject({ name: v.string() }), { name: 'A', secret: 'x' })).toEqual({ name: 'A' })
  expect(of(v.array(Person), [whole, { name: 'B' }])).toEqual([{ name: 'A' }, { name: 'B' }])
  expect(of(v.record(v.string(), Person), { a: whole })).toEqual({ a: { name: 'A' } })
  expect(of(v.nullable(v.object({ in: v.array(Person) })), { in: [whole] })).toEqual({ in: [{ name: 'A' }] })
  for (const schema of [Person, v.record(v.string(), v.string())])
    for (const value of ['x', null, [], undefined]) expect(refused(schema, value), String(value)).not.toBe('taken')
  for (const value of [{}, 'x', null]) expect(refused(v.array(v.string()), value)).not.toBe('taken')
  expect(refused(Person, { note: 'x' })).toBe('an output is undefined where string was declared')
  expect(
    of(
      v.pipe(
        Person,
        v.check(() => false),
      ),
      whole,
    ),
  ).toEqual({ name: 'A' })
})

test('of several kinds the one that fits goes out; objects are told apart by their keys', () => {
  const Dog = v.object({ kind: v.literal('dog'), bark: v.string() })
  const Cat = v.object({ kind: v.picklist(['cat', 'lynx']), purr: v.number() })
  const either = v.variant('kind', [Dog, Cat])
  expect(of(either, { kind: 'dog', bark: 'w', purr: 3 })).toEqual({ kind: 'dog', bark: 'w' })
  expect(of(either, { kind: 'lynx', bark: 'w', purr: 3 })).toEqual({ kind: 'lynx', purr: 3 })
  for (const value of [{ kind: 'cow' }, {}]) expect(refused(either, value)).toBe('an output is object where variant was declared')
  expect(refused(either, 'dog')).toBe('an output is string where variant was declared')
  expect(refused(either, null)).toBe('an output is null where variant was declared')
  // Its key says what it is, and then it is wrong.
  expect(refused(either, { kind: 'dog' })).toBe('an output is undefined where string was declared')

  const union = v.union([
    v.object({ kind: v.literal('dog'), bark: v.string() }),
    v.object({ kind: v.literal('cow'), milk: v.nullable(v.number()), more: v.optional(v.string()) }),
    v.array(v.number()),
    v.array(v.object({ id: v.number() })),
    v.nullable(v.boolean()),
    v.string(),
  ])
  for (const [value, shape] of [
    [
      { kind: 'dog', bark: 'w', x: 1 },
      { kind: 'dog', bark: 'w' },
    ],
    [
      { kind: 'cow', milk: null, x: 1 },
      { kind: 'cow', milk: null },
    ],
    [
      [1, 2],
      [1, 2],
    ],
    [[{ id: 1, x: 1 }], [{ id: 1 }]],
    [[], []],
    [null, null],
    [true, true],
    ['x', 'x'],
  ])
    expect(of(union, value), JSON.stringify(value)).toEqual(shape)
  for (const value of [5, [1, { id: 1 }], { kind: 'cat' }, { bark: 'w' }, { kind: 'dog' }])
    expect(refused(union, value), JSON.stringify(value)).not.toBe('taken')
})

interface Tree {
  id: number
  below: Tree[]
}
test('a schema may hold itself', () => {
  const schema: v.GenericSchema<Tree> = v.object({ id: v.number(), below: v.array(v.lazy(() => schema)) })
  const leaf = { id: 2, below: [], x: 1 }
  expect(of(schema, { id: 1, below: [leaf], x: 1 })).toEqual({ id: 1, below: [{ id: 2, below: [] }] })
  expect(shapeOf(schema)).toBe(shapeOf(schema))
})

test('what has no shape is found when it is declared', () => {
  expect(() => shapeOf(v.date())).toThrow('outputs of type date have no shape')
})
