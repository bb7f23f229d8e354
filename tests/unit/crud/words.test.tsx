// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/FilterPopover.tsx'
import '../../../src/ui/SheetDrawer.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { choice, date, decimal, flag, longText, optional, text } from '../../../src/contract/kernel/fields.ts'
import { stationFields } from '../../../src/contract/stations/record.ts'
import { emptyOf, mayBeEmpty, pickSchema, singleFields } from '../../../src/crud/form/form-paths.ts'
import { anyOf, anyOfMany, oneOf, yesNo } from '../../../src/crud/list/filters.tsx'
import { useListState } from '../../../src/crud/list/list-search.ts'
import { period } from '../../../src/crud/list/period.tsx'
import { formatValue } from '../../../src/rules/shared/format-value.ts'
import { changedFields, fieldLabel, formatField } from '../../../src/rules/shared/history-format.ts'
import { renderUi } from '../../render.tsx'
import { onePage } from '../one-page.tsx'
import { things } from '../things.ts'

// Fetched when they are first opened; here they are there.

const fields = {
  name: text('Nome'),
  note: longText('Note'),
  kind: choice('Genere', { a: 'Alfa', b: 'Beta' }),
  start: v.optional(choice('Inizio', { a: 'Alfa', b: 'Beta' }), 'b'),
  since: date('Dal'),
  until: optional(date('Al')),
  weight: decimal('Peso', { scale: 2 }),
  open: flag('Aperto'),
  shut: v.optional(flag('Chiuso'), true),
  parts: v.array(v.object({ id: v.number() })),
  place: v.object({ city: v.string() }),
  rev: v.number(),
}
test('a form begins empty in the way of each field, unless the contract says with what', () => {
  expect(emptyOf(fields, Object.keys(fields).slice(0, 9))).toEqual({
    ...{ name: '', note: '', kind: null, start: 'b', since: null, until: null, weight: null, open: false, shut: true },
  })
  expect(Object.keys(emptyOf({ name: fields.name }))).toEqual(['name'])
  expect(singleFields(v.object(fields) as any)).toEqual(Object.keys(fields).slice(0, 9))
  expect(singleFields(undefined)).toEqual([])
})
test('what may be emptied is what the contract lets be nothing, however it is wrapped', () => {
  const all = [v.nullable(v.string()), v.nullish(v.string()), v.optional(v.nullable(v.string())), v.optional(v.string()), v.string()]
  expect(all.map(mayBeEmpty)).toEqual([true, true, true, false, false])
})
test('of two bodies the first says what a field must be, and only what is edited counts', () => {
  const create = v.object({ name: v.pipe(v.string(), v.minLength(3)), note: v.string() })
  const update = v.object({ name: v.string(), more: v.string() })
  const picked = pickSchema(['name', 'more'], create as any, undefined, update as any)
  expect(Object.keys(picked.entries)).toEqual(expect.arrayContaining(['name', 'more']))
  expect(Object.keys(picked.entries)).toHaveLength(2)
  expect(v.safeParse(picked, { name: 'ab', more: '' }).success).toBe(false)
  expect(v.safeParse(picked, { name: 'abc', more: '' }).success).toBe(true)
})

