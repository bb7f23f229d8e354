import { expect, test } from 'vitest'
import { exampleOf } from '../../../server/lib/openapi/example.ts'
import { fresh } from '../../../server/lib/openapi/names.ts'
import { beyond, commonOf, isPart, largest } from '../../../server/lib/openapi/parts.ts'
import { pascal, singular, spaced, summaryOf } from '../../../server/lib/openapi/words.ts'

test('names are written as words, as a type, and in the singular', () => {
  const table: [string, string, string, string][] = [
    ['non-conformities', 'non conformities', 'NonConformities', 'non-conformity'],
    ['addSection', 'add section', 'AddSection', 'addSection'],
    ['available_services', 'available services', 'AvailableServices', 'available_service'],
    ['boxes', 'boxes', 'Boxes', 'box'],
    ['classes', 'classes', 'Classes', 'class'],
    ['branches', 'branches', 'Branches', 'branch'],
    ['dishes', 'dishes', 'Dishes', 'dish'],
    ['status', 'status', 'Status', 'status'],
    ['address', 'address', 'Address', 'address'],
    ['pos', 'pos', 'Pos', 'po'],
    ['q8Stations2', 'q8 stations2', 'Q8Stations2', 'q8Stations2'],
    ['', '', '', ''],
  ]
  for (const [name, words, type, one] of table) expect([spaced(name), pascal(name), singular(name)], name).toEqual([words, type, one])
})

test('what a call does is said in a few words', () => {
  const said = (name: string, more: object = {}) =>
    summaryOf({ resource: name.split('.')[0], name, method: 'GET', path: '/x', ...more } as never)
  expect(said('banks.list')).toBe('List banks')
  expect(said('inspection-models.suggest')).toBe('Suggest inspection models')
  expect(said('banks.create', { method: 'POST' })).toBe('Create a bank')
  expect(said('available_services.get', { path: '/x/{id}' })).toBe('Read an available service')
  expect(said('settings.get')).toBe('Read settings')
  expect(said('users.update', { path: '/x/{id}', method: 'PUT' })).toBe('Change a user')
  expect(said('units.remove', { path: '/x/{id}', method: 'DELETE' })).toBe('Delete a unit')
  expect(said('banks.upload', { path: '/x/{id}', method: 'POST' })).toBe('Upload files to a bank')
  expect(said('equipment.oilSeparators')).toBe('Read oil separators (equipment)')
  expect(said('jobs.mimitPrices', { method: 'POST' })).toBe('Mimit prices (jobs)')
})

test('an example is the least that a schema asks for', () => {
  const refs: Record<string, object> = { '#/a': { type: 'string', minLength: 9 } }
  const of = (schema: any) => exampleOf(schema, (one: any) => refs[one.$ref] ?? one)
  for (const [schema, example] of [
    [{ const: 'x', default: 'y' }, 'x'],
    [{ const: 'x' }, 'x'],
    [{ default: 0 }, 0],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, true],
    [{ oneOf: [{ type: 'null' }] }, null],
    [{ type: 'string' }, 'Prova'],
    [{ type: ['string', 'null'] }, 'Prova'],
    [{ type: 'string', minLength: 8 }, 'Prova pr'],
    [{ $ref: '#/a' }, 'Prova pro'],
    [{ type: 'string', format: 'date' }, '2026-03-01'],
    [{ type: 'string', pattern: '^P' }, 'Prova'],
    [{ type: 'string', pattern: '^[0-9]{5}$' }, undefined],
    [{ type: 'integer' }, 1],
    [{ type: 'number', minimum: 5 }, 5],
    [{ type: 'number', minimum: 0, maximum: 9 }, 1],
    [{ type: 'number', minimum: -3, maximum: 0.5 }, 0.5],
    [{ type: 'array', items: { type: 'integer' } }, []],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
    [{ type: 'object', properties: { a: { type: 'integer' }, b: {} }, required: ['a'] }, { a: 1 }],
    [{ type: 'object', properties: {} }, {}],
    [{ type: 'object', properties: { a: { type: 'string', pattern: '^0' } }, required: ['a'] }, undefined],
    [{}, null],
  ] as [object, unknown][])
    expect(of(schema), JSON.stringify(schema)).toEqual(example)
})

const fields = (names: string, type = 'string') => Object.fromEntries([...names].map((name) => [name, { type }]))
const object = (names: string, required: string[] = [], more: object = {}): any => ({
  ...{ type: 'object', properties: { ...fields(names), ...more } },
  ...(required.length && { required }),
})

test('an object is part of another where it says at least four things alike', () => {
  const whole = object('abcdef', ['a', 'b'])
  expect(isPart(object('abcd', ['a', 'b']), whole)).toBe(true)
  expect(isPart(object('abcdef', ['a', 'b']), whole)).toBe(true)
  expect(isPart(object('abc', ['a', 'b']), whole), 'too little').toBe(false)
  expect(isPart(object('abcd', ['a']), whole), 'not needed there').toBe(false)
  expect(isPart(object('abcd', ['a', 'b', 'c']), whole), 'needed here').toBe(false)
  expect(isPart(object('abcx', ['a', 'b']), whole)).toBe(false)
  expect(isPart(object('abc', ['a', 'b'], { d: { type: 'number' } }), whole), 'of another type').toBe(false)
  expect(isPart({ type: 'string' }, whole)).toBe(false)
  expect(isPart(whole, { type: 'string' })).toBe(false)
  const [name] = largest([
    ['small', object('ab')],
    ['large', object('abcd')],
    ['middle', object('abc')],
  ])!
  expect(name).toBe('large')
  expect(largest([])).toBeUndefined()
  expect(beyond({ $ref: '#/b' }, object('abcd', ['a', 'b']), object('abcdef', ['a', 'b', 'e']))).toEqual({
    allOf: [{ $ref: '#/b' }, { type: 'object', properties: fields('ef'), required: ['e'] }],
  })
  expect(beyond({ $ref: '#/b' }, object('abcd'), object('abcde'))).toEqual({
    allOf: [{ $ref: '#/b' }, { type: 'object', properties: fields('e') }],
  })
})

test('what more than half of some objects have in common with the first, where it is worth it', () => {
  const first = object('abcdef', ['a'])
  expect(commonOf([first, object('abcdx', ['a']), object('abcd', ['a'])])).toEqual(object('abcd', ['a']))
  expect(commonOf([first, object('abcde', ['a']), object('abcd', ['a']), object('abcde', ['a'])])).toEqual(object('abcde', ['a']))
  expect(commonOf([first, object('abcdef', ['a']), object('x')]), 'half is not more than half').toBeUndefined()
  expect(commonOf([first, object('abc', ['a']), object('abc', ['a'])]), 'too little').toBeUndefined()
  expect(commonOf([first, object('abcdef', ['a'])]), 'two alone').toBeUndefined()
  expect(commonOf([{ type: 'string' }, first, first])).toBeUndefined()
  expect(commonOf([])).toBeUndefined()
})

test('a name that is taken gets a number', () => {
  expect(fresh('Bank', new Set())).toBe('Bank')
  expect(fresh('Bank', new Set(['Bank', 'Bank2', 'Bank4']))).toBe('Bank3')
})
