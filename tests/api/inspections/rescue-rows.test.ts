import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offline_pictures } from '../../../server/db/schema/core/offline-pictures.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { station_notes } from '../../../server/db/schema/stations/station-notes.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { RESCUE } from '../../../src/contract/kernel/rescue-format.ts'
import { storedZip } from '../../../src/lib/zip.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { jpeg, makeModel } from '../support/inspection-fixtures.ts'
import { newNote, notePicture } from '../support/note-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

/** Rows of an export one by one, as no device writes them all: what each is answered. */
type Rows = Partial<Record<'items' | 'drafts' | 'photos' | 'refs', unknown[]>>
interface Line {
  id: string
  label: string
  result: string
  reason: string | null
}
async function bring({ as }: World, user: number, rows: Rows, pictures: Buffer[] = []) {
  const head = { format: RESCUE.format, version: RESCUE.version, user, userName: 'Ivan', exportedAt: '2026-03-10T10:00:00.000Z' }
  const json = Buffer.from(JSON.stringify({ ...head, items: [], drafts: [], photos: [], refs: [], ...rows }))
  const named = pictures.map((bytes) => ({ name: `photos/${sha256(bytes)}.jpg`, bytes: new Uint8Array(bytes) }))
  const sums = new TextEncoder().encode(`${sha256(json)}  ${RESCUE.json}\n`)
  async function* all() {
    yield { name: RESCUE.json, bytes: new Uint8Array(json) }
    yield* named
    yield { name: RESCUE.sums, bytes: sums }
  }
  const bytes = Buffer.from(await (await storedZip(all())).arrayBuffer())
  const answer = await (await as('admin')).upload('/inspection/rescue', [{ name: 'invii.zip', bytes }])
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as { author: string; exported_at: string; items: Line[]; drafts: Line[]; photos: { refused: Line[] } }
}
const said = (lines: Line[]) => lines.map(({ label, result, reason }) => [label, result, reason])
const UNREADABLE = 'Non è un invio che si possa leggere.'
const NEVER = "L'elemento da cui questo dipende non è mai arrivato al server."
const AFTER = 'Viene dopo un invio che non è stato accettato.'

/** A station of Ivan's, and a queued note on it. */
async function field(world: World) {
  const ivan = await world.as('ispettore')
  const station = await makeStation(world.db, { code: 'ZR1' })
  let seq = 0
  const item = (label: string, more: object = {}, text = label) => {
    const uuid = randomUUID()
    return {
      ...{ id: randomUUID(), user: ivan.user_id, endpoint: 'station_notes.create', entity: uuid, lane: `station_note:${uuid}` },
      ...{ label, seq: ++seq, state: 'waiting' },
      input: { uuid, station_id: station.id, noted_at: '2026-03-10T09:00:00.000Z', text, photos: [] },
      ...more,
    }
  }
  const texts = async () =>
    (await world.db.select().from(station_notes).where(eq(station_notes.station_id, station.id)).orderBy(station_notes.id)).map(
      ({ text, rev }) => [text, rev],
    )
  return { ivan, station, item, texts }
}

test('each row is judged by itself: what cannot be read, is another’s, or asks for what never came, says so', () =>
  inWorld(async (world) => {
    const { ivan, item, texts } = await field(world)
    const sealed = item('Sigillata')
    const report = await bring(world, ivan.user_id, {
      items: [
        null,
        { id: 'x', label: 'Rotta' },
        { id: 5, label: 5 },
        item('Di altri', { user: ivan.user_id + 1 }),
        item('Ignota', { endpoint: 'banks.create' }),
        item('In quarantena', { state: 'quarantined' }),
        item('Elenco', { input: [] }),
        item('Niente', { input: null }),
        item('Testo', { input: 'x' }),
        item('Sigillo rotto', { sealed: '{' }),
        item('Orfana', { input: { ...item('').input, station_id: { $ref: 'altro', field: 'id' } } }),
        { ...sealed, sealed: JSON.stringify({ ...sealed.input, text: 'Dal sigillo' }) },
        item('Buona'),
      ],
      drafts: [null, { key: 'station_note:x', user: ivan.user_id }],
      photos: [7],
    })
    expect(report).toMatchObject({ author: (await ivan.get('/auth/me')).body.data.name, exported_at: '2026-03-10T10:00:00.000Z' })
    const refused = (label: string, reason = UNREADABLE) => [label, 'refused', reason]
    expect(said(report.items)).toEqual([
      ['Sigillata', 'imported', null],
      ...['Ignota', 'In quarantena', 'Elenco', 'Niente', 'Testo'].map((label) => refused(label)),
      refused('Sigillo rotto', NEVER),
      refused('Orfana', NEVER),
      ['Buona', 'imported', null],
      ...[refused('Senza nome'), refused('Rotta'), refused('Senza nome')],
      refused('Di altri', 'È di un altro utente del dispositivo.'),
    ])
    expect(report.items.slice(-4, -1).map(({ id }) => id)).toEqual(['riga 1', 'x', 'riga 3'])
    expect(said(report.drafts)).toEqual([refused('Senza nome'), refused('Senza nome')])
    expect(said(report.photos.refused)).toEqual([refused('Senza nome')])
    expect(await texts()).toEqual([
      ['Dal sigillo', 1],
      ['Buona', 1],
    ])
  }))

