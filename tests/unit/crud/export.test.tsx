// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched when it is first opened; here it is there.
import '../../../src/crud/import/ExportMenu.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { get, list, resource } from '../../../src/contract/kernel/endpoint.ts'
import { ExportButton } from '../../../src/crud/import/ExportButton.tsx'
import { allRows } from '../../../src/crud/import/list-export.ts'
import { columnsOf } from '../../../src/crud/list/columns.ts'
import { today } from '../../../src/lib/format.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { type Answers, onePage } from '../one-page.tsx'

const Row = v.object({ id: v.number(), name: v.string() })
const rows = resource('rows' as never, {
  list: list('/rows', { output: Row, policy: 'auth' }),
  all: get('/all', { output: Row, envelope: 'list', policy: 'auth' }),
})
const columns = columnsOf<{ id: number; name: string }>({ Nome: ({ name }) => name })
const said = () => notices.get().map(({ content, color }) => `${color}: ${content}`)
/** The files handed to the browser: name and bytes. */
const saved: [string, Blob][] = []
const text = (blob: Blob) =>
  new Promise<string>((done) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result as string)
    reader.readAsText(blob)
  })
beforeEach(() => {
  saved.splice(0)
  document.title = 'Banche – Piazzale'
  const made: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, made.at(-1)!])
  })
})
afterEach(() => {
  forgetNotices()
  vi.restoreAllMocks()
})
const button = () => screen.getByLabelText('Esporta')
const page = (source: any, answers: Answers) =>
  onePage(() => <ExportButton {...{ source, search: { search: 'x', page: 3 }, given: { station_id: 5 }, sort: '-name', columns }} />, {
    answers,
  })
async function choose(words: string) {
  fireEvent.click(button())
  fireEvent.click(await screen.findByText(words))
}
const pieces = (total: number, last_page: number, ...data: { id: number; name: string }[][]): Answers => ({
  'GET /rows': ({ call }) => {
    const at = Number(new URL(call.slice(4), 'http://x').searchParams.get('page'))
    return { data: data[at - 1], total, last_page, current_page: at, per_page: 1000 }
  },
})
const status = () => document.querySelector('[role=status]')!.textContent

test('all pages of what is shown, in its order, become one file under the name of the page and the day', async () => {
  const { calls } = await page(
    rows.list,
    pieces(
      3,
      2,
      [
        { id: 2, name: 'b' },
        { id: 1, name: 'a' },
      ],
      [{ id: 3, name: 'c' }],
    ),
  )
  await choose('CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]![0]).toBe(`Banche ${today()}.csv`)
  expect(await text(saved[0]![1])).toMatch(/Nome\r\nb\r\na\r\nc\r\n$/)
  const asked = (at: number) => `GET /rows?search=x&page=${at}&station_id=5&sort=-name&is_paginated=0`
  expect(calls()).toEqual([asked(1), asked(2)])
  await waitFor(() => expect(said()).toEqual(['success: Esportazione effettuata.']))
  await choose('Excel (.xlsx)')
  await waitFor(() => expect(saved.map(([name]) => name)).toEqual([`Banche ${today()}.csv`, `Banche ${today()}.xlsx`]))
  expect((await text(saved[1]![1])).slice(0, 2), 'an archive').toBe('PK')
})
test('how far it is is told meanwhile, and that it is over', async () => {
  const waiting: (() => void)[] = []
  const given = pieces(
    4,
    2,
    [1, 2].map((id) => ({ id, name: 'x' })),
    [3, 4].map((id) => ({ id, name: 'y' })),
  )['GET /rows']!
  await page(rows.list, { 'GET /rows': (asked) => new Promise((done) => waiting.push(() => done(given(asked)))) })
  await choose('CSV')
  await waitFor(() => expect(waiting).toHaveLength(1))
  expect([status(), button().dataset.loading]).toEqual(['Esportazione in corso: 0 %', 'true'])
  await act(async () => waiting[0]!())
  await waitFor(() => expect(waiting).toHaveLength(2))
  expect(status()).toBe('Esportazione in corso: 50 %')
  await act(async () => waiting[1]!())
  await waitFor(() => expect(status()).toBe(''))
  expect(button().dataset.loading).toBeUndefined()
})
/** A list of three in two pieces that changes while it is read, `times` times: a row moves into the next piece, or one comes. */
const moving = (times: number): Answers => {
  const still = pieces(3, 2, named('c', 'b'), named('a'))['GET /rows']!
  let asked = 0
  return {
    'GET /rows': (call) => {
      const turn = Math.floor(asked++ / 2)
      if (turn >= times || asked % 2) return still(call)
      return turn % 2 ? { ...(still(call) as object), total: 4 } : { ...(still(call) as object), data: named('b') }
    },
  }
}
const named = (...names: string[]) => names.map((name) => ({ id: name.charCodeAt(0), name }))
test('a list that changes while its pieces are read is read again, and is whole', async () => {
  const { calls } = await page(rows.list, moving(2))
  await choose('CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await text(saved[0]![1])).toMatch(/Nome\r\nc\r\nb\r\na\r\n$/)
  expect(calls()).toHaveLength(6)
  await waitFor(() => expect(said()).toEqual(['success: Esportazione effettuata.']))
})
test('one that never stands still says so and saves nothing; nor does a refusal', async () => {
  const world = await page(rows.list, moving(Number.POSITIVE_INFINITY))
  await choose('CSV')
  await waitFor(() => expect(said()).toEqual(['error: L’elenco continua a cambiare mentre viene esportato. Riprova.']))
  expect(world.calls()).toHaveLength(6)
  world.answers['GET /rows'] = () => Response.json({ error: 'Manutenzione.' }, { status: 503 })
  await choose('CSV')
  await waitFor(() => expect(said()[0]).toBe('error: Manutenzione.'))
  expect(saved).toEqual([])
  expect(status(), 'it may be tried again').toBe('')
})
test('where the server can write it, it is left to the server', async () => {
  const { calls } = await page(rows.list, moving(Number.POSITIVE_INFINITY))
  const asked = { source: rows.list as never, search: {}, given: {}, sort: undefined, columns }
  expect(await allRows(asked, () => undefined, 10)).toBeUndefined()
  expect(calls()).toHaveLength(6)
})
test('a list without pages is asked for once, and an empty one is a file with its header', async () => {
  const { calls } = await page(rows.all, { 'GET /all': () => [] })
  await choose('CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await text(saved[0]![1])).toMatch(/Nome\r\n$/)
  expect(calls()).toEqual(['GET /all?search=x&page=1&station_id=5&sort=-name'])
})
