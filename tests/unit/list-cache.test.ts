import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showWritten, withRecord } from '../../src/lib/list-cache.ts'

const page = (data: Record<string, unknown>[], more = {}) => ({
  data,
  last_page: 1,
  current_page: 1,
  per_page: 15,
  total: data.length,
  ...more,
})
const rows = [
  { id: 1, name: 'a', cards: 2, note: null },
  { id: 2, name: 'b', cards: 0, note: 'n' },
]

test('an updated row is shown where it stands, with what the row shows and is told alike', () => {
  const after = withRecord(page(rows), { id: 2, name: 'z', cards: [{ id: 9 }], note: null, secret: 1 })
  expect(after).toEqual(page([rows[0]!, { id: 2, name: 'z', cards: 0, note: null }]))
  const empty = withRecord(page(rows), { id: 1, name: 'z', cards: null, note: 'ora' }).data[0]
  expect(empty, 'where nothing was, nothing tells what kind it is').toEqual({ id: 1, name: 'z', cards: null, note: null })
})
test('a created one stands at the end of the last page, where all of the row is known, and is counted', () => {
  const made = { id: 3, name: 'c', cards: 1, note: null, rev: 1 }
  expect(withRecord(page(rows), made)).toEqual(page([...rows, { id: 3, name: 'c', cards: 1, note: null }], { total: 3 }))
  expect(withRecord(page(rows, { last_page: 2 }), made).total).toBe(2)
  expect(withRecord(page(rows), { id: 3, name: 'c' }).data).toEqual(rows)
  expect(withRecord(page([]), made).data).toEqual([])
})
test('a changed record that the list does not show is not put into it', () => {
  const client = new QueryClient()
  const key = ['banks', 'banks.list', 1]
  const elsewhere = { id: 9, name: 'z', cards: 1, note: null }
  client.setQueryData(key, page(rows))
  showWritten(client, { resource: 'banks', name: 'banks.update', method: 'PUT' } as any, elsewhere)
  expect(client.getQueryData(key)).toEqual(page(rows))
  showWritten(client, { resource: 'banks', name: 'banks.create', method: 'POST' } as any, elsewhere)
  expect(client.getQueryData(key)).toEqual(page([...rows, elsewhere]))
})
test('only the lists of the resource change, by what creates, updates or clones', () => {
  const client = new QueryClient()
  const show = (name: string, record: unknown, method = 'PUT') =>
    showWritten(client, { resource: 'banks', name: `banks.${name}`, method } as any, record)
  const lists = () =>
    [
      ['banks', 'banks.list', 1],
      ['banks', 'banks.get', 1],
      ['cards', 'cards.list', 1],
    ].map((key) => client.getQueryData<any>(key))
  const start = () => {
    client.setQueryData(['banks', 'banks.list', 1], page(rows))
    client.setQueryData(['banks', 'banks.get', 1], page(rows))
    client.setQueryData(['cards', 'cards.list', 1], page(rows))
    client.setQueryData(['banks', 'banks.list', 2], 'no page')
  }
  const changed = { ...rows[0]!, name: 'z' }
  for (const verb of ['create', 'update', 'clone']) {
    start()
    show(verb, changed)
    expect(lists().map((one) => one.data[0].name)).toEqual(['z', 'a', 'a'])
  }
  start()
  show('upload', changed)
  show('update', changed, 'GET')
  show('update', null)
  show('update', 'x')
  show('update', { name: 'z' })
  show('update', undefined)
  expect(lists().map((one) => one.data[0].name)).toEqual(['a', 'a', 'a'])
  expect(client.getQueryData(['banks', 'banks.list', 2])).toBe('no page')
})
