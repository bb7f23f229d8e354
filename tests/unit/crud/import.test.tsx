// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/ui/ConfirmDialog.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { resource } from '../../../src/contract/kernel/endpoint.ts'
import { choice, text } from '../../../src/contract/kernel/fields.ts'
import { type Checked, importing } from '../../../src/contract/kernel/importing.ts'
import { ImportSheet } from '../../../src/crud/import/ImportSheet.tsx'
import { unsaved, wouldLoseText } from '../../../src/lib/unsaved.ts'
import { type Answers, onePage } from '../one-page.tsx'

const { xlsxOf } = vi.hoisted(() => ({ xlsxOf: vi.fn(async (..._: any[]) => new Blob(['x'])) }))
vi.mock('../../../src/crud/import/list-export.ts', () => ({ xlsxOf }))
const calls = resource('things' as never, importing('/things', 'banks.write'))
const fields = { code: text('Codice'), name: text('Nome'), kind: choice('Genere', { a: 'Alfa', b: 'Beta' }) }
const columns = ['code', 'kind', 'name']
const line = (line: number, state: string, more: object = {}) => ({
  line,
  cells: [`C${line}`, 'a', `Nome ${line}`],
  state,
  changes: [],
  errors: {},
  ...more,
})
const checked = (...lines: object[]) => ({ columns, lines, unknown: [], notes: [] }) as unknown as Checked
const both = checked(
  line(2, 'nuovo'),
  line(3, 'errore', { cells: ['', 'z', 'Nome 3'], errors: { kind: 'Non è un genere.', '': 'Manca il codice.' } }),
  line(4, 'modificato', { changes: [{ field: 'kind', before: 'a', after: 'b' }] }),
  line(5, 'uguale'),
)
let started: { id: number }[] = []
const saved: string[] = []
beforeEach(() => {
  localStorage.clear()
  started = []
  saved.splice(0)
  xlsxOf.mockClear()
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
/** Looking at a sheet makes nothing: the server answers 200. */
const ok = (data: object) => Response.json({ data }, { headers: { 'x-request-id': 'r' } })
const page = (answers: Answers = {}) =>
  onePage(() => <ImportSheet calls={calls as any} fields={fields} what="cose" onStarted={(job) => started.push(job)} />, {
    answers: { 'POST /things/import/read': () => ok(both), ...answers },
  })
async function give(file = new File(['x'], 'cose.csv')) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const tab = (state: string) => document.querySelector<HTMLInputElement>(`input[type=radio][value=${state}]`)!
const lines = () => [...document.querySelectorAll('li')].map((one) => one.textContent)

test('before a file it says what is wanted; after one, what would become of each line, with the wrong ones first', async () => {
  const { asked } = await page()
  expect(document.body.textContent).toContain('di cose, con una riga per ogni elemento')
  expect(wouldLoseText()).toBe(false)
  expect(document.querySelector('input[type=file]')!.getAttribute('accept')).toBe('.xlsx,.csv')
  button('Scegli il file')
  await give()
  await waitFor(() => button('Scegli un altro file'))
  expect(asked[0]!.body.getAll('files').map(({ name }: File) => name)).toEqual(['cose.csv'])
  expect(document.body.textContent).not.toContain('ciascuno dei')
  expect(document.querySelector('[role=status]')!.textContent).toBe('Errore: 1, Nuovo: 1, Modificato: 1, Uguale: 1')
  expect(document.querySelector('[role=radiogroup]')!.textContent).toBe('Errore · 1Nuovo · 1Modificato · 1Uguale · 1')
  expect(tab('errore').checked).toBe(true)
  expect(lines()).toEqual(['Riga 3 z Nome 3GenereNon è un genere.Manca il codice.'])
  expect((screen.getByRole('textbox', { name: 'Genere, riga 3' }) as HTMLInputElement).value).toBe('z')
  fireEvent.click(tab('modificato'))
  expect(lines()).toEqual(['Riga 4 C4 a Nome 4Genere: Alfa → Beta'])
  fireEvent.click(tab('uguale'))
  expect(lines()).toEqual(['Riga 5 C5 a Nome 5'])
  expect(unsaved.size > 0 && wouldLoseText(), 'what was looked at is not left without a question').toBe(true)
  button('Importa 2 righe')
})
test('what was put right is checked before anything is written, and only what is right and new is sent', async () => {
  const { asked, answers } = await page({ 'POST /things/import': () => ({ id: 9 }) })
  answers['POST /things/import/read'] = () => ok({ ...both, unknown: ['Colore', 'Peso'] })
  await give()
  await screen.findByText('Colonne non riconosciute, lasciate fuori: Colore, Peso. Puoi indicare che cosa contengono.')
  expect(screen.queryByRole('button', { name: 'Ricontrolla' })).toBeNull()
  const field = screen.getByRole('textbox', { name: 'Genere, riga 3' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: 'b' } })
  expect(field.getAttribute('aria-invalid'), 'what is wrong now is not known').not.toBe('true')
  expect(button(/^Importa/).disabled).toBe(true)
  answers['POST /things/import/check'] = ({ body }) => ok(checked(...body.lines.map((one: object) => ({ ...line(0, 'nuovo'), ...one }))))
  await act(async () => void fireEvent.click(button('Ricontrolla')))
  await waitFor(() => expect(button(/^Importa/).textContent).toBe('Importa 4 righe'))
  expect(asked.at(-1)!.body).toEqual({
    columns,
    lines: [
      { line: 2, cells: ['C2', 'a', 'Nome 2'] },
      { line: 3, cells: ['', 'b', 'Nome 3'] },
      { line: 4, cells: ['C4', 'a', 'Nome 4'] },
      { line: 5, cells: ['C5', 'a', 'Nome 5'] },
    ],
  })
  expect(tab('nuovo').checked, 'nothing is wrong any more').toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(button('Importa 4 righe')))
  screen.getByText(/lasciate fuori: Colore, Peso/)
  expect(screen.queryByRole('button', { name: 'Ricontrolla' })).toBeNull()
  expect(started).toEqual([])
  await act(async () => void fireEvent.click(button('Importa 4 righe')))
  await waitFor(() => expect(started).toEqual([{ id: 9 }]))
  expect(wouldLoseText(), 'it is on its way').toBe(false)
})
test('a new line shows what would be written beside its name, and Enter in a correction checks again', async () => {
  const more = { cells: ['C2', 'a', 'Nome 2', 'b', ''] }
  const wrong = line(3, 'errore', { errors: { kind: 'Non è un genere.' } })
  const given = { ...checked(line(2, 'nuovo', more), wrong), columns: [...columns, 'other', 'empty'] }
  const { asked, answers } = await page({ 'POST /things/import/read': () => ok(given) })
  await give()
  await waitFor(() => button('Importa 1 riga'))
  fireEvent.click(tab('nuovo'))
  expect(lines()).toEqual(['Riga 2 C2 a Nome 2other: b'])
  fireEvent.click(tab('errore'))
  answers['POST /things/import/check'] = () => ok(checked(line(2, 'nuovo'), line(3, 'nuovo')))
  fireEvent.change(screen.getByRole('textbox', { name: 'Genere, riga 3' }), { target: { value: 'b' } })
  await act(async () => void fireEvent.submit(document.querySelector('form')!))
  await waitFor(() => button('Importa 2 righe'))
  expect(asked.at(-1)!.body.lines[1].cells).toEqual(['C3', 'b', 'Nome 3', '', ''])
})
test('a field that the sheet has no column for is filled in at its line and sent in a column of its own', async () => {
  const wrong = { ...line(2, 'errore', { cells: ['C2', 'a'], errors: { name: 'Il campo Nome è obbligatorio.' } }) }
  const { asked } = await page({
    'POST /things/import/read': () => ok({ ...checked(wrong), columns: ['code', 'kind'] }),
    'POST /things/import/check': () => ok(checked(line(2, 'nuovo'))),
  })
  await give()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Nome, riga 2' }), { target: { value: 'Uno' } })
  await act(async () => void fireEvent.click(button('Ricontrolla')))
  await waitFor(() => button('Importa 1 riga'))
  expect(asked.at(-1)!.body).toEqual({ columns: ['code', 'kind', 'name'], lines: [{ line: 2, cells: ['C2', 'a', 'Uno'] }] })
})
test('the job takes the new and the changed lines alone', async () => {
  const { asked } = await page({ 'POST /things/import': () => ({ id: 9 }) })
  await give()
  await screen.findByText('Importa 2 righe')
  await act(async () => void fireEvent.click(button('Importa 2 righe')))
  await waitFor(() => expect(started).toHaveLength(1))
  expect(asked.at(-1)!.body.lines.map(({ line }: { line: number }) => line)).toEqual([2, 4])
})
test('nothing to write, one line to write', async () => {
  const { answers } = await page({ 'POST /things/import/read': () => ok(checked(line(2, 'uguale'))) })
  await give()
  await waitFor(() => expect(tab('uguale').checked).toBe(true))
  expect([button(/^Importa/).textContent, button(/^Importa/).disabled]).toEqual(['Importa 0 righe', true])
  expect(screen.queryByRole('button', { name: 'Scarica le righe con errori' })).toBeNull()
  fireEvent.click(tab('errore'))
  screen.getByText('Nessuna riga.')
  answers['POST /things/import/read'] = () => ok(checked(line(2, 'uguale'), line(3, 'modificato')))
  await give()
  await waitFor(() => expect(button(/^Importa/).textContent).toBe('Importa 1 riga'))
  expect([button(/^Importa/).disabled, tab('modificato').checked]).toEqual([false, true])
})
test('fifty lines, then two hundred more at each asking; another state begins anew', async () => {
  const many = Array.from({ length: 251 }, (_, at) => line(at + 2, 'errore'))
  await page({ 'POST /things/import/read': () => ok(checked(...many, line(900, 'nuovo'))) })
  await give()
  const more = await screen.findByText('Mostra altre righe (201)')
  expect(lines()).toHaveLength(50)
  fireEvent.click(more)
  expect(lines()).toHaveLength(250)
  fireEvent.click(screen.getByText('Mostra altre righe (1)'))
  expect(lines()).toHaveLength(251)
  expect(screen.queryByText(/Mostra altre righe/)).toBeNull()
  fireEvent.click(tab('nuovo'))
  expect(screen.queryByText(/Mostra altre righe/)).toBeNull()
  fireEvent.click(tab('errore'))
  expect(lines()).toHaveLength(50)
})
test('a file or a check that is refused says so, until the next one', async () => {
  const refused = () => Response.json({ error: 'Non è un foglio.' }, { status: 422 })
  const { answers } = await page({ 'POST /things/import/read': refused, 'POST /things/import/check': refused })
  await give()
  expect((await screen.findByRole('alert')).textContent).toBe('Non è un foglio.')
  answers['POST /things/import/read'] = () => ok(both)
  await give()
  await screen.findByText('Importa 2 righe')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'Genere, riga 3' }), { target: { value: 'b' } })
  await act(async () => void fireEvent.click(button('Ricontrolla')))
  await screen.findByRole('alert')
  expect((screen.getByRole('textbox', { name: 'Genere, riga 3' }) as HTMLInputElement).value, 'nothing typed is lost').toBe('b')
  await give()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect((screen.getByRole('textbox', { name: 'Genere, riga 3' }) as HTMLInputElement).value, 'another file, other lines').toBe('z')
})
test('the lines that stay out are saved with what was put right and why they stay out', async () => {
  await page()
  await give()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Genere, riga 3' }), { target: { value: 'q' } })
  await act(async () => void fireEvent.click(button('Scarica le righe con errori')))
  await waitFor(() => expect(saved).toEqual(['righe-con-errori.xlsx']))
  const [rows, shown] = xlsxOf.mock.calls[0]! as [object[], { heading: string; show: (row: object) => string }[]]
  expect([shown.map(({ heading }) => heading), ...rows.map((row) => shown.map(({ show }) => show(row)))]).toEqual([
    ['Codice', 'Genere', 'Nome', 'Errori'],
    ['', 'q', 'Nome 3', 'Non è un genere. Manca il codice.'],
  ])
})
test('the form to fill in is fetched when it is asked for', async () => {
  const file = () =>
    new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''modello.xlsx", 'x-request-id': 'r' } })
  const { calls: asked } = await page({ 'GET /things/import/template': file })
  expect(asked()).toEqual([])
  await act(async () => void fireEvent.click(button('Scarica il modello')))
  await waitFor(() => expect(saved).toEqual(['modello.xlsx']))
})

