import { expect, test } from 'vitest'
import { calls } from './api/support/calls.ts'
import { readTable, shapeOf, sizes, tables } from './coverage/tables.ts'
import { isThere } from './coverage/titles.ts'

test.each(tables)('%s: each row stands once, and each test that it names is there', (table) => {
  const rows = readTable(table)
  expect(rows).toHaveLength(sizes[table])
  expect(new Set(rows.map(({ facts }) => facts[0]!)).size).toBe(sizes[table])
  expect([...new Set(rows.flatMap(({ tests }) => tests))].filter((one) => !isThere(one))).toEqual([])
})

test('each documented text of a success is what its call says', () => {
  const says = new Map(calls.map(({ method, path, ok }) => [shapeOf(`${method} ${path}`), ok]))
  const texts = readTable('texts').flatMap(({ facts: [, text, call] }) => (call ? [[call, text]] : []))
  expect(texts.length).toBeGreaterThan(130)
  const wrong = texts.flatMap(([call, text]) => {
    const said = says.get(shapeOf(call!))
    // "Password modificata" is followed by an advice.
    return said === text || said?.startsWith(`${text}. `) ? [] : `${call}: "${text}" is "${said}"`
  })
  expect(wrong).toEqual([])
})

test('each documented call is one of the server', () => {
  const ours = new Set(calls.map(({ method, path }) => shapeOf(`${method} ${path}`)))
  expect(readTable('calls').flatMap(({ facts: [call] }) => (ours.has(shapeOf(call!)) ? [] : call))).toEqual([])
})
