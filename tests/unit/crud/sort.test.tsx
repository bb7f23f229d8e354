// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SortHeader } from '../../../src/crud/list/SortHeader.tsx'
import { SortSelect } from '../../../src/crud/list/SortSelect.tsx'
import { renderUi } from '../../render.tsx'

describe('the order of a list', () => {
  const show = (sort: { field: string; descending: boolean }[], column = { heading: 'Nome', sort: 'name' } as any, onSort = vi.fn()) => {
    renderUi(
      <table>
        <thead>
          <tr>
            <SortHeader column={column} sort={sort} onSort={onSort} />
          </tr>
        </thead>
      </table>,
    )
    return { head: screen.getByRole('columnheader'), onSort }
  }
  const up = { field: 'name', descending: false }
  test.each<[string, any[], string | null, string]>([
    ['none', [], 'none', 'Nome'],
    ['this one', [up], 'ascending', 'Nome'],
    ['downwards', [{ ...up, descending: true }], 'descending', 'Nome'],
    ['another', [{ field: 'x', descending: true }], 'none', 'Nome'],
    ['this one first', [up, { field: 'x', descending: true }], 'ascending', 'Nomeordine 1'],
    ['this one second', [{ field: 'x', descending: true }, up], null, 'Nomeordine 2 crescente'],
    [
      'this one second, downwards',
      [
        { field: 'x', descending: false },
        { ...up, descending: true },
      ],
      null,
      'Nomeordine 2 decrescente',
    ],
  ])('a heading says how it orders: %s', (_, sort, aria, text) => {
    const { head } = show(sort)
    expect([head.getAttribute('aria-sort'), head.textContent]).toEqual([aria, text])
  })
  test('a press orders by it, with Shift beside the others; a heading that does not order is no button', () => {
    const { head, onSort } = show([])
    fireEvent.click(within(head).getByRole('button'))
    fireEvent.click(within(head).getByRole('button'), { shiftKey: true })
    expect(onSort.mock.calls).toEqual([
      ['name', false],
      ['name', true],
    ])
  })
  test('a heading that does not order is no button', () => {
    const { head } = show([up], { heading: 'Nome', numeric: true })
    expect(within(head).queryByRole('button')).toBeNull()
    expect([head.textContent, head.getAttribute('aria-sort'), head.dataset.numeric]).toEqual(['Nome', null, 'true'])
  })
  test('on a phone it is chosen from a list, and nothing where nothing orders', async () => {
    const onSort = vi.fn()
    const columns = [{ heading: 'Nome', sort: 'name' }, { heading: 'Note' }, { heading: 'ABI', sort: 'abi' }] as any
    const { unmount } = renderUi(<SortSelect columns={columns} sort={[{ field: 'abi', descending: true }, up]} onSort={onSort} />)
    const select = screen.getByRole('combobox', { name: 'Ordina per' }) as HTMLSelectElement
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Predefinito', 'Nome, crescente', 'Nome, decrescente', 'ABI, crescente', 'ABI, decrescente'])
    expect(select.value).toBe('-abi')
    await userEvent.selectOptions(select, '-name')
    await userEvent.selectOptions(select, '')
    expect(onSort.mock.calls).toEqual([[[{ field: 'name', descending: true }]], [[]]])
    unmount()
    renderUi(<SortSelect columns={[{ heading: 'Note' }] as any} sort={[]} onSort={onSort} />)
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})
