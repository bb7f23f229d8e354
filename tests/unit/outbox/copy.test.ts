import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OfflineCopy } from '../../../src/contract/kernel/offline-copy.ts'
import {
  confirmedAs,
  copyOf,
  filesNamed,
  isNewerThanList,
  newCopy,
  queuedAs,
  rebasedOn,
  reverted,
  type StoredRow,
  typed,
  valuesOf,
} from '../../../src/outbox/copy.ts'
import { copyKind, excerpt } from '../../../src/outbox/copy-kind.ts'
import { laneOfCopy, placeOf, readPlace, sendCopy } from '../../../src/outbox/copy-send.ts'

const NOW = 1_795_000_000_000
beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW))
afterEach(() => void vi.restoreAllMocks())

const row = (more: object = {}): StoredRow & { text: string | null } => ({
  ...{ uuid: 'u1', rev: 4, station_id: 3, noted_at: '2026-11-01T10:00:00.000Z', updated_at: '2026-11-02T10:00:00Z' },
  ...{ photos: ['p1'], field_revs: { text: 4, level: 2, photos: 1 }, author: 'Anna', created_by: 7, text: 'Vecchio', ...more },
})
const NAMES = ['text', 'level']
const copy = (more: Partial<OfflineCopy> = {}): OfflineCopy => ({ ...copyOf(row({ level: 'basso' }), 'PV1 Roma', NAMES), ...more })
const after = (change: (copy: OfflineCopy) => Partial<OfflineCopy>, of: OfflineCopy) => ({ ...of, ...change(of) })
const begun = () => newCopy({ station_id: 3, place: 'PV1 Roma' }, { text: '', photos: [] })

test('a copy that begins here is nobody else’s; one of a record is as the server has it, with nothing where it has nothing', () => {
  const fresh = begun()
  expect(fresh).toMatchObject({
    ...{ station_id: 3, place: 'PV1 Roma', title: '', values: { text: '', photos: [] }, confirmed: null, rev: null },
    ...{ changed: [], begun: false, state: 'writing', at: 0, files: {} },
  })
  expect(fresh.uuid).toMatch(/^[0-9a-f-]{36}$/)
  expect(Date.parse(fresh.noted_at)).not.toBeNaN()
  const values = { text: 'Vecchio', level: null, photos: ['p1'] }
  expect(valuesOf(row(), NAMES)).toEqual(values)
  expect(copyOf(row(), 'PV1', NAMES)).toEqual({
    ...{ uuid: 'u1', station_id: 3, noted_at: '2026-11-01T10:00:00.000Z', place: 'PV1', title: '', values, confirmed: values },
    ...{ rev: 4, changed: [], begun: true, state: 'writing', at: 0, files: {} },
  })
})
test('what is typed is not confirmed; "Salva" confirms it once, and says what is changed since the server had it', () => {
  const save = confirmedAs(({ values }) => `Nota ${values.text}`)
  const writing = after(typed({ text: 'Nuovo' }), copy({ state: 'queued' }))
  expect(writing).toMatchObject({
    state: 'writing',
    values: { text: 'Nuovo', level: 'basso', photos: ['p1'] },
    confirmed: { text: 'Vecchio' },
  })
  const saved = after(save, writing)
  expect(saved).toMatchObject({ state: 'confirmed', changed: ['text'], title: 'Nota Nuovo', confirmed: { text: 'Nuovo', level: 'basso' } })
  expect(save(saved), 'the second of two quick ones').toEqual({})
  const more = after(save, after(typed({ text: 'Ancora', level: 'alto' }), saved))
  expect(more.changed, 'each once').toEqual(['text', 'level'])
  expect(save(copy()), 'nothing was changed').toEqual({ state: 'queued', at: NOW })
  expect(after(save, begun()), 'one that begins is sent even so').toMatchObject({ state: 'confirmed', changed: ['text', 'photos'] })
})
test('"Annulla" brings back what was confirmed last; of one that never was it keeps what is there', () => {
  expect(reverted(after(typed({ text: 'x' }), copy()))).toEqual({ values: copy().values, state: 'queued', at: NOW })
  expect(reverted(begun()).values).toEqual({ text: '', photos: [] })
})
test('what was sent is queued; what was confirmed or typed meanwhile is not', () => {
  const sent = copy({ state: 'confirmed' })
  expect(queuedAs(sent)(sent)).toEqual({ begun: true, state: 'queued', at: NOW })
  expect(queuedAs(sent)({ ...sent, state: 'writing' })).toEqual({ begun: true })
  expect(queuedAs(sent)({ ...sent, confirmed: { text: 'Altro', photos: [] } })).toEqual({ begun: true })
})
test('made anew from the server’s copy, what is to be sent and what is being typed stand on top', () => {
  const theirs = row({ rev: 9, text: 'Loro', level: 'medio', photos: [] })
  expect(rebasedOn(copy({ state: 'queued' }), theirs)).toMatchObject({
    ...{ rev: 9, confirmed: { text: 'Loro', level: 'medio', photos: [] }, values: { text: 'Loro' }, changed: [] },
    ...{ state: 'queued', begun: true, at: NOW },
  })
  const typing = after(typed({ level: 'alto' }), copy())
  const based = rebasedOn(typing, theirs, { text: 'Mio', other: 'x' })
  expect(based).toMatchObject({
    ...{ confirmed: { text: 'Mio', level: 'medio', photos: [] }, values: { text: 'Mio', level: 'alto', photos: [] } },
    ...{ changed: ['text'], state: 'writing' },
  })
  expect(rebasedOn({ ...typing, state: 'queued' }, theirs).values.level, 'nobody is typing').toBe('medio')
})
test('pictures of this device are those that are named and here, in their order', () => {
  const files = { p1: { hash: 'h1', mime: 'image/png' }, p2: { hash: 'h2', mime: 'image/png' } }
  expect(filesNamed(copy({ files }), { photos: ['p3', 'p2', 'p1'] })).toEqual([files.p2, files.p1])
})

