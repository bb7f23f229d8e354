// @vitest-environment jsdom
import '../../setup-dom.ts'
import { TextInput } from '@mantine/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { get, post, resource } from '../../../src/contract/kernel/endpoint.ts'
import { formDraft } from '../../../src/crud/form/form-draft.ts'
import { RecordForm } from '../../../src/crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../src/crud/form/use-record-form.ts'
import { DownloadButton } from '../../../src/crud/import/DownloadButton.tsx'
import { FileUpload } from '../../../src/crud/record/FileUpload.tsx'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { connection } from '../../../src/lib/online.ts'
import { reportError } from '../../../src/lib/report-error.ts'
import { onePage } from '../one-page.tsx'
import { record, things } from '../things.ts'

vi.mock('../../../src/lib/report-error.ts', () => ({ reportError: vi.fn() }))
const calls = resource('calls' as never, {
  file: get('/file/{id}', { envelope: 'blob', policy: 'auth' }),
  send: post('/things/{id}/send', { files: true, output: v.object({ id: v.number() }), ok: 'Inviati', policy: 'auth' }),
})
const said = () => notices.get().map(({ content, color }) => `${color}: ${content}`)
const button = () => screen.getByRole('button')
beforeEach(() => void vi.mocked(reportError).mockReset())
afterEach(() => {
  forgetNotices()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a download that fails says so and saves nothing, the office hears of it, and it begins anew', async () => {
  const saved: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  let pipe!: ReadableStreamDefaultController<Uint8Array>
  const start = (one: typeof pipe) => {
    pipe = one
  }
  const { calls: asked } = await onePage(
    () => (
      <DownloadButton source={calls.file} input={{ id: 4 }}>
        Scarica
      </DownloadButton>
    ),
    { answers: { 'GET /file/4': () => new Response(new ReadableStream({ start }), { headers: { 'content-length': '8' } }) } },
  )
  expect([button().getAttribute('aria-disabled'), screen.queryByRole('progressbar')]).toEqual(['false', null])
  fireEvent.click(button())
  await waitFor(() => expect(pipe).toBeDefined())
  await act(async () => pipe.enqueue(new Uint8Array(6)))
  await screen.findByText('75%')
  await act(async () => pipe.error(new TypeError('broken')))
  await screen.findByText('Scarica (serve la rete)')
  expect([saved, said()]).toEqual([[], ['error: Connessione non disponibile. Controlla la rete e riprova.']])
  expect(vi.mocked(reportError).mock.calls.map(([kind, , where]) => [kind, where])).toEqual([['download', 'calls.file']])
  expect(button()).toHaveProperty('disabled', true)
  act(() => connection.set('online'))
  await screen.findByText('Scarica')
  fireEvent.click(button())
  await screen.findByText('0 kB')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow'), 'how long it takes is not known yet').toBe('100')
  await waitFor(() => expect(asked()).toHaveLength(2))
  await act(async () => pipe.close())
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(said()[0]).toBe('success: Download effettuato.')
})

