// @vitest-environment jsdom
import '../../setup-dom.ts'
import { expect, test, vi } from 'vitest'
import { idempotency_keys } from '../../../server/db/schema/core/system.ts'
import { inspection_files, inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { type Editor, openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { zipOf } from '../../../src/outbox/export.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { jpeg, makeModel } from '../../api/support/inspection-fixtures.ts'
import { type Caller, type Reply, signIn } from '../../api/support/world.ts'
import { engineOf, forTheField } from '../support/device.ts'
import { onPage, type Screen } from '../support/world.tsx'

/** The office imports what the app's own code wrote on a device: only the damage is made by hand. */
const counts = async ({ db }: Screen) => [
  await db.$count(inspections),
  await db.$count(inspection_files),
  await db.$count(idempotency_keys),
]
const results = (reply: Reply, part: 'items' | 'drafts') => reply.body.data[part].map(({ result }: { result: string }) => result)
const send = async (caller: Caller, zip: Blob) =>
  caller.upload('/inspection/rescue', [{ name: 'invii.zip', bytes: Buffer.from(await zip.arrayBuffer()) }])
const whole = async (lane?: string) => zipOf(await outbox().exportData(lane), outbox().bytesOf)

/** A device without network on which verifiche were begun, answered and photographed; those of `closed` are completed. */
async function onDevice(
  test: (parts: Screen & { office: Caller; author: Caller; editors: Editor[]; photos: Buffer[] }) => Promise<void>,
  closed: boolean[],
) {
  await onPage(
    'ispettore',
    () => null,
    async (screen) => {
      const office = await screen.as('admin')
      const author = await signIn(screen.app, 'ispettore')
      const model = await makeModel(office, 'RESCUE', { photos: { stamp: true, position: true } })
      const kept = await forTheField(model)
      screen.network.down = true
      // Typed text is queued eight seconds later, which no test waits for.
      const wait = globalThis.setTimeout
      const timers = vi.spyOn(globalThis, 'setTimeout')
      timers.mockImplementation(((run: () => void, ms?: number) => wait(run, ms === 8_000 ? 3_600_000 : ms)) as typeof setTimeout)
      const photos: Buffer[] = []
      const editors: Editor[] = []
      for (const [at, done] of closed.entries()) {
        const editor = (await openLocalEditor(await startInspection(kept.model, kept.station, null)))!
        editor.answer('q_ok', { v: 'si' })
        editor.answer('q_bad', { v: 'si' })
        const bytes = await jpeg(60 + at)
        photos.push(bytes)
        await editor.addPhoto('q_photo', 'v', {
          bytes: new Uint8Array(bytes).buffer,
          mime: 'image/jpeg',
          thumbnail: new TextEncoder().encode(`small ${at}`).buffer,
          takenAt: '2026-03-10T10:20:30',
          gps: { latitude: 44.8, longitude: 10.06 },
        })
        if (done) await editor.complete()
        editors.push(editor)
      }
      try {
        await test({ ...screen, office, author, editors, photos })
      } finally {
        for (const editor of editors) editor.close()
        // Behind what closing began: no work goes on after the test.
        for (const editor of editors) await editor.sync()
        timers.mockRestore()
      }
    },
  )
}
const uuidOf = (editor: Editor) => editor.state.get().local.client_uuid

test('all that a device exports goes in as its author’s: queued, closed and still open; the same ZIP again changes nothing', () =>
  onDevice(
    async ({ office, author, editors, ...screen }) => {
      const [, open] = editors
      await open!.sync()
      open!.answer('q_ok', { v: 'no' })
      await open!.flush()
      const zip = await whole()
      const first = await send(office, zip)
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      expect(first.body.data.photos).toEqual({ imported: 2, present: 0, refused: [] })
      expect(results(first, 'items')).toEqual(['imported', 'imported', 'imported', 'imported'])
      expect(results(first, 'drafts')).toHaveMembers(['imported', 'present'])
      const [closed, draft] = await Promise.all(
        editors.map(async (editor) => (await author.get(`/inspection/${uuidOf(editor)}`)).body.data),
      )
      expect(closed).toMatchObject({ status: 'completed', inspector: { id: author.user_id }, answers: { q_ok: { v: 'si' } } })
      expect(draft).toMatchObject({
        status: 'draft',
        inspector: { id: author.user_id },
        created_by: author.user_id,
        answers: { q_ok: { v: 'no' } },
      })
      for (const { files } of [closed, draft])
        expect(files).toMatchObject([{ latitude: 44.8, longitude: 10.06, taken_at: '2026-03-10T10:20:30' }])
      const before = await counts(screen as Screen)
      const again = await send(office, zip)
      expect(again.body.data.photos).toEqual({ imported: 0, present: 2, refused: [] })
      expect([...results(again, 'items'), ...results(again, 'drafts')]).toEqual(Array(6).fill('present'))
      expect(await counts(screen as Screen)).toEqual(before)
      // The device comes back to life and sends the same things itself: receipts, no second effect.
      screen.network.down = false
      const engine = engineOf(author.user_id)
      while ((await engine.list()).some(({ state }) => state === 'queued')) await engine.wake('user')
      expect((await engine.list()).map(({ state }) => state)).toEqual(Array(4).fill('sent'))
      expect(await screen.db.$count(inspections)).toBe(before[0])
    },
    [true, false],
  ))

test('"Esporta" of one thing carries all its verifica, and is taken in by itself', () =>
  onDevice(
    async ({ office, author, editors }) => {
      const [one, other] = editors
      await one!.sync()
      const item = (await outbox().list()).find((listed) => listed.entity === uuidOf(one!) && listed.endpoint === 'inspections.update')!
      const reply = await send(office, await whole(item.lane))
      expect(results(reply, 'items')).toEqual(['imported', 'imported'])
      expect((await author.get(`/inspection/${uuidOf(one!)}`)).body.data.files).toHaveLength(1)
      expect((await author.get(`/inspection/${uuidOf(other!)}`)).status).toBe(404)
    },
    [false, false],
  ))

test('"Esporta" of a verifica that cannot be written down is taken in, with what was only in memory', () =>
  onDevice(
    async ({ office, author, editors, ...screen }) => {
      const [editor] = editors
      await editor!.flush()
      const own = outbox()
      const real = own.saveDraft
      own.saveDraft = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
      editor!.answer('q_ok', { v: 'no', note: 'Solo in memoria' })
      await editor!.flush()
      expect(editor!.state.get().saving).toBe('failed')
      const reply = await send(office, await editor!.exported())
      own.saveDraft = real
      expect(reply.body.data.drafts).toMatchObject([{ result: 'imported' }])
      const saved = (await author.get(`/inspection/${uuidOf(editor!)}`)).body.data
      expect(saved.answers.q_ok).toMatchObject({ v: 'no', note: 'Solo in memoria' })
      expect(saved.files).toHaveLength(1)
      expect(screen.network.down).toBe(true)
    },
    [false],
  ))

test('a damaged row is reported and the rest goes in; what the server refuses says every reason', () =>
  onDevice(
    async ({ office, author, editors, photos }) => {
      const [good, bad] = editors
      const rows = await outbox().exportData()
      const damaged = rows.items.map((item) =>
        item.entity === uuidOf(bad!) && item.endpoint === 'inspections.create' ? { ...item, seq: 'x' } : item,
      )
      const foreign = { ...rows.items[0]!, user: 1 }
      const reply = await send(office, await zipOf({ ...rows, items: [...damaged, foreign] as typeof rows.items }, outbox().bytesOf))
      expect(reply.body.data.items.map(({ result, reason }: { result: string; reason: string }) => [result, reason])).toEqual(
        expect.arrayContaining([
          ['refused', 'Non è un invio che si possa leggere.'],
          ['refused', 'È di un altro utente del dispositivo.'],
        ]),
      )
      expect((await author.get(`/inspection/${uuidOf(good!)}`)).body.data.status).toBe('completed')
      expect(photos).toHaveLength(2)
    },
    [true, true],
  ))

test('a ZIP that was cut gives what is whole in it, and names the pictures that are missing', () =>
  onDevice(
    async ({ office, author, editors }) => {
      const zip = await whole()
      const cut = zip.slice(0, zip.size - 700)
      const reply = await send(office, cut)
      expect(reply.status).toBe(200)
      expect(reply.body.data.photos.refused).toMatchObject([{ reason: 'Non è nello ZIP: cercarla sul dispositivo.' }])
      expect((await author.get(`/inspection/${uuidOf(editors[0]!)}`)).body.data.answers.q_ok).toMatchObject({ v: 'si' })
    },
    [false, false],
  ))