const calls = { name: 'note', create: 'notes.create', update: 'notes.update' }
type Waiting = { id: string; lane: string; state: string; endpoint: string }
async function sends(of: OfflineCopy, ...items: Partial<Waiting>[]) {
  const [put, fix] = [vi.fn(), vi.fn()]
  const here = items.map((item, at) => ({ id: `i${at}`, lane: 'note:3/u1', state: 'queued', endpoint: calls.update, ...item }))
  await sendCopy({ list: async () => here, put, fix } as any, calls, of)
  const puts = put.mock.calls.map(([{ endpoint, label, replaceable }]) => [endpoint, label, replaceable])
  return { puts, put: put.mock.calls[0]?.[0], fixes: fix.mock.calls }
}
const fresh = copy({ rev: null, begun: false, title: 'Pompa', files: { p1: { hash: 'h1', mime: 'image/png' } } })
test('a lane leads to its place and back', () => {
  expect([placeOf(copy()), laneOfCopy(calls, copy()), readPlace('3/u1'), readPlace('3')]).toEqual(['3/u1', 'note:3/u1', [3, 'u1'], [3, '']])
})
test('the creation goes once, whole; after it changes, of which the last replaces one never tried', async () => {
  const { puts, put, fixes } = await sends(fresh, { lane: 'note:3/other', endpoint: calls.create })
  expect([puts, fixes]).toEqual([[[calls.create, 'Invio: Pompa', false]], []])
  expect(put).toMatchObject({
    ...{ entity: 'u1', lane: 'note:3/u1', photos: ['h1'] },
    input: { uuid: 'u1', station_id: 3, noted_at: fresh.noted_at, text: 'Vecchio', level: 'basso', photos: ['p1'] },
  })
  const change = [[calls.update, 'Modifica: Pompa', true]]
  expect((await sends(fresh, { endpoint: calls.create, state: 'sent' })).puts).toEqual(change)
  expect((await sends({ ...fresh, begun: true })).puts).toEqual(change)
  const later = await sends({ ...fresh, rev: 4, changed: ['text'] })
  expect(later.puts).toEqual(change)
  expect(later.put.input).toEqual({ uuid: 'u1', rev: { $ref: 'u1', field: 'rev', or: 4 }, text: 'Vecchio' })
})
test('what was refused is corrected in its place, after what stands behind it', async () => {
  const refused = { id: 'r', state: 'needs-fix', endpoint: calls.create }
  const alone = await sends({ ...fresh, begun: true }, refused)
  expect([alone.puts, alone.fixes]).toEqual([[], [['r', expect.objectContaining({ photos: ['h1'] })]]])
  expect(alone.fixes[0]![1].input).toMatchObject({ station_id: 3, text: 'Vecchio' })
  const behind = await sends({ ...fresh, begun: true, changed: ['text'] }, { ...refused, endpoint: calls.update }, {}, { state: 'sent' })
  expect(behind.puts).toEqual([[calls.update, 'Modifica: Pompa', true]])
  expect(behind.fixes[0]![1].input).toEqual({ uuid: 'u1', rev: { $ref: 'u1', field: 'rev' }, text: 'Vecchio' })
})

