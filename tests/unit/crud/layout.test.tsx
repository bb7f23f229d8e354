// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { crowdedOut, type Layout, measureColumns, useLayout, widthsOf } from '../../../src/crud/list/list-layout.ts'
import { session } from '../../../src/lib/session.ts'
import { renderUi } from '../../render.tsx'

const signIn = (id: number) => session.set({ user: { id } as any, stamp: 's' })
/** The layout that a list is drawn with, each time, and the function that changes it. */
function shown(list: string) {
  const drawn: Layout[] = []
  let change!: (next: Layout) => void
  function List() {
    const [layout, onLayout] = useLayout(list)
    drawn.push(layout)
    change = onLayout
    return null
  }
  const { unmount } = renderUi(<List />)
  return { now: () => drawn.at(-1), change: (next: Layout) => act(() => change(next)), unmount }
}
beforeEach(() => signIn(1))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a list is as the person left it, after a reload too; no other list and nobody else’s', () => {
  const banks = shown('banks.list')
  const fuels = shown('fuels.list')
  expect(banks.now()).toEqual({})
  banks.change({ hidden: ['ABI'], density: 'compact' })
  expect(banks.now()).toEqual({ hidden: ['ABI'], density: 'compact' })
  expect(fuels.now()).toEqual({})
  banks.unmount()
  const again = shown('banks.list')
  expect(again.now()).toEqual({ hidden: ['ABI'], density: 'compact' })
  act(() => signIn(2))
  expect(again.now()).toEqual({})
  again.change({ order: ['ABI'] })
  act(() => signIn(1))
  expect(again.now()).toEqual({ hidden: ['ABI'], density: 'compact' })
})
test('a device that cannot keep it keeps it until the page is closed, for this list alone', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const banks = shown('banks.list')
  const fuels = shown('fuels.list')
  banks.change({ density: 'wide' })
  expect([banks.now(), fuels.now()]).toEqual([{ density: 'wide' }, {}])
  act(() => signIn(2))
  expect(banks.now(), 'nor for whoever signs in next').toEqual({})
  act(() => signIn(1))
  full.mockRestore()
  banks.change({ density: 'compact' })
  expect(banks.now()).toEqual({ density: 'compact' })
})
test('what is stored and cannot be read is a list as the page has it', () => {
  localStorage.setItem('piazzale-layout-1-banks.list', '{broken')
  expect(shown('banks.list').now()).toEqual({})
  localStorage.setItem('piazzale-layout-1-fuels.list', 'null')
  expect(shown('fuels.list').now()).toEqual({})
})

test('the widths that a drawn table has are those of its named columns, within reason', () => {
  document.body.innerHTML = '<table><thead><tr><th data-column="Nome"></th><th data-column="Note"></th><th></th></tr></thead></table>'
  const heads = [...document.querySelectorAll('th')]
  for (const [at, width] of [120.4, 4, 30].entries()) heads[at]!.getBoundingClientRect = () => new DOMRect(0, 0, width, 20)
  expect(measureColumns(document.body)).toEqual({ Nome: 120, Note: 48 })
  expect(measureColumns(null)).toEqual({})
})
test('a heading has room for its words, and for the sign of its order beside them', () => {
  const plain = { heading: 'Ragione sociale lunga' }
  const rem = (column: object, widths?: Record<string, number>) =>
    0.875 * Number.parseFloat(widthsOf([column as any], widths ?? {}, false)[0]!)
  expect(rem(plain)).toBeCloseTo(21 * 0.53 + 1.25, 2)
  expect(rem({ ...plain, sort: 'name' })).toBeCloseTo(21 * 0.53 + 2.25, 2)
  expect([rem({ heading: 'X' }), rem({ heading: 'X', wide: true }), rem({ heading: 'X', numeric: true })].map(Math.round)).toEqual([
    6, 10, 5,
  ])
  expect(rem({ heading: 'X', numeric: true, width: 7 }), 'what is always as long').toBeCloseTo(7, 2)
})
test('what the menu of a row takes is not shared out', () => {
  const columns = [{ heading: 'Nome' }, { heading: 'Note' }]
  expect(widthsOf(columns, undefined, false)).toEqual([
    'max(6.857em, (100cqi - 0em - 0 * var(--target)) * 0.5)',
    'max(6.857em, (100cqi - 0em - 0 * var(--target)) * 0.5)',
  ])
  expect(widthsOf(columns, undefined, true)[0]).toBe('max(6.857em, (100cqi - 0em - 1 * var(--target)) * 0.5)')
  // Exactly what they cannot do without is not more than that.
  expect(widthsOf(columns, undefined, false, 12)).toEqual(['6.857em', '6.857em'])
  expect(widthsOf(columns, undefined, true, 14.8)[0]).toBe('max(6.857em, (100cqi - 0em - 1 * var(--target)) * 0.5)')
  expect(widthsOf(columns, undefined, true, 14), 'the menu has its place').toEqual(['6.857em', '6.857em'])
})
test('one that is given up makes room by what it cannot do without', () => {
  const columns = [
    { heading: 'Nome', wide: true },
    { heading: 'X', spare: 1 },
    { heading: 'Y', spare: 2, numeric: true },
  ]
  expect(crowdedOut(columns, false, 21)).toEqual([])
  expect(crowdedOut(columns, false, 20.9)).toEqual(['Y'])
  expect(crowdedOut(columns, true, 18.625)).toEqual(['Y'])
  expect(crowdedOut(columns, true, 18.6)).toEqual(['Y', 'X'])
})
