// @vitest-environment jsdom
import '../setup-dom.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ListQuery } from '../../src/contract/kernel/crud.ts'
import { list, resource } from '../../src/contract/kernel/endpoint.ts'
import { anyId, booleanParam } from '../../src/contract/kernel/filters.ts'
import { activeFilters, listSearch, readSort, toggleSort, writeSort } from '../../src/crud/list/list-search.ts'

const things = resource('things' as never, {
  list: list('/things', {
    query: v.object({ ...ListQuery.entries, owner: anyId, open: booleanParam }),
    output: v.object({ id: v.number() }),
    policy: 'auth',
  }),
})
const read = listSearch(things.list, { tab: v.picklist(['a', 'b']) })
const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('an address is read by the schema that checks the query', () => {
  expect(set(read({ page: '3', per_page: '25', search: 'x', sort: '-name', owner: ['1', '2'], open: 'false', tab: 'b' }))).toEqual({
    page: 3,
    per_page: 25,
    search: 'x',
    sort: '-name',
    owner: [1, 2],
    open: false,
    tab: 'b',
  })
})
test('what is searched for is cut where it is too long, and never left out: that would be the list of all there is', () => {
  expect(read({ search: 'x'.repeat(2_000) }).search).toBe('x'.repeat(200))
})
test('what does not pass falls back and is named, so that it covers the raw value; defaults and unknown names are not there', () => {
  expect(read({ page: '-1', per_page: '7', search: '', owner: 'x', open: 'forse', tab: 'z', is_paginated: '0', other: 1 })).toEqual({
    page: undefined,
    per_page: undefined,
    search: undefined,
    sort: undefined,
    owner: undefined,
    open: undefined,
    tab: undefined,
  })
  expect(set(read({ page: 1, per_page: '15' }))).toEqual({})
})
test('what was read is read again to the same', () => {
  const once = read({ page: '3', search: 12, owner: '4,5', open: true })
  expect(read(once)).toEqual(once)
  expect(once).toMatchObject({ search: '12', owner: [4, 5], open: true })
})
test('filters are what is neither page, order nor text', () => {
  expect(activeFilters({ page: 2, search: 'x', sort: 'n', per_page: 25, owner: [], open: false, kind: undefined })).toEqual([
    ['open', false],
  ])
})

test('an order has each known column once', () => {
  expect(readSort('name,-abi,secret,-name', ['name', 'abi'])).toEqual([
    { field: 'name', descending: false },
    { field: 'abi', descending: true },
  ])
  expect(readSort(undefined, ['name'])).toEqual([])
  expect(writeSort(readSort('name,-abi', ['name', 'abi']))).toBe('name,-abi')
  expect(writeSort([])).toBeUndefined()
})
test('a heading goes up, down, off; with Shift beside the others', () => {
  const press = (sort: string, field: string, add: boolean) => writeSort(toggleSort(readSort(sort, ['a', 'b', 'c']), field, add))
  expect(press('', 'a', false)).toBe('a')
  expect(press('a', 'a', false)).toBe('-a')
  expect(press('-a', 'a', false)).toBeUndefined()
  expect(press('a,b', 'c', false)).toBe('c')
  expect(press('a', 'b', true)).toBe('a,b')
  expect(press('a,b', 'a', true)).toBe('-a,b')
  expect(press('-a,b', 'a', true)).toBe('b')
})
