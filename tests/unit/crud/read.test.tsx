// @vitest-environment jsdom
import '../../setup-dom.ts'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { choice, date, decimal, email, flag, iban, optional, optionalText, phone, text } from '../../../src/contract/kernel/fields.ts'
import { CachedNote } from '../../../src/crud/list/CachedNote.tsx'
import { pageOf } from '../../../src/crud/list/use-rows.ts'
import { Facts } from '../../../src/crud/record/Facts.tsx'
import { fieldValue } from '../../../src/crud/record/field-value.tsx'
import { connection } from '../../../src/lib/online.ts'
import { renderUi } from '../../render.tsx'
import { record, things } from '../things.ts'

const drawn = (ui: React.ReactNode) => renderUi(ui).container
const read = (field: v.GenericSchema, value: unknown) => {
  const box = drawn(<section>{fieldValue(field, value)}</section>).querySelector('section')!
  return [box.textContent, box.querySelector('a')?.getAttribute('href') ?? null]
}

test.each<[string, v.GenericSchema, unknown, string, string | null]>([
  ['a text', text('T'), 'così', 'così', null],
  ['a choice by its word', choice('C', { a: 'Alfa' }), 'a', 'Alfa', null],
  ['a choice that is not known', choice('C', { a: 'Alfa' }), 'z', 'z', null],
  ['a day', optional(date('D')), '2026-07-05', '05/07/2026', null],
  ['a figure with its comma, of six decimals at most', decimal('P', { scale: 3 }), 1234.1234567, '1.234,123457', null],
  ['nought', decimal('P', { scale: 3 }), 0, '0', null],
  ['yes', flag('F'), true, 'Sì', null],
  ['no', flag('F'), false, 'No', null],
  ['a telephone that can be called', optional(phone('T')), '+390521123456', '+390521123456', 'tel:+390521123456'],
  ['an address that can be written to', optional(email('E')), 'a@example.it', 'a@example.it', 'mailto:a@example.it'],
  ['an IBAN in fours', optional(iban('I')), 'IT60X0542811101000000123456', 'IT60 X054 2811 1010 0000 0123 456', null],
  ['nothing', optionalText('T'), null, '', null],
  ['nothing typed', optionalText('T'), '', '', null],
  ['what was never there', optionalText('T'), undefined, '', null],
])('%s is read as such', (_what, field, value, words, href) => expect(read(field, value)).toEqual([words, href]))

const facts = (box: Element) => [...box.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling!.textContent])
test('a record is read under the labels of its form, a dash where there is nothing, and what is told besides after it', () => {
  const some = ['name', 'note', 'active'] as never[]
  expect(
    facts(drawn(<Facts resource={things} record={record} names={some} more={{ Altro: 'x', Vuoto: '', Nulla: null, Zero: 0 }} />)),
  ).toEqual([
    ...[
      ['Nome', 'Prima'],
      ['Note', '–'],
      ['Attiva', 'Sì'],
      ['Altro', 'x'],
      ['Vuoto', '–'],
      ['Nulla', '–'],
      ['Zero', '0'],
    ],
  ])
})
test('unless told, all that a form edits is read, and no list', () =>
  expect(facts(drawn(<Facts resource={things} record={record} />)).map(([label]) => label)).toEqual([
    ...['Nome', 'Colore', 'Dal', 'Peso', 'Telefono', 'Email', 'IBAN', 'Attiva', 'Note', 'Semplice'],
  ]))
test('a copy says of when it is; an answer says nothing', () => {
  const note = drawn(<CachedNote at="2026-07-05T22:05:00Z" />).querySelector('[role=status]')!
  expect(note.textContent).toBe('Il server non risponde: dati del 06/07/2026 00:05, tenuti sul dispositivo.')
  connection.set('offline')
  const away = drawn(<CachedNote at="2026-07-05T22:05:00Z" />).querySelector('[role=status]')!
  expect(away.textContent).toBe('Senza rete: dati del 06/07/2026 00:05, tenuti sul dispositivo.')
  connection.set('online')
  expect(drawn(<CachedNote at={null} />).querySelector('[role=status]')).toBeNull()
})
test('a list without pages is one page of all there is', () => {
  expect(pageOf([1, 2])).toEqual({ data: [1, 2], total: 2, per_page: 2, current_page: 1, last_page: 1 })
  expect(pageOf([])).toMatchObject({ total: 0, per_page: 1 })
  const page = { data: [1], total: 9, per_page: 1, current_page: 3, last_page: 9 }
  expect(pageOf(page)).toBe(page)
  expect(pageOf(undefined)).toBeUndefined()
})