test('values are told in words: nothing, yes and no, days and moments, lists by their length, the rest as it is', () => {
  expect([null, undefined, ''].map((value) => formatValue(value))).toEqual(['(vuoto)', '(vuoto)', '(vuoto)'])
  expect([true, false, 0, 1234.5].map((value) => formatValue(value))).toEqual(['sì', 'no', '0', '1234,5'])
  expect(formatValue(12_000, stationFields.rent_amount), 'a sum has its decimals').toBe('12.000,00')
  expect([[], [1], [1, 2]].map((value) => formatValue(value))).toEqual(['0 elementi', '1 elemento', '2 elementi'])
  expect(formatValue({ city: 'Parma', none: null, empty: '', since: '2026-02-03' })).toBe('Parma, 03/02/2026')
  expect(['2026-07-05', '2026-07-05T22:05:00Z', '2026-07-05x', 'x2026-07-05'].map((value) => formatValue(value))).toEqual([
    ...['05/07/2026', '06/07/2026 00:05', '2026-07-05x', 'x2026-07-05'],
  ])
  expect([formatValue('a', fields.kind), formatValue('z', fields.kind)]).toEqual(['Alfa', 'z'])
})
test('a change is told in the words of its form, or in those given; of what has no name nothing', () => {
  const told = { name: 'Cosa', update: things.update, labels: { code: 'Codice', name: 'Ditta' }, words: { code: { x: 'Ics' } } }
  expect([fieldLabel(told, 'name'), fieldLabel(told, 'colour'), fieldLabel(told, 'other'), fieldLabel({ name: 'X' }, 'other')]).toEqual([
    ...['Ditta', 'Colore', 'other', 'other'],
  ])
  expect([
    formatField(told, 'code', 'x'),
    formatField(told, 'code', 'y'),
    formatField(told, 'colour', 'red'),
    formatField({ name: 'X' }, 'colour', 'red'),
  ]).toEqual([...['Ics', 'y', 'Rosso', 'red']])
  const changed = (old: object | null, made: object | null) => changedFields(told, { old, new: made } as any)
  expect(changed({ name: 'a', code: 1, secret: 1 }, { name: 'b', code: 2, secret: 2 })).toEqual(['name', 'code'])
  expect(changed({ rev: 1, name: 'a', note: null }, { rev: 2, name: 'a' }), 'nothing is nothing').toEqual([])
  expect(changed(null, { name: 'a' })).toEqual(['name'])
  expect(changed({ parts: [1] }, null)).toEqual(['parts'])
  expect(changedFields({ name: 'X' }, { old: { name: 'a' }, new: null })).toEqual([])
})

test('one of many is found by typing, told with its rows, taken away one by one or all at once', async () => {
  const onChange = vi.fn()
  const some = anyOfMany('Molti', { a: 'Alfa', b: 'Beta', c: 'Gamma' })
  const { unmount } = renderUi(<some.control label="Molti" value={['a']} onChange={onChange} counts={{ b: 3 }} />)
  const box = () => screen.getByLabelText<HTMLInputElement>('Molti', { selector: 'input:not([type=hidden])' })
  expect(box().placeholder).toBe('')
  fireEvent.click(box())
  const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  await waitFor(() => expect(options(), 'what is chosen is not offered again').toEqual(['Beta · 3', 'Gamma · 0']))
  fireEvent.change(box(), { target: { value: 'gam' } })
  await waitFor(() => expect(options()).toEqual(['Gamma · 0']))
  fireEvent.click(document.querySelector('[role=option]')!)
  expect(onChange).toHaveBeenLastCalledWith(['a', 'c'])
  fireEvent.change(box(), { target: { value: 'zz' } })
  await screen.findByText('Nessun risultato')
  fireEvent.change(box(), { target: { value: '' } })
  fireEvent.keyDown(box(), { key: 'Backspace' })
  expect(onChange, 'none is not an empty list').toHaveBeenLastCalledWith(undefined)
  unmount()
  renderUi(<some.control label="Molti" value={undefined} onChange={onChange} />)
  expect(box().placeholder).toBe('Cerca')
})
test('of yes and no each has its rows, and the one that is in use is the one that is marked', () => {
  const open = yesNo('Aperto')
  const { unmount } = renderUi(<open.control label="Aperto" value={false} onChange={() => undefined} counts={{ true: 2, false: 5 }} />)
  const told = () => [...document.querySelectorAll('input')].map((one) => [one.getAttribute('aria-description'), one.checked])
  expect(told()).toEqual([
    [null, false],
    ['2 righe', false],
    ['5 righe', true],
  ])
  unmount()
  renderUi(<open.control label="Aperto" value={true} onChange={() => undefined} />)
  expect(told()).toEqual([
    [null, false],
    [null, true],
    [null, false],
  ])
})
test('a value that no name is known of is told as it is', () => {
  const names = { a: 'Alfa' }
  expect([oneOf('G', names).say('a'), oneOf('G', names).say('z')]).toEqual(['Alfa', 'z'])
  for (const filter of [anyOf<string>('G', names), anyOfMany('G', names)]) expect(filter.say(['a', 'z'])).toBe('Alfa, z')
  expect([yesNo('G').say(true), yesNo('G').say(false)]).toEqual(['sì', 'no'])
})
test('of a kind without a form the labels given tell its fields, else their names', () => {
  const told = { name: 'Cosa', labels: { a: 'Lettera A' }, words: { a: { '1': 'uno' } } }
  expect([fieldLabel(told, 'a'), fieldLabel(told, 'b'), fieldLabel({ name: 'Cosa' }, 'a')]).toEqual(['Lettera A', 'b', 'a'])
  expect([formatField(told, 'a', 1), formatField(told, 'a', 2), formatField(told, 'b', 1), formatField({ name: 'x' }, 'a', true)]).toEqual([
    ...['uno', '2', '1', 'sì'],
  ])
  expect(changedFields(told, { old: { a: 1, b: 1 }, new: { a: 2, b: 2 } } as any)).toEqual(['a'])
  expect(changedFields(told, { old: null, new: { a: null } } as any), 'nothing before, nothing now').toEqual([])
  expect(changedFields({ name: 'x', labels: { rev: 'Versione' } }, { old: { rev: 1 }, new: { rev: 2 } } as any)).toEqual([])
})
test('a moment is told as one only where the whole text is', () =>
  expect(['x2026-07-05T22:05:00Z', '2026-07-05T', '2026-07-05T22:05:00Z'].map((value) => formatValue(value))).toEqual([
    ...['x2026-07-05T22:05:00Z', '2026-07-05T', '06/07/2026 00:05'],
  ]))
