// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { defaultViews, rememberDefaultViews } from '../../../src/crud/list/default-views.ts'
import { useSelection } from '../../../src/crud/list/use-selection.ts'
import { viewedSearch } from '../../../src/crud/list/use-view.ts'
import { session } from '../../../src/lib/session.ts'

const list = { bulk: { remove: { label: 'Elimina', call: 'remove', policy: 'banks.write', danger: true } } } as any
const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const as = (role: string) =>
  session.set({ user: { id: 7, name: 'A', email: '', scope: [role], permissions: [], all_stations: false, demo: true } })
beforeEach(() => {
  localStorage.clear()
  as('accounting')
})

function ticking(search: object = { search: 'x' }, ids = [1, 2, 3, 4, 5, 6]) {
  const hook = renderHook(({ search, ids }) => useSelection(list, search, rows(...ids)), { initialProps: { search, ids } })
  const now = () => hook.result.current!
  return {
    ...hook,
    now,
    do: (work: (of: NonNullable<ReturnType<typeof useSelection>>) => void) => act(() => work(now())),
    ids: () => [...now().ids].map(Number).sort((a, b) => a - b),
  }
}

test('who may do nothing with many rows ticks none; who may has what is theirs to do', () => {
  as('manager')
  expect(renderHook(() => useSelection(list, {}, rows(1))).result.current).toBeUndefined()
  as('accounting')
  expect(renderHook(() => useSelection({} as any, {}, rows(1))).result.current, 'a list without actions').toBeUndefined()
  const { now } = ticking()
  expect(now().actions.map(([name, { label }]) => [name, label])).toEqual([['remove', 'Elimina']])
  expect([now().page, now().all, now().ids.size]).toEqual(['none', false, 0])
})
test('a row is ticked and ticked off; with Shift all from the last one, forward and back, on or off', () => {
  const { do: act, now, ids } = ticking()
  act((of) => of.toggle(3, true))
  expect(ids(), 'without a first one it is this one').toEqual([3])
  act((of) => of.toggle(5, true))
  expect(ids()).toEqual([3, 4, 5])
  act((of) => of.toggle(2, true))
  expect(ids(), 'back from the last').toEqual([2, 3, 4, 5])
  act((of) => of.toggle(4, false))
  expect(ids()).toEqual([2, 3, 5])
  act((of) => of.toggle(5, true))
  expect(ids(), 'a range that ends on a ticked one is ticked off').toEqual([2, 3])
  expect([now().has(3), now().has(5), now().page]).toEqual([true, false, 'some'])
})
test('a range never begins on a row of another page', () => {
  const { do: act, ids, rerender } = ticking()
  act((of) => of.toggle(2, false))
  rerender({ search: { search: 'x', page: 2 } as object, ids: [7, 8, 9] })
  act((of) => of.toggle(9, true))
  expect(ids()).toEqual([2, 9])
})
test('the page is ticked whole, or taken off whole, and nothing of other pages with it', () => {
  const { do: act, now, ids, rerender } = ticking()
  act((of) => of.toggle(2, false))
  rerender({ search: { search: 'x', page: 2, per_page: 3, sort: '-name' } as object, ids: [7, 8] })
  expect([now().page, ids()], 'paging and order change nothing').toEqual(['none', [2]])
  act((of) => of.toggle(7, false))
  act((of) => of.togglePage())
  expect([now().page, ids()]).toEqual(['all', [2, 7, 8]])
  act((of) => of.togglePage())
  expect([now().page, ids()]).toEqual(['none', [2]])
})
test('all that is found is chosen without being known; from there one goes back to what is seen', () => {
  const { do: act, now, ids } = ticking({ search: 'x' }, [1, 2, 3])
  act((of) => of.toggle(1, false))
  act((of) => of.chooseAll())
  expect([now().all, now().has(99), now().page, ids()]).toEqual([true, true, 'all', []])
  act((of) => of.toggle(2, false))
  expect([now().all, ids()]).toEqual([false, [1, 3]])
  act((of) => of.chooseAll())
  act((of) => of.togglePage())
  expect([now().all, ids()]).toEqual([false, []])
  act((of) => of.chooseAll())
  act((of) => of.clear())
  expect([now().all, now().page]).toEqual([false, 'none'])
})
test('another search is another list: nothing of it is ticked, and what is ticked there begins anew', () => {
  const { do: act, now, ids, rerender } = ticking()
  act((of) => of.chooseAll())
  rerender({ search: { search: 'y' }, ids: [1, 2, 3] })
  expect([now().all, now().page, ids()]).toEqual([false, 'none', []])
  act((of) => of.toggle(2, false))
  expect(ids()).toEqual([2])
})

const view = (key: string, screen: string, created_by: number, standard = true) => ({ key, screen, created_by, standard }) as any
test('the list opens with one’s own view before a shared one; one that is no default never', () => {
  rememberDefaultViews(7, [view('a', 'x.list', 7), view('b', 'x.list', 8), view('c', 'y.list', 8), view('d', 'z.list', 7, false)])
  expect(defaultViews(7)).toEqual({ 'x.list': 'a', 'y.list': 'c' })
  expect(defaultViews(8), 'of each person alone').toEqual({})
  rememberDefaultViews(7, [])
  expect(defaultViews(7)).toEqual({})
})
test('a device that keeps nothing, or keeps rubbish, opens its lists as they are', () => {
  localStorage.setItem('piazzale-views-7', '{rotto')
  expect(defaultViews(7)).toEqual({})
  const set = Storage.prototype.setItem
  Storage.prototype.setItem = () => {
    throw new Error('full')
  }
  try {
    rememberDefaultViews(7, [view('a', 'x.list', 7)])
  } finally {
    Storage.prototype.setItem = set
  }
})
test('a view keeps filters, search and order: no page, nothing empty', () =>
  expect(
    viewedSearch({
      search: 'x',
      sort: '-name',
      page: 2,
      per_page: 30,
      is_paginated: 0,
      none: undefined,
      kinds: [],
      some: ['a'],
      no: false,
    }),
  ).toEqual({ search: 'x', sort: '-name', some: ['a'], no: false }))
