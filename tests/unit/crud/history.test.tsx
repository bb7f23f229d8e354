// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/FilterPopover.tsx'
// Fetched when it is first opened; here it is there.
import '../../../src/crud/record/HistoryDialog.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { History } from '../../../src/crud/record/History.tsx'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import type { ModelHistories } from '../../../src/rules/shared/history-format.ts'
import { type Answers, onePage } from '../one-page.tsx'
import { things } from '../things.ts'

const AT = '2026-07-05T22:05:00Z'
const change = (more: object = {}) => ({
  ...{ id: 9, model: 'thing', model_id: 1, event: 'updated', batch_id: null, created_at: AT, user: { id: 2, name: 'Bruno' } },
  ...{ old: { name: 'prima', colour: 'red', rev: 1 }, new: { name: 'dopo', colour: 'blue', rev: 2 } },
  ...more,
})
const compared = (more: object = {}) => ({
  ...change(),
  ...{ current: { name: 'dopo', colour: 'blue', rev: 7 }, readable: true, revertible: ['name', 'colour'], conflicts: [] },
  ...more,
})
const told: ModelHistories = { thing: { name: 'Cosa', update: things.update, labels: { code: 'Codice' }, words: { code: { x: 'Ics' } } } }
const page = (...data: object[]) => ({ data, total: data.length, current_page: 1, last_page: 1, per_page: 15 })
const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
const boxes = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=dialog] [type=checkbox]')].map((box) => [box.labels![0]!.textContent, box.checked])
const values = () =>
  [...dialog()!.querySelectorAll('section p')].map(({ textContent }) => textContent).filter((text) => /^(Prima|Dopo|Adesso)/.test(text!))
const said = () => notices.get().map(({ content }) => content)
const dialog = () => document.querySelector('[role=dialog]')
const press = (words: string) => fireEvent.click(screen.getByText(words))
afterEach(forgetNotices)

/** The history of one thing, with the comparison of its first change open. */
async function compare(answers: Answers, models = told) {
  const world = await onePage(() => <History models={models} id={1} />, {
    answers: { 'GET /models/history': () => page(change()), ...answers },
  })
  fireEvent.click(await screen.findByLabelText(/^Azioni/))
  fireEvent.click(await screen.findByText('Confronta'))
  await screen.findByText('Confronta e ripristina')
  return world
}
const answer = (more: object = {}): Answers => ({ 'GET /models/history/9': () => compared(more) })

test('the history of one record tells who changed what, in the words of its fields', async () => {
  const { calls } = await onePage(() => <History models={told} id={1} />, {
    answers: {
      'GET /models/history': () =>
        page(
          change(),
          change({ id: 8, event: 'created', old: null, new: { name: 'prima', code: 'x', secret: 1 }, user: null }),
          change({ id: 7, event: 'deleted', new: null }),
          change({ id: 6, event: 'strange', old: { rev: 1, secret: 1 }, new: { rev: 2, secret: 2 } }),
        ),
    },
  })
  await screen.findAllByText('06/07/2026 00:05')
  const at = '06/07/2026 00:05'
  expect(cells().map((row) => row.slice(0, 4))).toEqual([
    [at, 'Bruno', 'Modifica', 'Nome: prima → dopo · Colore: Rosso → Blu'],
    [at, 'Sistema', 'Creazione', 'Nome: prima · Codice: Ics'],
    [at, 'Bruno', 'Eliminazione', 'Nome: prima → (eliminato) · Colore: Rosso → (eliminato)'],
    [at, 'Bruno', 'strange', '–'],
  ])
  expect(calls()).toEqual(['GET /models/history?model=thing&model_id=1'])
  fireEvent.click(screen.getByText('Filtro'))
  expect(await offered(), 'one may look for a field').toEqual(['Campo', 'Evento', 'Periodo'])
})
/** The filters of the list. */
const offered = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
test('of many kinds each row says of what it is, also of a kind that is not known here', async () => {
  const models = { ...told, bank: { name: 'Banca' } }
  const { calls } = await onePage(() => <History models={models} />, {
    answers: {
      'GET /models/history': () =>
        page(change(), change({ id: 8, model: 'bank', model_id: 3 }), change({ id: 7, model: 'other', model_id: 4 })),
    },
  })
  await screen.findByText('Cosa n. 1')
  expect(cells().map(([first]) => first)).toEqual(['Cosa n. 1', 'Banca n. 3', 'other n. 4'])
  expect(cells()[1]!.at(-2), 'of what has no name nothing is told').toBe('–')
  expect(calls()).toEqual(['GET /models/history'])
  fireEvent.click(screen.getByText('Filtro'))
  expect(await offered()).toEqual(['Oggetto', 'Evento', 'Periodo'])
})