test('items go in as the device saved them, each lane for itself, with what the device and the server called things', () =>
  inWorld(async (world) => {
    const { ivan, station, item, texts } = await field(world)
    const there = (await newNote(ivan, station.id, { text: 'Già qui' })).body.data
    const change = (uuid: string, rev: object, text: string, seq: number) =>
      item(text, { endpoint: 'station_notes.update', entity: uuid, lane: `station_note:${uuid}`, seq, input: { uuid, rev, text } })
    const first = item('Prima')
    const of = { $ref: first.entity, field: 'rev' }
    const wrong = item('  ')
    const items = [
      change(first.entity, of, 'Prima, corretta', 50),
      change(first.entity, of, 'Prima, corretta due volte', 51),
      first,
      change(there.uuid, { $ref: there.uuid, field: 'rev' }, 'Già qui, cambiata', 52),
      wrong,
      change(wrong.entity, { $ref: wrong.entity, field: 'rev' }, 'Aspetta', 53),
    ]
    const refs = [
      { user: ivan.user_id, entity: there.uuid, values: { rev: 1 } },
      { user: ivan.user_id + 1, entity: there.uuid, values: { rev: 9 } },
    ]
    const { items: lines } = await bring(world, ivan.user_id, { items, refs })
    expect(said(lines)).toEqual([
      ['Prima', 'imported', null],
      ['  ', 'refused', 'Il campo Testo è obbligatorio.'],
      ['Prima, corretta', 'imported', null],
      ['Prima, corretta due volte', 'imported', null],
      ['Già qui, cambiata', 'imported', null],
      ['Aspetta', 'refused', AFTER],
    ])
    expect(await texts()).toEqual([
      ['Già qui, cambiata', 2],
      ['Prima, corretta due volte', 3],
    ])
    const stale = await bring(world, ivan.user_id, { items: [change(there.uuid, 1 as never, 'Vecchia', 1)] })
    expect(stale.items[0]!.reason).toBe('Intanto è cambiata sul server: aprirla e riportare a mano quello che manca.')
    // The author may no longer do it.
    const other = await world.as('dipendente')
    const forbidden = await bring(world, other.user_id, { items: [item('Vietata', { user: other.user_id })] })
    expect(said(forbidden.items)).toEqual([['Vietata', 'refused', 'Non hai le autorizzazioni necessarie per eseguire questa operazione.']])
  }))

test('copies of notes: what was confirmed goes in, what was typed is told, what is queued or empty is no line', () =>
  inWorld(async (world) => {
    const { ivan, station, item, texts } = await field(world)
    const copy = (title: string, data: object = {}, more: object = {}) => {
      const uuid = randomUUID()
      const values = { photos: [], text: title }
      return {
        ...{ user: ivan.user_id, key: `station_note:${uuid}`, writer: randomUUID() },
        data: {
          ...{ uuid, station_id: station.id, place: 'ZR1', title, noted_at: '2026-03-10T09:00:00.000Z', values, confirmed: values },
          ...{ rev: null, changed: [], begun: false, state: 'confirmed', at: 0, files: {}, ...data },
        },
        ...more,
      }
    }
    const there = (await newNote(ivan, station.id, { text: 'Già qui' })).body.data
    const wrong = item('  ')
    const named = { uuid: wrong.entity }
    const typed = { photos: [], text: 'Mezza', more: 'fra', empty: '', count: 3 }
    const { drafts } = await bring(world, ivan.user_id, {
      items: [wrong],
      drafts: [
        copy('In coda', { state: 'queued' }),
        copy('Vuota', { state: 'writing', values: { photos: [], text: '' }, confirmed: null }),
        copy('Mezza', { state: 'writing', values: typed, confirmed: null }),
        copy('', { confirmed: { photos: [], text: 'Confermata' } }),
        copy('Cambiata', { uuid: there.uuid, rev: 1, changed: ['text'] }),
        copy('Ferma', named, { key: wrong.lane }),
        copy('Ferma a metà', { ...named, state: 'writing', confirmed: null }, { key: wrong.lane }),
        copy('Di altri', {}, { user: ivan.user_id + 1 }),
        copy('Orfana', { rev: 1, changed: ['text'], confirmed: { photos: [], text: { $ref: 'altro', field: 'id' } } }),
      ],
    })
    expect(said(drafts)).toEqual([
      ['Mezza', 'refused', 'Non era stato salvato. Testo: Mezza · fra'],
      ['Senza titolo', 'imported', null],
      ['Cambiata', 'imported', null],
      ['Ferma', 'refused', AFTER],
      ['Ferma a metà', 'refused', 'Non era stato salvato. Testo: Ferma a metà'],
      ['Orfana', 'refused', NEVER],
      ['Senza nome', 'refused', 'È di un altro utente del dispositivo.'],
    ])
    expect(await texts()).toEqual([
      ['Cambiata', 2],
      ['Confermata', 1],
    ])
  }))

