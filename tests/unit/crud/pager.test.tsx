// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { columnsOf } from '../../../src/crud/list/columns.ts'
import { pageSizeOf } from '../../../src/crud/list/list-search.ts'
import { Pager, rangeOf } from '../../../src/crud/list/Pager.tsx'
import { renderUi } from '../../render.tsx'

describe('the foot of a list', () => {
  const page = (more = {}) => ({ data: Array(15).fill(0), last_page: 3, current_page: 2, per_page: 15, total: 1_041, ...more })
  test('says which rows these are, of how many', () => {
    expect(rangeOf(page())).toBe('16–30 di 1.041')
    expect(rangeOf(page({ current_page: 1, data: [1], total: 1 }))).toBe('1–1 di 1')
  })
  test('leads to the other pages and to other sizes, where there are any', async () => {
    const [onPage, onPageSize] = [vi.fn(), vi.fn()]
    const show = (more = {}) => renderUi(<Pager page={page(more)} onPage={onPage} onPageSize={onPageSize} />)
    const { unmount } = show()
    for (const [name, number] of [
      ['Pagina successiva', 3],
      ['Pagina precedente', 1],
      ['Pagina 3', 3],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name }))
      expect(onPage).toHaveBeenLastCalledWith(number)
    }
    const sizes = screen.getByRole('combobox', { name: 'Righe per pagina' })
    expect(within(sizes).getAllByRole('option')[0]!.textContent).toMatch(/^\d+ per pagina$/)
    await userEvent.selectOptions(sizes, '25')
    expect(onPageSize).toHaveBeenCalledWith(25)
    unmount()
    show({ last_page: 1, total: 11 })
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('combobox')).toBeTruthy()
    show({ last_page: 1, total: 10 })
    expect(screen.getAllByRole('combobox'), 'ten fit on the smallest page').toHaveLength(1)
  })
})
test('columns are told by their heading; a page has fifteen rows unless it says otherwise', () => {
  const show = (row: { n: number }) => row.n
  expect(columnsOf({ A: show, B: { show, sort: 'b', numeric: true } })).toEqual([
    { heading: 'A', show },
    { heading: 'B', show, sort: 'b', numeric: true },
  ])
  expect([pageSizeOf({}), pageSizeOf({ per_page: 50 })]).toEqual([15, 50])
})
