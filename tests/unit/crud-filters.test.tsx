// @vitest-environment jsdom
import '../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import '../../src/crud/FilterPopover.tsx'
import { FilterChips, FilterSheet } from '../../src/crud/FilterBar.tsx'
import { anyOf, onDay, oneOf, someOf, yesNo } from '../../src/crud/filters.tsx'
import '../../src/ui/SheetDrawer.tsx'
import { renderUi } from '../render.tsx'

describe('filters', () => {
  const kinds = {
    kind: oneOf('Tipo', { a: 'Alfa', b: 'Beta' }),
    some: anyOf('Alcuni', { a: 'Alfa', b: 'Beta' }),
    many: someOf('Molti', { a: 'Alfa', b: 'Beta' }),
    open: yesNo('Aperto'),
    from: onDay('Dal'),
  }
  const list = Object.entries(kinds) as any
  test('say their value in words', () => {
    expect([kinds.kind.say('a'), kinds.kind.say('z')]).toEqual(['Alfa', 'z'])
    expect([kinds.some.say(['a', 'b']), kinds.many.say(['b', 'z'] as any)]).toEqual(['Alfa, Beta', 'Beta, z'])
    expect([kinds.open.say(true), kinds.open.say(false), kinds.from.say('2026-02-03')]).toEqual(['sì', 'no', '03/02/2026'])
  })
  test('on a desk: a chip each, which tells its value and takes itself away; all at once', async () => {
    const onChange = vi.fn()
    const values = { kind: 'b', some: [], open: false, page: 3 }
    renderUi(<FilterChips filters={list} values={values} onChange={onChange} />)
    expect(screen.getAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label'))).toEqual([
      'Tipo: Beta',
      'Togli il filtro Tipo',
      'Alcuni',
      'Molti',
      'Aperto: no',
      'Togli il filtro Aperto',
      'Dal',
      'Azzera filtri',
    ])
    await userEvent.click(screen.getByLabelText('Togli il filtro Aperto'))
    expect(onChange).toHaveBeenLastCalledWith({ open: undefined })
    await userEvent.click(screen.getByText('Azzera filtri'))
    expect(onChange).toHaveBeenLastCalledWith({ kind: undefined, some: undefined, many: undefined, open: undefined, from: undefined })
    await userEvent.click(screen.getByText('Tipo: Beta'))
    await userEvent.click(await screen.findByLabelText('Alfa'))
    expect(onChange).toHaveBeenLastCalledWith({ kind: 'a' })
  })
  test('none in use: nothing to take away; no filters: nothing', () => {
    const { unmount } = renderUi(<FilterChips filters={list} values={{}} onChange={vi.fn()} />)
    expect(screen.queryByText('Azzera filtri')).toBeNull()
    expect(screen.queryByLabelText(/^Togli/)).toBeNull()
    unmount()
    renderUi(<FilterChips filters={[]} values={{}} onChange={vi.fn()} />)
    expect(screen.queryByRole('group')).toBeNull()
  })
  test('on a phone: one button with how many are in use, and a sheet with all of them', async () => {
    const onChange = vi.fn()
    renderUi(<FilterSheet filters={list} values={{ kind: 'b', open: true, some: ['a'] }} onChange={onChange} />)
    await userEvent.click(screen.getByRole('button', { name: 'Filtri (3)' }))
    const sheet = await screen.findByRole('dialog', { name: 'Filtri' })
    const choose = (group: string, name: string) => userEvent.click(within(within(sheet).getByLabelText(group)).getByLabelText(name))
    const told = async (group: string, name: string) => {
      await choose(group, name)
      return onChange.mock.lastCall![0]
    }
    expect(await told('Tipo', 'Alfa')).toEqual({ kind: 'a' })
    expect(await told('Tipo', 'Tutti')).toEqual({ kind: undefined })
    expect(await told('Aperto', 'No')).toEqual({ open: false })
    expect(await told('Aperto', 'Tutti')).toEqual({ open: undefined })
    expect(await told('Alcuni', 'Beta')).toEqual({ some: ['a', 'b'] })
    expect(await told('Alcuni', 'Alfa')).toEqual({ some: undefined })
    const day = within(sheet).getByLabelText('Dal', { selector: 'input' })
    onChange.mockReset()
    fireEvent.change(day, { target: { value: '03/02/20' } })
    expect(
      onChange.mock.calls.flat().map(({ from }) => from),
      'what is no day is none',
    ).not.toContain('03/02/20')
    fireEvent.change(day, { target: { value: '03/02/2026' } })
    expect(onChange).toHaveBeenLastCalledWith({ from: '2026-02-03' })
    await userEvent.click(within(sheet).getByText('Azzera filtri'))
    expect(Object.keys(onChange.mock.lastCall![0])).toEqual(Object.keys(kinds))
    await userEvent.click(within(sheet).getByText('Mostra'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test('a phone without filters orders, and yes is told from no', async () => {
    const onChange = vi.fn()
    const { unmount } = renderUi(
      <FilterSheet filters={[]} values={{}} onChange={onChange}>
        dentro
      </FilterSheet>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Ordina' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('dentro')
    expect(screen.queryByText('Azzera filtri')).toBeNull()
    unmount()
    renderUi(<kinds.open.Control label="Aperto" value={undefined} onChange={onChange} />)
    expect((screen.getByLabelText('Tutti') as HTMLInputElement).checked).toBe(true)
    await userEvent.click(screen.getByLabelText('Sì'))
    expect(onChange).toHaveBeenLastCalledWith(true)
  })
})