test('a day taken away is no day, and one half typed is not yet one', () => {
  const onChange = vi.fn()
  const from = period('Periodo', 'to')
  renderUi(<from.control label="Periodo" value={{ from: '2026-02-03' }} onChange={onChange} />)
  const box = screen.getByLabelText<HTMLInputElement>('Dal', { selector: 'input' })
  expect(box.value).toBe('03/02/2026')
  fireEvent.change(box, { target: { value: '' } })
  expect(onChange.mock.calls).toEqual([[undefined]])
})

test('an address is tidied: what is wrong, said anyway or known to nobody goes, the rest stays, and Back does not lead through it', async () => {
  let list: any
  function Page() {
    list = useListState(things.list)
    return null
  }
  const { address, router } = await onePage(Page, { at: '/cose?page=abc&per_page=15&search=x&altro=1&query=z&scheda=b' })
  await waitFor(() => expect(address()).toBe('/cose?search=x&scheda=b'))
  expect(router.history.length).toBe(1)
  const steps: string[] = []
  const leave = router.history.subscribe(({ action }) => void steps.push(action.type))
  list.onSearch({ search: 'y' })
  await waitFor(() => expect(address()).toBe('/cose?search=y&scheda=b'))
  list.onSearch({ search: 'x' })
  await waitFor(() => expect(address()).toBe('/cose?search=x&scheda=b'))
  expect(steps, 'a tidy address is let alone').toEqual(['PUSH', 'PUSH'])
  leave()
  list.onSearch({ page: 3 })
  await waitFor(() => expect(address()).toMatch(/page=3/))
  list.onSearch({ sort: '-name' })
  await waitFor(() => expect(address()).toMatch(/sort=-name/))
  expect(address(), 'another order begins at its first page, and the page’s own parameters stay').not.toMatch(/page=/)
  expect(address()).toMatch(/scheda=b/)
  expect(router.history.length).toBe(5)
  list.onSearch({ search: undefined }, { replace: true })
  await waitFor(() => expect(address()).not.toMatch(/search=/))
  expect(router.history.length).toBe(5)
})
