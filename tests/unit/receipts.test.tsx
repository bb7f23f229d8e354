// @vitest-environment jsdom
import '../setup-dom.ts'
import { beforeEach, expect, test } from 'vitest'
import { listenFrom, tellReceipts } from '../../src/app/receipts.ts'
import { inspections } from '../../src/contract/inspections/inspections.ts'
import { requiredIf } from '../../src/contract/kernel/fields.ts'
import { withRecord } from '../../src/lib/list-cache.ts'
import { forgetNotices, notices } from '../../src/lib/notify.ts'
import type { Listed } from '../../src/outbox/read.ts'

// Comments on tickets, too, are sent by two kinds.
const endpoints = [inspections.create, inspections.update, inspections.create]
const item = (step: string, endpoint: string, at?: number) =>
  ({
    label: `${step}: Controllo`,
    endpoint,
    state: at ? 'sent' : 'queued',
    ...(at && { receipt: { status: 200, at } }),
  }) as unknown as Listed
const said = () => notices.get().map(({ content }) => content)
beforeEach(() => {
  localStorage.clear()
  forgetNotices()
})

test('what the server has confirmed is told with the documented text: once, also after a reload, and no autosave by itself', () => {
  const queue = [item('Avvio', 'inspections.create', 1_500), item('Salvataggio', 'inspections.update', 1_600)]
  tellReceipts(7, [item('Avvio', 'inspections.create', 900)], endpoints)
  expect(said()).toEqual([])
  listenFrom(7, 1_000)
  tellReceipts(7, [item('Avvio', 'inspections.create', 900), item('Completamento', 'inspections.update')], endpoints)
  expect(said()).toEqual([])
  tellReceipts(7, queue, endpoints)
  expect(said()).toEqual(['Verifica creata'])
  // The page starts again, with the same queue and its time kept.
  listenFrom(7, 5_000)
  tellReceipts(7, queue, endpoints)
  tellReceipts(7, [...queue, item('Salvataggio', 'inspections.update', 1_700)], endpoints)
  expect(said()).toEqual(['Verifica creata'])
  const closed = [item('Completamento', 'inspections.update', 1_800), item('Completamento', 'inspections.update', 1_801)]
  tellReceipts(7, [...queue, ...closed], endpoints)
  expect(said()).toEqual(['Verifica modificata', 'Verifica creata'])
})

test('in a list an update replaces in place and a created record is appended; of another shape it waits to be read', () => {
  const page = {
    data: [
      { id: 1, name: 'A', cards: 2 },
      { id: 2, name: 'B', cards: 0 },
    ],
    total: 2,
    current_page: 1,
    last_page: 1,
    per_page: 15,
  }
  expect(withRecord(page, { id: 1, name: 'Z', cards: [{ id: 9 }], note: 'x' }).data).toEqual([{ id: 1, name: 'Z', cards: 2 }, page.data[1]])
  expect(withRecord(page, { id: 3, name: 'C', cards: 1, note: 'x' })).toMatchObject({
    total: 3,
    data: [...page.data, { id: 3, name: 'C', cards: 1 }],
  })
  expect(withRecord(page, { id: 3, name: 'C', cards: [] })).toBe(page)
  expect(withRecord({ ...page, last_page: 2 }, { id: 3, name: 'C', cards: 1 }).data).toHaveLength(2)
})

test('required_if: blank only where nothing asks for it', () => {
  expect(requiredIf(true, 'Nota', '')).toBe('Il campo Nota è obbligatorio.')
  expect(requiredIf(true, 'Nota', null)).toBe('Il campo Nota è obbligatorio.')
  expect([requiredIf(true, 'Nota', 'x'), requiredIf(true, 'Nota', 0), requiredIf(false, 'Nota', '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