test('pictures that are not in the ZIP are there already, or to be looked for; each is named by what it belongs to', () =>
  inWorld(async (world) => {
    const { ivan, station, item } = await field(world)
    const note = (await newNote(ivan, station.id)).body.data
    const held = await notePicture(ivan, note.uuid)
    const wrong = item('Pompa 3')
    const photo = (bytes: Buffer, meta: object, more: object = {}) => ({
      ...{ id: randomUUID(), user: ivan.user_id, hash: sha256(bytes), size: bytes.length, acked: false },
      meta: { of: 'station_note', uuid: randomUUID(), record: note.uuid, extension: 'jpg', ...meta },
      ...more,
    })
    const [here, gone, sent, known, stranger, odd] = await Promise.all([10, 50, 90, 130, 170, 210].map((shade) => jpeg(shade)))
    const photos = [
      photo(here!, {}),
      photo(gone!, { record: wrong.entity }),
      photo(sent!, {}, { acked: true }),
      photo(known!, { uuid: held }),
      photo(Buffer.from('x'), { record: randomUUID() }),
      photo(odd!, { record: 'x' }),
    ]
    const report = await bring(world, ivan.user_id, { items: [wrong], photos }, [here!, stranger!, odd!])
    const missing = 'Non è nello ZIP: cercarla sul dispositivo.'
    expect(report.photos).toMatchObject({ imported: 1, present: 2 })
    const [first, ...rest] = report.photos.refused
    expect(first).toMatchObject({ result: 'refused', reason: expect.not.stringContaining('I dati inseriti') })
    expect(said(rest)).toEqual([
      ['Foto di «Pompa 3»', 'refused', missing],
      ['Foto di «qualcosa che non è nello ZIP»', 'refused', missing],
    ])
    expect(await world.db.$count(offline_pictures)).toBe(2)
  }))

test('a verifica open on the device is begun and goes on from there; one that was closed is in its completion, unless that was refused', () =>
  inWorld(async (world) => {
    const { ivan, station, item } = await field(world)
    await assign(world.db, station.id, ivan.user_id)
    const id = await makeModel(await world.as('admin'), 'RIGHE')
    const draft = (more: object = {}) => ({
      ...{ user: ivan.user_id, writer: randomUUID() },
      data: {
        ...{ client_uuid: randomUUID(), model: { id, name: 'VPV', hash: null }, station: { id: station.id, code: 'ZR1', name: 'Prova' } },
        ...{ context: null, open: [], answers: {}, signatures: {}, present: null, notes: null, gps_start: null },
        ...{ started_at: '2026-03-10T09:00:00.000Z', rev: null, dirty: [], headDirty: false, queued: null, status: 'draft', ...more },
      },
    })
    const answers = { q_ok: { v: 'si' }, q_bad: { v: 'no' } }
    const only = draft()
    const answered = draft({ answers, dirty: ['q_ok'], queued: { id: randomUUID(), keys: ['q_bad'] } })
    const head = draft({ headDirty: true, notes: 'A mano' })
    const unknown = draft({ model: { id: 999_999, name: 'Ignoto', hash: null }, dirty: ['q_ok'] })
    const closed = draft({ status: 'closing', dirty: ['q_ok'] })
    const wrong = item('  ')
    const stopped = draft({ client_uuid: wrong.entity, status: 'closing', answers, dirty: ['q_ok'] })
    const all = [only, answered, head, unknown, closed, stopped]
    const { drafts } = await bring(world, ivan.user_id, { items: [wrong], drafts: all })
    const title = 'VPV – ZR1 Prova'
    expect(said(drafts)).toEqual([
      [title, 'imported', null],
      [title, 'imported', null],
      [title, 'imported', null],
      ['Ignoto – ZR1 Prova', 'refused', expect.stringContaining('Modello')],
      [title, 'present', null],
      [title, 'imported', null],
    ])
    const rowOf = async ({ data }: (typeof all)[number]) =>
      (await world.db.select().from(inspections).where(eq(inspections.client_uuid, data.client_uuid)))[0]
    expect(await rowOf(only)).toMatchObject({ status: 'draft', answers: {}, rev: 1, inspector_id: ivan.user_id })
    expect(await rowOf(answered)).toMatchObject({ answers, rev: 2 })
    expect(await rowOf(head)).toMatchObject({ answers: {}, notes: 'A mano', rev: 2 })
    expect(await rowOf(closed)).toBeUndefined()
    expect(await rowOf(stopped)).toMatchObject({ status: 'draft', answers: { q_ok: { v: 'si' } } })
  }))
