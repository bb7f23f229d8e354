// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Attachments } from '../../../src/crud/record/Attachments.tsx'
import { Children } from '../../../src/crud/record/Children.tsx'
import { Facts } from '../../../src/crud/record/Facts.tsx'
import { RecordPage } from '../../../src/crud/record/RecordPage.tsx'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { onePage } from '../one-page.tsx'
import { record, things, words } from '../things.ts'

const READER = { as: 'accounting_readonly' as const }
const click = (name: string | RegExp, role = 'button') => fireEvent.click(screen.getByRole(role, { name }))
const said = () => notices.get().map(({ content }) => content)
afterEach(forgetNotices)

const Show = () => (
  <RecordPage
    resource={things as any}
    id={1}
    words={words}
    gone="Cosa non trovata"
    history={{ thing: { name: 'Cosa' } }}
    tabs={(thing: any) => ({
      dati: { label: 'Dati', show: <Facts resource={things} record={thing} more={{ Altro: 7, Vuoto: null }} /> },
      parti: {
        label: 'Parti',
        count: thing.parts.length,
        show: <Children resource={things} record={thing} path="parts" words={['Aggiungi parte', 'Togli la parte', 'Nessuna parte.']} />,
      },
      file: { label: 'File', show: <Attachments resource={things as any} record={thing} /> },
    })}
  />
)
const RECORD = '/cose/1'
const current = () => [...document.querySelectorAll('[aria-current=page]')].map(({ textContent }) => textContent)
const changed = { id: 1, event: 'updated', user: { name: 'M. Rossi' }, created_at: '2026-11-25T08:00:00Z' }
const reading = (more: object = {}) => ({
  'GET /things/1': () => ({ ...record, ...more }),
  'GET /models/history': () => Response.json({ data: [changed], total: 1 }),
})
const facts = () =>
  [...document.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling!.textContent])

test('a record is read field by field, as each is written in Italian; where there is nothing stands a dash', async () => {
  await onePage(Show, { ...READER, answers: reading(), at: RECORD })
  await screen.findByRole('heading', { name: 'Prima' })
  expect(facts()).toEqual([
    ['Nome', 'Prima'],
    ['Colore', 'Rosso'],
    ['Dal', '05/07/2026'],
    ['Peso', '1.234,5'],
    ['Telefono', '+390521123456'],
    ['Email', 'a@example.it'],
    ['IBAN', 'IT60 X054 2811 1010 0000 0123 456'],
    ['Attiva', 'Sì'],
    ['Note', '–'],
    ['Semplice', '–'],
    ['Altro', '7'],
    ['Vuoto', '–'],
  ])
  expect(screen.getByRole('link', { name: '+390521123456' }).getAttribute('href')).toBe('tel:+390521123456')
  expect(screen.getByRole('link', { name: 'a@example.it' }).getAttribute('href')).toBe('mailto:a@example.it')
  expect(screen.queryByRole('button', { name: 'Modifica' }), 'who may only read changes nothing').toBeNull()
  expect(screen.getByRole('link', { name: 'Cose' }).getAttribute('href')).toBe('/cose')
  expect(current()).toEqual(['Prima'])
})
test('no is not the same as nothing, and zero is a number', async () => {
  await onePage(Show, { ...READER, answers: reading({ active: false, weight: 0, plain: '', colour: null }), at: RECORD })
  await screen.findByRole('heading', { name: 'Prima' })
  expect(Object.fromEntries(facts())).toMatchObject({ Attiva: 'No', Peso: '0', Semplice: '–', Colore: '–' })
})
test('until it is there the page has the name of the list; what cannot be had is asked for again', async () => {
  let fails = true
  const { calls } = await onePage(Show, {
    at: RECORD,
    answers: { 'GET /things/1': () => (fails ? Response.json({ error: 'No.' }, { status: 500 }) : record) },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cose')
  await screen.findByRole('alert')
  expect(current()).toEqual(['…'])
  expect(document.querySelector('[aria-busy]')).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
  fails = false
  click('Riprova')
  await screen.findByRole('heading', { name: 'Prima' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls()).toEqual(['GET /things/1', 'GET /things/1'])
})
test('while it is on its way nothing but that is shown', async () => {
  await onePage(Show, { at: RECORD, answers: { 'GET /things/1': () => new Promise(() => {}) } })
  expect(screen.getByText('Caricamento in corso')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})
test('the tab stands in the address, but for the first, where the record is edited; one that is not there is the first', async () => {
  const { address, open } = await onePage(Show, { answers: reading(), at: '/cose/1?scheda=parti' })
  const chosen = () => screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)
  await screen.findByRole('tab', { name: 'Parti (2)' })
  expect(chosen()).toEqual(['Parti (2)'])
  expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
  click('File', 'tab')
  await waitFor(() => expect(chosen()).toEqual(['File']))
  expect(address()).toBe('/cose/1?scheda=file')
  expect(screen.queryByText('P1'), 'one tab at a time').toBeNull()
  click('Dati', 'tab')
  await waitFor(() => expect(address()).toBe('/cose/1'))
  expect(chosen()).toEqual(['Dati'])
  for (const other of ['toString', 'altra']) {
    await open(`/cose/1?scheda=${other}`)
    expect(chosen(), other).toEqual(['Dati'])
  }
  click('Modifica')
  await screen.findByRole('dialog', { name: 'Modifica cosa' })
  expect(address()).toBe('/cose/1?scheda=altra&modulo=1')
})

test('the rows of a record are a table for who may only read it', async () => {
  await onePage(Show, { ...READER, answers: reading(), at: '/cose/1?scheda=parti' })
  await screen.findByRole('table')
  const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)
  expect(texts('columnheader')).toEqual(['Sigla', 'Scadenza', 'Genere'])
  expect(texts('cell')).toEqual(['P1', '31/01/2027', 'Alfa', 'P2', '', 'Beta'])
  expect(screen.queryByRole('textbox')).toBeNull()
})
test('and a sentence where there are none', async () => {
  await onePage(Show, { ...READER, answers: reading({ parts: [] }), at: '/cose/1?scheda=parti' })
  await screen.findByText('Nessuna parte.')
  expect(screen.queryByRole('table')).toBeNull()
})
test('who may change it edits them in place, adds and takes away, and saves them together', async () => {
  const { writes } = await onePage(Show, {
    answers: { ...reading(), 'PUT /things/1': ({ body }) => ({ ...record, ...body, rev: 5 }) },
    at: '/cose/1?scheda=parti',
  })
  await screen.findByRole('tab', { name: 'Parti (2)' })
  const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /Sigla/ }).map(({ value }) => value)
  expect(names()).toEqual(['P1', 'P2'])
  expect(screen.queryByText('Nessuna parte.')).toBeNull()
  click('Aggiungi parte')
  expect(names()).toEqual(['P1', 'P2', ''])
  fireEvent.change(screen.getAllByRole('textbox', { name: /Sigla/ })[2]!, { target: { value: 'P3' } })
  click('Togli la parte 1')
  expect(names()).toEqual(['P2', 'P3'])
  click('Salva')
  await waitFor(() => expect(said()).toEqual(['Cosa modificata']))
  expect(writes()[0]).toMatchObject({
    call: 'PUT /things/1',
    body: {
      rev: 4,
      parts: [
        { id: 11, label: 'P2', due: null, kind: 'b' },
        { label: 'P3', due: null, kind: 'b' },
      ],
    },
  })
  expect(Object.keys(writes()[0]!.body)).toHaveMembers(['parts', 'rev'])
})
test('Annulla brings them back as they are saved, once one has said so', async () => {
  await onePage(Show, { answers: reading({ parts: [] }), at: '/cose/1?scheda=parti' })
  await screen.findByText('Nessuna parte.')
  click('Aggiungi parte')
  expect(screen.queryByText('Nessuna parte.')).toBeNull()
  click('Annulla')
  fireEvent.click(await screen.findByRole('button', { name: 'Esci senza salvare' }))
  await screen.findByText('Nessuna parte.')
})

