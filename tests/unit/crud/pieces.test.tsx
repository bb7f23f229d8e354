// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { MAX_FILE_BYTES, MAX_FILES } from '../../../src/contract/kernel/constants.ts'
import { get, list, post, resource } from '../../../src/contract/kernel/endpoint.ts'
import { LookupSelect } from '../../../src/crud/form/LookupSelect.tsx'
import { ResourceSelect } from '../../../src/crud/form/ResourceSelect.tsx'
import { DownloadButton } from '../../../src/crud/import/DownloadButton.tsx'
import { saveFile } from '../../../src/crud/import/download.ts'
import { listRoute, recordRoute } from '../../../src/crud/list/crud-route.ts'
import { related } from '../../../src/crud/list/filters.tsx'
import { listLoader, mapLoader, recordLoader } from '../../../src/crud/list/list-loader.ts'
import { FileUpload } from '../../../src/crud/record/FileUpload.tsx'
import { AccessError } from '../../../src/lib/access.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { onePage } from '../one-page.tsx'
import { things } from '../things.ts'

const Hint = v.object({ id: v.number(), name: v.string() })
const calls = resource('calls' as never, {
  kinds: get('/kinds', { output: Hint, envelope: 'list', policy: 'auth' }),
  hints: get('/hints', { query: v.object({ value: v.optional(v.string()) }), output: Hint, envelope: 'list', policy: 'auth' }),
  list: list('/calls', { output: Hint, policy: 'auth' }),
  file: get('/file', { envelope: 'blob', policy: 'auth' }),
  send: post('/send', { files: true, output: v.array(Hint), ok: 'Inviati', policy: 'auth' }),
})
const said = () => notices.get().map(({ content, color }) => `${color}: ${content}`)
const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const pick = async (name: string) => fireEvent.click(await screen.findByRole('option', { name }))
const on = (ui: () => ReactNode, answers: Record<string, any>) => onePage(ui, { answers })
afterEach(() => {
  forgetNotices()
  vi.restoreAllMocks()
})

const KINDS = [
  { id: 1, name: 'Uno' },
  { id: 2, name: 'Due' },
]
test('one of a short list is its id; emptied it is null', async () => {
  const chosen = vi.fn()
  await on(() => <LookupSelect label="Tipo" source={calls.kinds} defaultValue={2} onChange={chosen} />, { 'GET /kinds': () => KINDS })
  await waitFor(() => expect(box('Tipo').value).toBe('Due'))
  fireEvent.click(box('Tipo'))
  expect(options()).toEqual(['Uno', 'Due'])
  await pick('Uno')
  expect(chosen.mock.calls).toEqual([[1]])
  fireEvent.click(box('Tipo'))
  await pick('Uno')
  expect(chosen.mock.calls[1]).toEqual([null])
})
test('opened before its list is there, it stays open and keeps the focus: the list comes into it', async () => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await on(() => <LookupSelect label="Tipo" source={calls.kinds} defaultValue={null} />, { 'GET /kinds': () => late.then(() => KINDS) })
  await userEvent.click(box('Tipo'))
  await screen.findByText('Caricamento in corso')
  const before = box('Tipo')
  arrive()
  await screen.findByRole('option', { name: 'Uno' })
  expect(document.activeElement).toBe(before)
  await userEvent.type(before, 'du')
  await waitFor(() => expect(options()).toEqual(['Due']))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(before.value).toBe('Due')
})
test('what is not offered any more stays chosen, and says what it is', async () => {
  await on(() => <LookupSelect label="Tipo" source={calls.kinds} value={9} />, { 'GET /kinds': () => KINDS })
  await waitFor(() => expect(box('Tipo').value).toBe('Non più attiva (n. 9)'))
})
test('a list that could not be had says so, keeps what was chosen, and is asked for again when it is opened', async () => {
  let fails = true
  const { calls: asked } = await on(() => <LookupSelect label="Tipo" source={calls.kinds} value={2} />, {
    'GET /kinds': () => (fails ? Response.json({ error: 'No.' }, { status: 500 }) : KINDS),
  })
  await screen.findByText('Elenco non disponibile: aprilo per riprovare.')
  expect(asked()).toHaveLength(1)
  fails = false
  fireEvent.click(box('Tipo'))
  await waitFor(() => expect(box('Tipo').value).toBe('Due'))
  expect(asked()).toHaveLength(2)
  expect(screen.queryByText('Elenco non disponibile: aprilo per riprovare.')).toBeNull()
  fireEvent.click(box('Tipo'))
  await waitFor(() => expect(options()).toEqual(['Uno', 'Due']))
  expect(asked(), 'what is there is not asked for again').toHaveLength(2)
})

