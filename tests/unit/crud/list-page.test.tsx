// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { crud } from '../../../src/contract/kernel/crud.ts'
import { del, resource } from '../../../src/contract/kernel/endpoint.ts'
import { text } from '../../../src/contract/kernel/fields.ts'
import { CrudList } from '../../../src/crud/list/CrudList.tsx'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { onePage } from '../one-page.tsx'
import { record, rights, row, things, words } from '../things.ts'

const page = (...rows: object[]) => ({ data: rows, total: rows.length, current_page: 1, last_page: 1, per_page: 15 })
const READER = { as: 'accounting_readonly' as const }

const click = (name: string | RegExp, role = 'button') => fireEvent.click(screen.getByRole(role, { name }))
const act = async (verb: string, row = 'Prima') => {
  click(`Azioni ${row}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: verb }))
}
const type = (name: string | RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const said = () => notices.get().map(({ content }) => content)
afterEach(forgetNotices)

const List = () => (
  <CrudList
    resource={things}
    words={words}
    columns={{ Colore: (thing) => thing.colour, Nome: { show: (thing) => thing.name, title: true } }}
  />
)
test('a list for who may only read: its rows and how many they are, and nothing to do', async () => {
  await onePage(List, { ...READER, answers: { 'GET /things': () => page(row) } })
  await screen.findByText('Prima')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cose · 1')
  expect(screen.queryByRole('button', { name: 'Nuova cosa' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Azioni/ })).toBeNull()
})
test('nor does an address open what is not theirs to write', async () => {
  const { calls } = await onePage(List, { ...READER, at: '/cose?modulo=nuovo', answers: { 'GET /things': () => page() } })
  await screen.findByText('Nessuna cosa.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Nuova cosa' })).toBeNull()
  expect(calls()).toEqual(['GET /things'])
})
test('who may write makes a new one: the fields begin as the contract says, and what is saved is what was typed', async () => {
  const { writes, address } = await onePage(List, {
    answers: { 'GET /things': () => page(row), 'POST /things': ({ body }) => ({ ...record, ...body, id: 2 }) },
  })
  await screen.findByText('Prima')
  click('Nuova cosa')
  const dialog = await screen.findByRole('dialog', { name: 'Nuova cosa' })
  expect(address()).toBe('/cose?modulo=nuovo')
  const box = (name: string | RegExp) => within(dialog).getByRole<HTMLInputElement>('textbox', { name })
  expect((within(dialog).getByRole('checkbox', { name: 'Attiva' }) as HTMLInputElement).checked).toBe(true)
  expect([box('Telefono').type, box('Email').type, box('IBAN').getAttribute('autocapitalize'), box('Semplice').type]).toEqual([
    'tel',
    'email',
    'characters',
    'text',
  ])
  expect(box('Note').tagName).toBe('TEXTAREA')
  await waitFor(() => expect(document.activeElement).toBe(box(/Nome/)))
  expect(within(dialog).queryByRole('textbox', { name: 'parts' }), 'what is a list is edited elsewhere').toBeNull()
  type(/Nome/, 'Seconda')
  type('Dal', '06/07/2026')
  fireEvent.blur(box('Dal'))
  type('Peso', '2,5')
  fireEvent.click(screen.getByRole('combobox', { name: 'Colore' }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Non indicato', 'Rosso', 'Blu'])
  fireEvent.click(screen.getByRole('option', { name: 'Blu' }))
  click('Salva')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes().map(({ call, body }) => [call, body])).toEqual([
    ['POST /things', { name: 'Seconda', colour: 'blue', since: '2026-07-06', weight: 2.5, active: true }],
  ])
  expect(said()).toEqual(['Cosa creata'])
  expect(address()).toBe('/cose')
})
test('a row is edited from what the server has of it, and goes once that is confirmed', async () => {
  const { writes, calls } = await onePage(List, {
    answers: {
      'GET /things': () => page(row),
      'GET /things/1': () => record,
      'PUT /things/1': ({ body }) => ({ ...record, ...body, rev: 5 }),
      'DELETE /things/1': () => new Response(null, { status: 204 }),
    },
  })
  await screen.findByText('Prima')
  await act('Modifica')
  await screen.findByRole('dialog', { name: 'Modifica cosa' })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Nome/ }).value).toBe('Prima'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Peso' }).value).toBe('1.234,500')
  type(/Nome/, 'Altra')
  click('Salva')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes()[0]).toMatchObject({ call: 'PUT /things/1', body: { name: 'Altra', rev: 4, colour: 'red', note: null } })
  expect(writes()[0]!.body).not.toHaveProperty('parts')
  await screen.findByRole('button', { name: 'Azioni Prima' })
  await act('Elimina')
  await screen.findByText('Eliminare la cosa "Prima"? L\'operazione non può essere annullata.')
  click('Annulla')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls()).not.toContain('DELETE /things/1')
  await act('Elimina')
  fireEvent.click(await screen.findByRole('button', { name: 'Elimina' }))
  await waitFor(() => expect(said()).toContain('Cosa eliminata'))
  expect(calls()).toContain('DELETE /things/1')
})
test('a record that cannot be had says so in its dialog, and is asked for again', async () => {
  let fails = true
  await onePage(List, {
    at: '/cose?modulo=1',
    answers: { 'GET /things': () => page(row), 'GET /things/1': () => (fails ? Response.json({ error: 'No.' }, { status: 500 }) : record) },
  })
  const dialog = await screen.findByRole('dialog', { name: 'Modifica cosa' })
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Riprova' }))
  fails = false
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Riprova' }))
  await within(dialog).findByRole('textbox', { name: /Nome/ })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Nome/ })))
})

const places = resource('places' as never, {
  ...crud('/places', {
    fields: { name: text('Nome'), station_id: v.number() },
    ok: ['Creato', 'Modificato', 'Eliminato'],
    filters: { station_id: v.number() },
    ...rights,
  }),
  remove: del('/places/{station_id}/{id}', { policy: 'banks.write' }),
})
const { get: _get, ...unread } = places
const Part2 = () => (
  <CrudList
    resource={unread as typeof places}
    words={words}
    columns={{ Nome: (place) => place.name }}
    context={{ list: { station_id: 5 }, create: { station_id: 5 }, remove: { station_id: 5 } }}
  />
)
test('as a part of a page it has no title of its own, and every call is told where it belongs', async () => {
  const { calls, writes } = await onePage(Part2, {
    answers: {
      'GET /places': () => page({ id: 1, rev: 1, name: 'Qui', station_id: 5 }),
      'POST /places': ({ body }) => ({ id: 2, rev: 1, ...body }),
      'DELETE /places/5/1': () => new Response(null, { status: 204 }),
      'PUT /places/1': ({ body }) => ({ id: 1, ...body, rev: 2 }),
    },
  })
  await screen.findByText('Qui')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  expect(calls()).toEqual(['GET /places?station_id=5'])
  click('Nuova cosa')
  await screen.findByRole('dialog', { name: 'Nuova cosa' })
  expect(within(screen.getByRole('dialog')).getAllByRole('textbox')).toHaveLength(1)
  type(/Nome/, 'Là')
  click('Salva')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // There is no call for one of them: what is edited is the row.
  await act('Modifica', 'Qui')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Nome/ }).value).toBe('Qui'))
  type(/Nome/, 'Qua')
  click('Salva')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act('Elimina', 'Qui')
  fireEvent.click(await screen.findByRole('button', { name: 'Elimina' }))
  await waitFor(() => expect(writes()).toHaveLength(3))
  expect(writes().map(({ call, body }) => [call, body])).toEqual([
    ['POST /places', { name: 'Là', station_id: 5 }],
    ['PUT /places/1', { name: 'Qua', rev: 1 }],
    ['DELETE /places/5/1', undefined],
  ])
})
test('a row of another page of the list is named in the address and not found', async () => {
  await onePage(Part2, { at: '/cose?modulo=9', answers: { 'GET /places': () => page({ id: 1, rev: 1, name: 'Qui', station_id: 5 }) } })
  await screen.findByText('Non è tra le righe di questa pagina: cercalo nell’elenco.')
})