test('a change stands beside what was before it and what is there now; what is chosen, and only that, is put back', async () => {
  const { writes } = await compare({ ...answer(), 'POST /models/history/9/revert': () => Response.json({ data: compared() }) })
  await screen.findByText(/^Cosa n\. 1 · Modifica di Bruno il/)
  expect(boxes()).toEqual([
    ['Nome', true],
    ['Colore', true],
  ])
  expect([...dialog()!.querySelectorAll('p')].map(({ textContent }) => textContent).slice(1)).toEqual([
    ...['Prima: prima', 'Dopo: dopo', 'Adesso: dopo', 'Prima: Rosso', 'Dopo: Blu', 'Adesso: Blu'],
  ])
  expect([screen.queryByRole('alert'), screen.queryByText(/Cambiato ancora/)]).toEqual([null, null])
  fireEvent.click(screen.getByLabelText('Colore', { selector: '[type=checkbox]' }))
  fireEvent.click(screen.getByLabelText('Nome', { selector: '[type=checkbox]' }))
  expect(screen.getByText('Ripristina 0 campi').closest('button')!.disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('Colore', { selector: '[type=checkbox]' }))
  press('Ripristina 1 campo')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(writes().map(({ call, body }) => [call, body])).toEqual([['POST /models/history/9/revert', { fields: ['colour'], rev: 7 }]])
  expect(said()).toEqual(['Valori ripristinati'])
})
test('what somebody has changed since stands first, says so, and is not chosen', async () => {
  const conflict = { field: 'colour', user: { id: 3, name: 'Carla' }, at: AT }
  await compare(answer({ conflicts: [conflict] }))
  await screen.findByText(/^Un campo è stato cambiato ancora dopo questa modifica/)
  expect(boxes()).toEqual([
    ['Colore', false],
    ['Nome', true],
  ])
  expect(screen.getByText(/^Cambiato ancora/).textContent).toBe('Cambiato ancora da Carla il 06/07/2026 00:05')
  fireEvent.click(screen.getByLabelText('Colore', { selector: '[type=checkbox]' }))
  expect(screen.getByText('Ripristina 2 campi')).toBeDefined()
})
test('several are counted, and who is not known is the system', async () => {
  const by = (field: string) => ({ field, user: null, at: null })
  await compare(answer({ conflicts: [by('name'), by('colour')], user: null }))
  await screen.findByText(/^2 campi sono stati cambiati ancora dopo questa modifica/)
  expect(screen.getAllByText(/^Cambiato ancora/).map(({ textContent }) => textContent!.trim())).toEqual([
    'Cambiato ancora da Sistema',
    'Cambiato ancora da Sistema',
  ])
  expect(screen.getByText(/Modifica di Sistema il/)).toBeDefined()
  expect(boxes().every(([, chosen]) => !chosen)).toBe(true)
})
test('who may not change it only reads, and a record that is gone says so', async () => {
  await compare(answer({ revertible: [], current: null }))
  await screen.findByText('Il record non c’è più: non si può ripristinare.')
  expect([boxes(), screen.queryByText(/^Ripristina/)]).toEqual([[], null])
  expect(values().slice(-1)).toEqual(['Adesso: (il record non c’è più)'])
  press('Chiudi')
  await waitFor(() => expect(dialog()).toBeNull())
})
test('of a deletion, or of a kind that is only told, nothing is missed', async () => {
  await compare(answer({ revertible: [], current: null, event: 'deleted', new: null }))
  await screen.findByText(/Eliminazione di/)
  expect(screen.queryByText(/non c’è più/)).toBeNull()
})
test('of a kind that is only told, or a field that the record does not show, today’s value is said not to be readable, not to be empty', async () => {
  await compare(answer({ revertible: [], current: null, readable: false }))
  await screen.findByText(/Modifica di/)
  expect(values().filter((value) => value!.startsWith('Adesso'))).toEqual(Array(2).fill('Adesso: (non leggibile da qui)'))
  expect(screen.queryByText(/non c’è più/)).toBeNull()
})
test('a field that the record read lacks says so, and one that is empty is empty', async () => {
  await compare(answer({ revertible: [], current: { name: null, rev: 7 } }))
  await screen.findByText(/Modifica di/)
  expect(values().filter((value) => value!.startsWith('Adesso'))).toEqual(['Adesso: (vuoto)', 'Adesso: (non leggibile da qui)'])
})
test('one field is put back by its own button; the others stay open, and what is as before is offered no more', async () => {
  const { answers, writes } = await compare({
    ...answer(),
    'POST /models/history/9/revert': () => {
      answers['GET /models/history/9'] = () =>
        compared({ current: { name: 'prima', colour: 'blue', rev: 8 }, conflicts: [{ field: 'name', user: null, at: AT }] })
      return Response.json({ data: compared() })
    },
  })
  await screen.findByText(/^Cosa n\. 1/)
  fireEvent.click(within(screen.getByRole('region', { name: 'Nome' })).getByText('Ripristina questo campo'))
  await screen.findByText('Adesso:', { selector: '[aria-label=Nome] *' })
  await waitFor(() => expect(screen.getAllByText('Ripristina questo campo')).toHaveLength(1))
  expect(within(screen.getByRole('region', { name: 'Nome' })).queryByText('Ripristina questo campo')).toBeNull()
  expect([screen.queryByRole('alert'), screen.queryByText(/Cambiato ancora/), boxes()]).toEqual([null, null, []])
  press('Ripristina questo campo')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(writes().map(({ body }) => body)).toEqual([
    { fields: ['name'], rev: 7 },
    { fields: ['colour'], rev: 8 },
  ])
})
test('a field changed again since is put back alone only after a question that names today’s value', async () => {
  const conflict = { field: 'colour', user: { id: 3, name: 'Carla' }, at: AT }
  const { writes } = await compare({
    ...answer({ conflicts: [conflict] }),
    'POST /models/history/9/revert': () => Response.json({ data: compared() }),
  })
  await screen.findByText(/^Cosa n\. 1/)
  const ask = async () => {
    fireEvent.click(within(screen.getByRole('region', { name: 'Colore' })).getByText('Ripristina questo campo'))
    return within(await screen.findByRole('dialog', { name: 'Ripristinare il campo?' }))
  }
  const first = await ask()
  first.getByText('Il campo «Colore» è stato cambiato ancora dopo questa modifica: il valore di adesso, «Blu», si perde.')
  fireEvent.click(first.getByText('Annulla'))
  await waitFor(() => expect(screen.queryByText('Ripristinare il campo?')).toBeNull())
  expect(writes()).toEqual([])
  fireEvent.click((await ask()).getByRole('button', { name: 'Ripristina' }))
  await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([{ fields: ['colour'], rev: 7 }]))
})
test('a change of nothing that has a name says so', async () => {
  await compare(answer({ old: { secret: 1 }, new: { secret: 2 }, revertible: [], model: 'other' }))
  await screen.findByText('Nessun campo è cambiato.')
  expect(screen.getByText(/^other n\. 1/)).toBeDefined()
  expect(screen.queryByText(/non c’è più/)).toBeNull()
})
test('what cannot be read is asked for again; a refusal shows what is now a conflict, and nothing closes', async () => {
  let fails = true
  const world = await compare({
    'GET /models/history/9': () => (fails ? Response.json({ error: 'No.' }, { status: 500 }) : compared()),
    'POST /models/history/9/revert': () => Response.json({ error: 'Modificato da altri.' }, { status: 409 }),
  })
  fails = false
  fireEvent.click(await screen.findByText('Riprova'))
  await screen.findByText('Ripristina 2 campi')
  world.answers['GET /models/history/9'] = () =>
    compared({ current: { name: 'altro', colour: 'blue', rev: 8 }, conflicts: [{ field: 'name', user: null, at: null }] })
  press('Ripristina 2 campi')
  await screen.findByText('altro')
  expect(said()[0]).toBe('Modificato da altri.')
  expect(boxes()).toEqual([
    ['Nome', false],
    ['Colore', true],
  ])
})