class Request extends EventTarget {
  static all: Request[] = []
  upload = new EventTarget()
  status = 201
  responseText = '{"data":{"id":1}}'
  url = ''
  headers: Record<string, string> = {}
  form!: FormData
  constructor() {
    super()
    Request.all.push(this)
  }
  open(_: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.form = form
  }
  abort = () => undefined
  getAllResponseHeaders = () => 'x-request-id: r1\r\n'
}
const file = (name: string) => new File(['x'], name, { lastModified: 1 })
test('where nothing else is filled in, files go as they are chosen; after a failure the same again', async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.all = []
  await onePage(() => <FileUpload target={calls.send} input={{ id: 5 }} atOnce />, {})
  expect(screen.queryByText('Carica')).toBeNull()
  const zone = () => screen.getByText('Trascina qui i file, oppure').parentElement!
  fireEvent.drop(zone(), { dataTransfer: { files: [file('a.pdf')] } })
  await waitFor(() => expect(Request.all[0]?.form).toBeDefined())
  fireEvent.drop(zone(), { dataTransfer: { files: [file('b.pdf')] } })
  expect(Request.all).toHaveLength(1)
  act(() => void Request.all[0]!.dispatchEvent(new ProgressEvent('error')))
  fireEvent.click(await screen.findByText('Riprova'))
  await waitFor(() => expect(Request.all[1]?.form).toBeDefined())
  expect((Request.all[1]!.form.getAll('files') as File[]).map(({ name }) => name)).toEqual(['a.pdf'])
})
test('files go in one call with what belongs to them; what could not be sent stays and goes again under its key, and is gone once it is sent', async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.all = []
  await onePage(() => <FileUpload target={calls.send} input={{ id: 5 }} accept=".pdf" />, {})
  expect(document.querySelector<HTMLInputElement>('input[type=file]')!.accept).toBe('.pdf')
  const drop = (...files: File[]) =>
    fireEvent.drop(screen.getByText('Trascina qui i file, oppure').parentElement!, { dataTransfer: { files } })
  const listed = () => [...document.querySelectorAll('[aria-label^="Togli "]')].map((one) => one.getAttribute('aria-label'))
  const send = async () => {
    const before = Request.all.length
    fireEvent.click(screen.getByText('Carica'))
    await waitFor(() => expect(Request.all[before]?.form).toBeDefined())
    return Request.all[before]!
  }
  drop(file('a.pdf'), file('b.pdf'))
  const first = await send()
  expect(first.url).toMatch(/\/things\/5\/send$/)
  expect((first.form.getAll('files') as File[]).map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
  const bar = () => screen.getByRole('progressbar', { name: 'Caricamento dei file' }).getAttribute('aria-valuenow')
  expect(bar()).toBe('0')
  act(() => void first.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 3 })))
  expect(bar()).toBe('33')
  expect((document.querySelector('[aria-label="Togli a.pdf"]') as HTMLButtonElement).disabled, 'it is on its way').toBe(true)
  act(() => void first.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 0 })))
  expect(bar()).toBe('0')
  await act(async () => void first.dispatchEvent(new Event('error')))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect([listed(), said()]).toEqual([['Togli a.pdf', 'Togli b.pdf'], ['error: Connessione non disponibile. Controlla la rete e riprova.']])
  const second = await send()
  const keyOf = ({ headers }: Request) => headers['idempotency-key']
  expect(keyOf(second), 'perhaps only the answer was lost').toBe(keyOf(first))
  expect(keyOf(first)).toMatch(/^[0-9a-f-]{36}$/)
  await act(async () => void second.dispatchEvent(new Event('load')))
  await waitFor(() => expect(said()[0]).toBe('success: Inviati'))
  await waitFor(() => expect(listed()).toEqual([]))
  drop(file('a.pdf'))
  drop(file('c.pdf'))
  expect(listed(), 'those chosen before stay').toEqual(['Togli a.pdf', 'Togli c.pdf'])
  const third = await send()
  expect(keyOf(third), 'other files, another upload').not.toBe(keyOf(first))
})

test('a save that has failed lets one save again, and is told each time; pressed twice on the keys it goes once', async () => {
  await formDraft(7, 'things.update::1').clear()
  const done = vi.fn()
  function Form() {
    const { field, form } = useRecordForm(things, record, { name: '' }, done)
    return (
      <RecordForm form={form} onCancel={() => undefined}>
        <TextInput {...field('name')} />
        <output>{form.failures}</output>
      </RecordForm>
    )
  }
  const { writes, answers } = await onePage(Form, { answers: { 'PUT /things/1': () => Response.json({ error: 'No.' }, { status: 500 }) } })
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Nome/ })
  const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  const failures = () => document.querySelector('output')!.textContent
  fireEvent.change(box(), { target: { value: 'Altra' } })
  save()
  save()
  await waitFor(() => expect(failures()).toBe('1'))
  expect(writes()).toHaveLength(1)
  save()
  await waitFor(() => expect(failures()).toBe('2'))
  fireEvent.change(box(), { target: { value: '' } })
  save()
  await waitFor(() => expect(failures()).toBe('3'))
  expect(writes(), 'what is wrong is not sent').toHaveLength(2)
  answers['PUT /things/1'] = ({ body }) => ({ ...record, ...body, rev: 5 })
  fireEvent.change(box(), { target: { value: 'Buona' } })
  save()
  save()
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect([failures(), writes().length, document.querySelector('[role=alert]')]).toEqual(['0', 3, null])
  await waitFor(() => expect(box().value).toBe('Buona'))
  fireEvent.change(box(), { target: { value: 'Ancora' } })
  answers['PUT /things/1'] = ({ body }) => ({ ...record, ...body, rev: 6 })
  save()
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
  expect(writes().at(-1)!.body, 'made from what was saved last').toEqual({ name: 'Ancora', rev: 5 })
})