test('another record is found by typing: asked when it is opened, then a moment after the last key', async () => {
  const chosen = vi.fn()
  const { calls: asked } = await on(
    () => <ResourceSelect label="Banca" source={calls.hints} say={({ name }) => `«${name}»`} onChange={chosen} />,
    { 'GET /hints': ({ call }: any) => (call.includes('value=du') ? KINDS.slice(1) : call.includes('value=') ? [] : KINDS) },
  )
  expect(asked()).toEqual([])
  fireEvent.click(box('Banca'))
  await waitFor(() => expect(options()).toEqual(['«Uno»', '«Due»']))
  await userEvent.type(box('Banca'), ' du ')
  await waitFor(() => expect(asked()).toEqual(['GET /hints', 'GET /hints?value=du']))
  await waitFor(() => expect(options()).toEqual(['«Due»']))
  await pick('«Due»')
  expect(chosen.mock.calls).toEqual([[2, { id: 2, name: 'Due' }]])
  expect(box('Banca').value).toBe('«Due»')
  await userEvent.type(box('Banca'), 'zz')
  await screen.findByText('Nessun risultato')
})
test('the one chosen already is named though it was not suggested; a search that failed is not one that found nothing', async () => {
  await on(
    () => <ResourceSelect label="Banca" source={calls.hints} say={({ name }) => name} value={7} chosen={{ id: 7, name: 'Sette' }} />,
    { 'GET /hints': ({ call }: any) => (call.includes('value') ? Response.json({ error: 'No.' }, { status: 500 }) : KINDS) },
  )
  expect(box('Banca').value).toBe('Sette')
  fireEvent.click(box('Banca'))
  await waitFor(() => expect(options()).toEqual(['Sette', 'Uno', 'Due']))
  await userEvent.type(box('Banca'), 'altro')
  await screen.findByText('Errore nel caricamento.')
})
test('as a filter it is a list of ids, named where it was chosen here', async () => {
  const filter = related('Banca', calls.hints, ({ name }) => name)
  const changed = vi.fn()
  expect(filter.say([2, 5])).toBe('n. 2, n. 5')
  await on(() => <filter.control label="Banca" value={undefined} onChange={changed} />, { 'GET /hints': () => KINDS })
  fireEvent.click(box('Banca'))
  await pick('Due')
  expect(changed.mock.calls).toEqual([[[2]]])
  expect(filter.say([2, 5])).toBe('Due, n. 5')
})

test('a download shows how far it is, is not begun twice, and is said when done', async () => {
  let pipe!: ReadableStreamDefaultController<Uint8Array>
  const hold = (one: typeof pipe) => {
    pipe = one
  }
  const saved: [string, string][] = []
  const gone = vi.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: gone })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href])
  })
  const { calls: asked } = await on(
    () => (
      <DownloadButton source={calls.file} input={{}} label="Scarica il file">
        Scarica
      </DownloadButton>
    ),
    {
      'GET /file': () =>
        new Response(new ReadableStream({ start: hold }), {
          headers: { 'content-length': '8', 'content-disposition': "attachment; filename*=UTF-8''a.txt" },
        }),
    },
  )
  const button = () => screen.getByRole('button')
  expect(button().getAttribute('aria-label')).toBe('Scarica il file')
  expect(button().textContent).toBe('Scarica')
  fireEvent.click(button())
  await screen.findByText('0 kB')
  expect([button().getAttribute('aria-disabled'), button().getAttribute('aria-label')]).toEqual(['true', null])
  fireEvent.click(button())
  await waitFor(() => expect(pipe).toBeDefined())
  pipe.enqueue(new Uint8Array(2))
  await screen.findByText('25%')
  expect(screen.getByRole('progressbar', { name: 'Avanzamento' }).getAttribute('aria-valuenow')).toBe('25')
  pipe.close()
  await screen.findByText('Scarica')
  expect(saved).toEqual([['a.txt', 'blob:1']])
  expect(asked()).toEqual(['GET /file'])
  expect(said()).toEqual(['success: Download effettuato.'])
})
test('bytes are handed over under their own name, else under the one given, and their address is given back within the minute', () => {
  vi.useFakeTimers()
  const gone = vi.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:2', revokeObjectURL: gone })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  saveFile(new File(['x'], 'suo.txt'), 'altro.txt')
  saveFile(new Blob(['x']), 'dato.txt')
  saveFile(new Blob(['x']))
  expect(names).toEqual(['suo.txt', 'dato.txt', ''])
  vi.advanceTimersByTime(10_000)
  expect(gone, 'a slow browser still reads it').not.toHaveBeenCalled()
  vi.advanceTimersByTime(50_000)
  expect(gone.mock.calls).toEqual([['blob:2'], ['blob:2'], ['blob:2']])
  vi.useRealTimers()
})

