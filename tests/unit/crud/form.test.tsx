// @vitest-environment jsdom
import '../../setup-dom.ts'
import { Textarea, TextInput } from '@mantine/core'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formDraft } from '../../../src/crud/form/form-draft.ts'
import { RecordForm } from '../../../src/crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../src/crud/form/use-record-form.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { expireSession, session } from '../../../src/lib/session.ts'
import { wouldLoseText } from '../../../src/lib/unsaved.ts'
import { type Answers, onePage } from '../one-page.tsx'
import { record, things } from '../things.ts'

const done = vi.fn()
/** The record shown in the form; undefined for a new one. */
let shown: any
function Form() {
  const { field, form } = useRecordForm(things, shown, { name: '', note: '', plain: null }, done)
  return (
    <RecordForm form={form} onCancel={() => void form.reset()}>
      <TextInput {...field('name')} />
      <Textarea {...field('note')} />
      <TextInput {...field('plain')} />
    </RecordForm>
  )
}
const page = (answers: Answers, of?: object) => {
  shown = of
  return onePage(Form, { answers })
}
const box = (name: string | RegExp = /Nome/) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (value: string, name: string | RegExp = /Nome/) => fireEvent.change(box(name), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const said = () => notices.get().map(({ content }) => content)
const summary = () => document.querySelector<HTMLElement>('form [role=alert]')
const refuse = (status: number, body: object) => Response.json(body, { status })
const keyOf = ({ headers }: { headers: Record<string, string> }) => headers['idempotency-key']
const stale = (now: object) => refuse(409, { error: 'Modificato da altri.', code: 'stale', data: { ...record, ...now } })
const draft = (name: string) => formDraft(7, name)

beforeEach(async () => {
  done.mockReset()
  for (const name of ['things.create::', 'things.update::1']) await draft(name).clear()
})
afterEach(() => {
  forgetNotices()
  vi.restoreAllMocks()
})

test('what is wrong is said where one leaves it, then above all fields with the first in focus; nothing is sent', async () => {
  const { writes } = await page({})
  fireEvent.blur(box())
  expect(screen.queryByText('Il campo Nome è obbligatorio.'), 'what nobody has touched is not wrong yet').toBeNull()
  type('x')
  type('')
  type('x'.repeat(300), 'Semplice')
  fireEvent.blur(box('Semplice'))
  await screen.findByText(/Semplice.*255/)
  expect(summary()).toBeNull()
  click('Salva')
  await waitFor(() => expect(summary()?.textContent).toContain('Il campo Nome è obbligatorio.'))
  expect(within(summary()!).getAllByRole('link')).toHaveLength(2)
  expect(document.activeElement).toBe(box())
  type('va bene')
  expect(within(summary()!).getAllByRole('link')).toHaveLength(1)
  expect(writes()).toEqual([])
})
test('saved, it is what the server says, and nobody asks any more; what was emptied goes as null', async () => {
  const { writes } = await page({ 'PUT /things/1': ({ body }) => ({ ...record, ...body, name: 'Normalizzata', rev: 5 }) }, record)
  expect(wouldLoseText()).toBe(false)
  type(' normalizzata ')
  expect(wouldLoseText()).toBe(true)
  click('Salva')
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(done.mock.calls[0]![0]).toMatchObject({ id: 1, name: 'Normalizzata', rev: 5 })
  expect(writes().map(({ call, body }) => [call, body])).toEqual([
    ['PUT /things/1', { name: ' normalizzata ', note: null, plain: null, rev: 4 }],
  ])
  expect(box().value).toBe('Normalizzata')
  expect(wouldLoseText()).toBe(false)
  expect(await draft('things.update::1').read()).toBeUndefined()
  type('Ancora')
  click('Salva')
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()[1]!.body.rev).toBe(5)
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
})
test('what is typed on while it is being saved stays, is not taken for saved, and goes with the next', async () => {
  let answered = () => {}
  const answer = new Promise<void>((resolve) => {
    answered = resolve
  })
  const { writes } = await page(
    { 'PUT /things/1': ({ body }) => answer.then(() => ({ ...record, ...body, name: body.name.trim(), rev: body.rev + 1 })) },
    record,
  )
  type(' Seconda ')
  click('Salva')
  await waitFor(() => expect(writes()).toHaveLength(1))
  type('scritta intanto', /Note/)
  await act(async () => answered())
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect([box().value, box(/Note/).value, wouldLoseText()]).toEqual(['Seconda', 'scritta intanto', true])
  const kept = async () => (await draft('things.update::1').read())?.values
  await waitFor(async () => expect(await kept()).toMatchObject({ name: 'Seconda', note: 'scritta intanto' }))
  click('Salva')
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
  expect(writes().at(-1)?.body).toMatchObject({ name: 'Seconda', note: 'scritta intanto', rev: 5 })
  expect(wouldLoseText()).toBe(false)
})
test('what the server refuses stands at its field, else above; typing takes it away', async () => {
  await page({
    'POST /things': () => refuse(422, { error: { name: 'Già presente.', 'name.deep': 'Dentro.', quota: 'Sono troppe.' }, message: 'No' }),
  })
  type('A')
  click('Salva')
  await waitFor(() => expect(summary()?.textContent).toContain('Sono troppe.'))
  expect(within(summary()!).getByRole('link', { name: 'Già presente.' })).toBeDefined()
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(box())
  type('AB')
  expect(box().getAttribute('aria-invalid')).not.toBe('true')
  expect(document.body.textContent).not.toContain('Sono troppe.')
  expect(done).not.toHaveBeenCalled()
})
test('a refusal without fields is told in its own words, and has the focus', async () => {
  await page({ 'POST /things': () => refuse(409, { error: 'Il limite è raggiunto.' }) })
  type('A')
  click('Salva')
  await waitFor(() => expect(summary()?.textContent).toBe('Il limite è raggiunto.'))
  expect(document.activeElement).toBe(summary())
})
test('a double click sends once, and a lost answer is asked for again under the same key, unless something changed', async () => {
  let answer: () => unknown = () => Promise.reject(new TypeError('Failed to fetch'))
  const { writes } = await page({ 'POST /things': () => answer() })
  const fails = async (count: number) => {
    click('Salva')
    click('Salva')
    await waitFor(() => expect(writes()).toHaveLength(count))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Salva' }).dataset.loading).toBeUndefined())
  }
  type('A')
  await fails(1)
  await fails(2)
  for (const [at, status] of [401, 408, 425, 429, 500].entries()) {
    if (status === 401) continue
    answer = () => refuse(status, { error: 'No' })
    await fails(at + 2)
  }
  answer = () => refuse(409, { error: 'Operazione già in corso.', code: 'in_progress' })
  await fails(7)
  const keys = writes().map(keyOf)
  expect(new Set(keys).size, 'nothing of it was final').toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  type('AB')
  await fails(8)
  expect(keyOf(writes()[7]!)).not.toBe(keys[0])
  answer = () => refuse(422, { error: 'No.' })
  await fails(9)
  await fails(10)
  expect(keyOf(writes()[8]!)).toBe(keyOf(writes()[7]!))
  expect(keyOf(writes()[9]!), 'a refusal is final: the same again is another try').not.toBe(keyOf(writes()[8]!))
})
test('a reload loses nothing: the draft is back with its key, says since when, and can be thrown away', async () => {
  const first = await page({ 'POST /things': () => Promise.reject(new TypeError('Failed to fetch')) })
  type('A metà')
  click('Salva')
  await waitFor(() => expect(first.writes()).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Salva' }).dataset.loading).toBeUndefined())
  first.unmount()
  const again = await page({ 'POST /things': () => Promise.reject(new TypeError('Failed to fetch')) })
  await waitFor(() => expect(box().value).toBe('A metà'))
  expect(screen.getByRole('status').textContent).toMatch(/^Bozza recuperata del \d\d\/\d\d \d\d:\d\dScarta bozza$/)
  click('Salva')
  await waitFor(() => expect(again.writes()).toHaveLength(1))
  expect(keyOf(again.writes()[0]!), 'so that the server does it once').toBe(keyOf(first.writes()[0]!))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Salva' }).dataset.loading).toBeUndefined())
  click('Scarta bozza')
  await waitFor(() => expect(box().value).toBe(''))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(await draft('things.create::').read()).toBeUndefined()
})
test('what nobody else touched is put together and saved; the person is told', async () => {
  let turn = 0
  const { writes } = await page(
    { 'PUT /things/1': ({ body }) => (turn++ ? { ...record, ...body, rev: 10 } : stale({ note: 'Loro', rev: 9 })) },
    record,
  )
  type('Mia')
  click('Salva')
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(writes().map(({ body }) => body)).toEqual([
    { name: 'Mia', note: null, plain: null, rev: 4 },
    { name: 'Mia', note: 'Loro', plain: null, rev: 9 },
  ])
  expect(said()).toContain('Il record era stato modificato da un altro utente: le modifiche sono state unite.')
  expect(said()).not.toContain('Modificato da altri.')
})
test('where both said something the person chooses, or goes on editing', async () => {
  let turn = 0
  const { writes } = await page(
    { 'PUT /things/1': ({ body }) => (turn++ < 2 ? stale({ name: 'Loro', note: 'Nota', rev: 9 }) : { ...record, ...body, rev: 10 }) },
    record,
  )
  type('Mia')
  click('Salva')
  const dialog = () => screen.findByRole('dialog', { name: 'Modificato da un altro utente' })
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Annulla' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(box().value).toBe('Mia')
  expect(writes()).toHaveLength(1)
  click('Salva')
  const second = within(await dialog())
  expect(second.getByText('Presi dal server: Note.')).toBeDefined()
  expect(second.getByRole('radiogroup', { name: 'Nome' })).toBeDefined()
  fireEvent.click(second.getByRole('radio', { name: 'Usa il mio valore: Mia' }))
  fireEvent.click(second.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(writes().map(({ body }) => [body.name, body.note, body.rev])).toEqual([
    ['Mia', null, 4],
    ['Mia', null, 4],
    ['Mia', 'Nota', 9],
  ])
})
test('Ctrl+S and Ctrl+Enter save wherever one is, but behind a dialog; letters alone do not', async () => {
  const { writes } = await page({ 'PUT /things/1': ({ body }) => ({ ...record, ...body, rev: body.rev + 1 }) }, record)
  const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
  expect(press('s'), 'it is typed').toBe(true)
  expect(press('a', { ctrlKey: true })).toBe(true)
  expect(press('s', { ctrlKey: true }), 'the browser would save the page').toBe(false)
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  press('Enter', { metaKey: true })
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
  const over = document.body.appendChild(document.createElement('div'))
  over.setAttribute('aria-modal', 'true')
  press('s', { ctrlKey: true })
  over.remove()
  press('s', { ctrlKey: true })
  await waitFor(() => expect(done).toHaveBeenCalledTimes(3))
  expect(writes()).toHaveLength(3)
})
test('when the session ends nobody is asked, and the draft is kept for the person', async () => {
  const { open, address } = await page({})
  type('Mia')
  await act(() => expireSession())
  expect(session.get().user).toBeNull()
  await open('/cose/2')
  expect(address()).toBe('/cose/2')
  expect((await draft('things.create::').read())?.values).toMatchObject({ name: 'Mia' })
})
test('Annulla asks before it takes back what was typed', async () => {
  await page({}, record)
  click('Annulla')
  expect(screen.queryByRole('dialog')).toBeNull()
  type('Altra')
  click('Annulla')
  fireEvent.click(await screen.findByRole('button', { name: 'Esci senza salvare' }))
  await waitFor(() => expect(box().value).toBe('Prima'))
})
