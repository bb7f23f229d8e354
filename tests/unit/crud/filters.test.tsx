// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../../src/crud/list/FilterPopover.tsx'
import { FilterChips, FilterSheet } from '../../../src/crud/list/FilterBar.tsx'
import { anyOf, anyOfMany, oneOf, yesNo } from '../../../src/crud/list/filters.tsx'
import { period } from '../../../src/crud/list/period.tsx'
import '../../../src/ui/SheetDrawer.tsx'
import { renderUi } from '../../render.tsx'

describe('filters', () => {
  const kinds = {
    kind: oneOf('Tipo', { a: 'Alfa', b: 'Beta' }),
    some: anyOf('Alcuni', { a: 'Alfa', b: 'Beta' }),
    many: anyOfMany('Molti', { a: 'Alfa', b: 'Beta' }),
    open: yesNo('Aperto'),
    from: period('Periodo', 'to'),
  }
  const list = Object.entries(kinds) as any
  test('say their value in words', () => {
    expect([kinds.kind.say('a'), kinds.kind.say('z')]).toEqual(['Alfa', 'z'])
    expect([kinds.some.say(['a', 'b']), kinds.many.say(['b', 'z'] as any)]).toEqual(['Alfa, Beta', 'Beta, z'])
    expect([kinds.open.say(true), kinds.open.say(false)]).toEqual(['sì', 'no'])
  })
  test('on a desk: one button for all, and a chip for each in use, which tells its value and takes itself away; all at once', async () => {
    const onChange = vi.fn()
    const values = { kind: 'b', some: [], open: false, page: 3 }
    renderUi(<FilterChips filters={list} values={values} onChange={onChange} />)
    expect(screen.getAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label'))).toEqual([
      'Filtro',
      'Tipo: Beta',
      'Togli il filtro Tipo',
      'Aperto: no',
      'Togli il filtro Aperto',
      'Azzera filtri',
    ])
    await userEvent.click(screen.getByLabelText('Togli il filtro Aperto'))
    expect(onChange).toHaveBeenLastCalledWith({ open: undefined })
    await userEvent.click(screen.getByText('Azzera filtri'))
    const none = { kind: undefined, some: undefined, many: undefined, open: undefined, from: undefined, to: undefined }
    expect(onChange).toHaveBeenLastCalledWith(none)
    await userEvent.click(screen.getByText('Tipo: Beta'))
    await userEvent.click(await screen.findByLabelText('Alfa'))
    expect(onChange).toHaveBeenLastCalledWith({ kind: 'a' })
  })
  test('the button has all of them, the first open at once; the keyboard goes through them and back to the button', async () => {
    const onChange = vi.fn()
    renderUi(<FilterChips filters={list} values={{ open: true }} onChange={onChange} />)
    await userEvent.click(screen.getByRole('button', { name: 'Filtro' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Filtro' }))
    expect(menu.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Tipo', 'Alcuni', 'Molti', 'Aperto', 'Periodo'])
    await userEvent.click(menu.getByLabelText('Beta'))
    expect(onChange).toHaveBeenLastCalledWith({ kind: 'b' })
    act(() => menu.getByRole('tab', { name: 'Tipo' }).focus())
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await userEvent.click(menu.getByLabelText('No'))
    expect(onChange).toHaveBeenLastCalledWith({ open: false })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Filtro'))
  })
  describe('a period', () => {
    const now = new Date('2026-03-01T10:00:00Z')
    beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())
    const { say } = period('Periodo', 'to')
    test('says the name of a usual one, or its days', () => {
      expect(
        [
          { from: '2026-03-01', to: '2026-03-01' },
          { from: '2026-02-28', to: '2026-02-28' },
          { from: '2026-02-23', to: '2026-03-01' },
          { from: '2026-01-31', to: '2026-03-01' },
          { from: '2026-03-01', to: '2026-03-31' },
          { from: '2026-02-01', to: '2026-02-28' },
          { from: '2026-01-01', to: '2026-12-31' },
          { from: '2026-02-03', to: '2026-02-04' },
          { from: '2026-02-03' },
          { to: '2026-02-04' },
        ].map(say),
      ).toEqual([
        ...['Oggi', 'Ieri', 'Ultimi 7 giorni', 'Ultimi 30 giorni', 'Questo mese', 'Mese scorso', 'Quest’anno'],
        ...['03/02/2026 – 04/02/2026', 'dal 03/02/2026', 'fino al 04/02/2026'],
      ])
    })
    test('is chosen with a tap, or by its days; what it cannot be is said', async () => {
      const onChange = vi.fn()
      const Chips = (values: { from: string; to: string }) => <FilterChips filters={list} values={{ ...values }} onChange={onChange} />
      const { unmount } = renderUi(<Chips from="2026-02-03" to="2026-02-01" />)
      await userEvent.click(screen.getByRole('button', { name: 'Periodo: 03/02/2026 – 01/02/2026' }))
      await screen.findByText('Il giorno finale precede quello iniziale.')
      await userEvent.click(screen.getByRole('button', { name: 'Mese scorso' }))
      expect(onChange).toHaveBeenLastCalledWith({ from: '2026-02-01', to: '2026-02-28' })
      fireEvent.change(screen.getByLabelText('Al', { selector: 'input' }), { target: { value: '10/02/2026' } })
      expect(onChange).toHaveBeenLastCalledWith({ from: '2026-02-03', to: '2026-02-10' })
      unmount()
      renderUi(<Chips from="2026-02-01" to="2026-02-28" />)
      await userEvent.click(screen.getByRole('button', { name: 'Periodo: Mese scorso' }))
      await screen.findByText('Mese scorso')
      expect(screen.getByRole('button', { name: 'Mese scorso' }).getAttribute('aria-pressed')).toBe('true')
      await userEvent.click(screen.getByRole('button', { name: 'Mese scorso' }))
      expect(onChange).toHaveBeenLastCalledWith({ from: undefined, to: undefined })
      await userEvent.click(screen.getByLabelText('Togli il filtro Periodo'))
      expect(onChange).toHaveBeenLastCalledWith({ from: undefined, to: undefined })
    })
  })
  test('filters that the page makes anew leave what is being touched where it is', async () => {
    let again = () => {}
    function Page() {
      const [times, set] = useState(0)
      again = () => set(times + 1)
      return <FilterChips filters={[['some', anyOf('Alcuni', { a: 'Alfa', b: 'Beta' })]] as any} values={{ times }} onChange={vi.fn()} />
    }
    renderUi(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Filtro' }))
    const box = await screen.findByLabelText('Beta')
    act(() => again())
    expect(box.isConnected).toBe(true)
  })
  test('one in use takes itself away: nothing else does', () => {
    renderUi(<FilterChips filters={list} values={{ open: true }} onChange={vi.fn()} />)
    expect(screen.queryByText('Azzera filtri')).toBeNull()
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
    expect(onChange).toHaveBeenLastCalledWith({ from: '2026-02-03', to: undefined })
    await userEvent.click(within(sheet).getByText('Azzera filtri'))
    expect(Object.keys(onChange.mock.lastCall![0])).toEqual([...Object.keys(kinds), 'to'])
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
    renderUi(<kinds.open.control label="Aperto" value={undefined} onChange={onChange} />)
    expect((screen.getByLabelText('Tutti') as HTMLInputElement).checked).toBe(true)
    await userEvent.click(screen.getByLabelText('Sì'))
    expect(onChange).toHaveBeenLastCalledWith(true)
  })
})