test('a value with two meanings is chosen by a button, and an answer may need a column that the sheet has not', async () => {
  const asks = {
    kind: [
      { label: 'Alfa', field: 'kind', text: 'a' },
      { label: 'Dillo nel nome', field: 'extra', text: 'Sì' },
    ],
  }
  const { asked, answers } = await page({
    'POST /things/import/read': () =>
      ok({
        ...checked(line(2, 'errore', { errors: { kind: 'Quale?' }, asks })),
        letters: ['A', 'C', 'D'],
        notes: ['Il primo foglio è nascosto.'],
      }),
  })
  await give()
  await screen.findByText('Il primo foglio è nascosto.')
  const choice = (name: string) => button(`Genere, riga 2: ${name}`)
  expect([choice('Alfa').getAttribute('aria-pressed'), screen.queryByText('Quale?') !== null]).toEqual(['false', true])
  fireEvent.click(choice('Dillo nel nome'))
  expect([choice('Dillo nel nome').getAttribute('aria-pressed'), screen.queryByText('Quale?')]).toEqual(['true', null])
  answers['POST /things/import/check'] = ({ body }) => ok({ ...body, lines: [line(2, 'nuovo')], unknown: [], notes: [] })
  await act(async () => void fireEvent.click(button('Ricontrolla')))
  await waitFor(() => expect(button(/^Importa/).textContent).toBe('Importa 1 riga'))
  expect(asked.at(-1)!.body).toEqual({
    ...{ columns: [...columns, 'extra'], letters: ['A', 'C', 'D'] },
    lines: [{ line: 2, cells: ['C2', 'a', 'Nome 2', 'Sì'] }],
  })
  screen.getByText('Il primo foglio è nascosto.')
})
test('a column is assigned in the preview, the file is read again with it, and the next file too', async () => {
  const without = { ...both, columns: ['code', 'kind'], unknown: ['Insegna'] }
  const { asked, answers } = await page({ 'POST /things/import/read': () => ok(without) })
  const assigned = () => JSON.parse(asked.at(-1)!.body.get('assigned') as string)
  await give()
  const column = await screen.findByRole('combobox', { name: 'Colonna «Insegna»' })
  expect(assigned()).toEqual([])
  answers['POST /things/import/read'] = () => ok(both)
  fireEvent.click(column)
  await act(async () => void fireEvent.click(await screen.findByRole('option', { name: 'Nome' })))
  await screen.findByRole('combobox', { name: 'Colonna «Insegna», indicata da te' })
  expect([assigned(), asked.at(-1)!.body.getAll('files')]).toEqual([
    [{ heading: 'Insegna', field: 'name' }],
    [expect.objectContaining({ name: 'cose.csv' })],
  ])
  await give(new File(['y'], 'altre.csv'))
  await waitFor(() => expect(asked.at(-1)!.body.getAll('files')[0].name).toBe('altre.csv'))
  expect(assigned(), 'it is remembered').toEqual([{ heading: 'Insegna', field: 'name' }])
})