const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByText('Trascina qui i file, oppure').parentElement!, { dataTransfer: { files } })
const file = (name: string, size = 1_500) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const listed = () => screen.queryAllByRole('button', { name: /^Togli / }).map((button) => button.getAttribute('aria-label'))
test('files are chosen, one taken away, what is too large or too many left out, and nothing is sent for nothing', async () => {
  const { calls: asked } = await on(() => <FileUpload target={calls.send} input={{}} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Carica' }))
  expect(said()).toEqual(['warning: Assicurati di aver selezionato dei file'])
  drop(file('a.pdf'), file('grande.pdf', MAX_FILE_BYTES + 1), file('b.pdf', MAX_FILE_BYTES))
  expect(listed()).toEqual(['Togli a.pdf', 'Togli b.pdf'])
  expect(said()[0]).toBe('warning: grande.pdf: Il file supera la dimensione massima di 20 MB.')
  expect(document.body.textContent).toContain('a.pdf · 2 kB')
  fireEvent.click(screen.getByRole('button', { name: 'Togli a.pdf' }))
  expect(listed()).toEqual(['Togli b.pdf'])
  drop(...Array.from({ length: MAX_FILES - 1 }, (_, n) => file(`${n}.pdf`)))
  expect(said()).toHaveLength(2)
  drop(file('troppo.pdf'))
  expect(said()[0]).toBe(`warning: È possibile caricare al massimo ${MAX_FILES} file per volta.`)
  expect(listed()).toHaveLength(MAX_FILES)
  expect(listed()).not.toContain('Togli troppo.pdf')
  expect(asked()).toEqual([])
})

test('a list is fetched as soon as its address is known, by who may read it; what only the page needs is no part of it', async () => {
  await onePage(() => null, { answers: { 'GET /things': () => ({ data: [], total: 0 }) } })
  const route = listRoute<typeof things.list>('auth')
  expect(() => route.beforeLoad()).not.toThrow()
  expect(() => listRoute<typeof things.list>('settings.write').beforeLoad()).toThrow(AccessError)
  const search = { page: 2, search: 'x', modulo: 5, scheda: 'file' } as any
  const deps = route.loaderDeps({ search })
  expect(deps).toEqual({ page: 2, search: 'x' })
  const fetched: any[] = []
  const context = { queryClient: { prefetchQuery: async (options: any) => void fetched.push(options.queryKey) } as any }
  listLoader(things.list)({ context, deps: { page: '2', search: 'x', per_page: '7' } })
  expect(fetched.splice(0)).toEqual([['things', 'things.list', { page: 2, search: 'x' }]])
  const load = recordLoader(things)
  load({ context, params: { id: 4 }, deps: {} })
  expect(fetched.splice(0)).toEqual([['things', 'things.get', { id: 4 }]])
  load({ context, params: {}, deps: { page: 3 } })
  expect(fetched.splice(0)).toEqual([['things', 'things.list', { page: 3 }]])
  const map = { ...things.list, name: 'things.map' } as any
  const loadMap = mapLoader({ list: things.list, map })
  loadMap({ context, deps: { page: '2', search: 'x' }, location: { search: {} } })
  expect(fetched.splice(0)).toEqual([['things', 'things.list', { page: 2, search: 'x' }]])
  loadMap({ context, deps: { page: '2', search: 'x' }, location: { search: { mappa: true } } })
  expect(fetched[1]).toEqual(['things', 'things.map', { search: 'x' }])
  expect(recordRoute<typeof things.list>('auth').params.parse({ id: '12' })).toEqual({ id: 12 })
})