test('files are downloaded by who may read, added and taken away by who may write', async () => {
  const first = await onePage(Show, { ...READER, answers: reading(), at: '/cose/1?scheda=file' })
  await screen.findByRole('button', { name: 'Scarica a.pdf' })
  expect(screen.queryByRole('button', { name: 'Scegli i file' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Elimina a.pdf' })).toBeNull()
  first.unmount()
  const saved: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { calls } = await onePage(Show, {
    answers: {
      ...reading(),
      'GET /things/1/files/3': () => new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''b.pdf" } }),
      'DELETE /things/1/files/3': () => new Response(null, { status: 204 }),
    },
    at: '/cose/1?scheda=file',
  })
  await screen.findByRole('button', { name: 'Scegli i file' })
  click('Scarica a.pdf')
  await waitFor(() => expect(saved).toEqual(['b.pdf']))
  click('Elimina a.pdf')
  await screen.findByText('Eliminare il file "a.pdf"? L\'operazione non può essere annullata.')
  click('Elimina')
  await waitFor(() => expect(said()).toContain('File eliminato'))
  expect(calls().filter((call) => call.includes('files'))).toEqual(['GET /things/1/files/3', 'DELETE /things/1/files/3'])
  vi.restoreAllMocks()
})

test('beside it stands what belongs to it, and its last change for who may read changes', async () => {
  const beside = () => within(screen.getByRole('complementary', { name: 'In breve' }))
  const { router, unmount } = await onePage(Show, { answers: reading(), at: RECORD })
  await screen.findByRole('heading', { name: 'Prima' })
  await beside().findByText('Modifica di M. Rossi, 25/11/2026 09:00')
  const parts = beside().getByRole('link', { name: 'Parti' })
  expect(parts.parentElement!.textContent).toBe(`Parti${record.parts.length}`)
  await act(async () => fireEvent.click(parts))
  expect(screen.getByRole('tab', { name: `Parti (${record.parts.length})` }).ariaSelected).toBe('true')
  expect(router.state.location.search).toEqual({ scheda: 'parti' })
  unmount()

  const { calls } = await onePage(Show, { ...READER, answers: reading(), at: RECORD })
  await screen.findByRole('heading', { name: 'Prima' })
  expect(beside().queryByText('Ultima modifica')).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Storico' })).toBeNull()
  expect(calls()).toEqual(['GET /things/1'])
})