const kind = copyKind({
  ...{ name: 'note', labels: { text: 'Testo', level: 'Livello' }, words: 'Cambiata da un altro.', titleOf: () => 't' },
  contract: { create: { name: 'c' }, update: { name: 'u' }, upload: { name: 'f' } } as any,
  page: (station, uuid) => ({ to: `/${station}/${uuid}` }) as any,
})
test('a kind says of a copy what the outbox asks', () => {
  expect([kind.name, kind.fields, kind.calls]).toEqual(['note', ['text', 'level'], { name: 'note', create: 'c', update: 'u' }])
  expect(kind.endpoints.map(({ name }) => name)).toEqual(['c', 'u'])
  expect(kind.repair('3/u1')).toEqual({ to: '/3/u1' })
  expect(kind.picturesOf(fresh)).toEqual(['h1'])
  expect([kind.unqueuedOf({ ...fresh, state: 'confirmed' }), kind.unqueuedOf(fresh)]).toEqual(['Pompa', undefined])
  const closed = (state: OfflineCopy['state'], at: number) => kind.isClosed({ ...fresh, state, at })
  expect([closed('queued', NOW - 86_400_001), closed('queued', NOW - 86_400_000), closed('confirmed', 0)]).toEqual([true, false, false])
  expect(kind.conflict.isOpen(row())).toBe(true)
  expect(kind.conflict.combined([{ text: 'a', level: 'x' }, { text: 'b' }])).toEqual({ text: 'b', level: 'x' })
})
test('both versions stand beside each other where both changed it, and differently', () => {
  const differ = (mine: object, theirs: object, base = 1) => kind.conflict.differences(fresh, mine as any, row(theirs), base)
  expect(differ({ text: 'Mio' }, {})).toEqual([{ field: 'text', label: 'Testo', mine: 'Mio', theirs: 'Vecchio' }])
  expect(differ({ text: 'Vecchio' }, {}), 'the same').toEqual([])
  expect(differ({ text: null }, { text: undefined }), 'nothing on both sides').toEqual([])
  expect(differ({ text: 'Mio' }, {}, 4), 'theirs is what ours was made from').toEqual([])
  expect(differ({ text: 'Mio' }, { field_revs: {} }), 'never changed there').toEqual([])
  expect(differ({ level: '' }, { level: 'alto' })).toMatchObject([{ mine: '(vuoto)', theirs: 'alto' }])
  expect(differ({ photos: ['a'] }, { photos: ['b'], field_revs: { photos: 2 } })).toEqual([
    { field: 'photos', label: 'Foto', mine: '1 foto (sul dispositivo)', theirs: '1 foto (sul server)' },
  ])
  expect(differ({ photos: [] }, { field_revs: { photos: 2 } })).toMatchObject([{ mine: '(vuoto)', theirs: '1 foto' }])
})
test('ours goes over theirs with the server’s value where that was chosen', () =>
  expect(kind.conflict.merged({ uuid: 'u1', text: 'Mio', level: 'alto' }, row({ rev: 9 }), { text: 'theirs', level: 'mine' })).toEqual({
    ...{ uuid: 'u1', text: 'Vecchio', level: 'alto', rev: { $ref: 'u1', field: 'rev', or: 9 } },
  }))
test('a text is named by its beginning, on one line', () => {
  expect([excerpt('  a\n\t b  '), excerpt(undefined), excerpt('x'.repeat(40)), excerpt('x'.repeat(41))]).toEqual([
    ...['a b', '', 'x'.repeat(40), `${'x'.repeat(39)}…`],
  ])
  expect(excerpt('uno due tre', 9)).toBe('uno due…')
})
test('a copy is news until a list has been read after all of it was sent', () => {
  const work = (state: string, ...at: number[]) => ({ state, steps: at.map((one) => ({ receipt: one ? { at: one } : undefined })) }) as any
  const news = (state: OfflineCopy['state'], of: any, listed: number) => isNewerThanList({ copy: { ...fresh, state }, work: of }, listed)
  expect([news('writing', undefined, 9), news('confirmed', work('sent', 1), 9), news('queued', work('queued', 1), 9)]).toEqual([
    true,
    true,
    true,
  ])
  expect([news('queued', work('sent', 1, 5), 6), news('queued', work('sent', 1, 5), 5), news('queued', work('sent', 0, 5), 2)]).toEqual([
    ...[false, true, true],
  ])
  expect(news('queued', undefined, 0), 'thrown away').toBe(false)
})
