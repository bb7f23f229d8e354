// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/inspections/Compile.tsx'
import '../../../src/features/inspections/PreviousAnswer.tsx'
import '../../../src/features/inspections/StartDialog.tsx'
import '../../../src/features/inspections/Summary.tsx'
import '../../../src/features/inspections/UnknownContext.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inspection_files } from '../../../server/db/schema/inspections/inspections.ts'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { filesInSlot } from '../../../src/features/inspections/edits.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { inspectionKey, loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { prepareOffline, rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { day } from '../../../src/lib/format.ts'
import { probe } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { settleWithoutAsking } from '../../../src/outbox/conflict.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { savingFiles } from '../../../src/outbox/saving-files.ts'
import type { Json } from '../../../src/outbox/types.ts'
import { BAD, completed, jpeg, makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { engineOf, forTheField } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
vi.stubGlobal('Worker', NoWorker)
const stamps: unknown[] = []
/** Pictures are ready once this is. */
let preparing: Promise<unknown> | undefined
// Pixels are tested in a real browser; here the request for them is.
vi.mock('../../../src/ui/image.ts', () => ({
  prepareImage: async (file: File, stamp?: object) => {
    stamps.push(stamp)
    await preparing
    const bytes = await file.arrayBuffer()
    return { bytes, thumbnail: bytes, mime: 'image/jpeg', width: 32, height: 24, takenAt: '2026-03-10T10:20:30', gps: GPS }
  },
}))
const GPS = { latitude: 44.8123, longitude: 10.0612 }

/** A verifica begun on this device, of a model of its own. */
async function begun({ as }: Pick<Screen, 'as'>, code: string, more: object = {}) {
  const admin = await as('admin')
  const kept = await forTheField(await makeModel(admin, code, more))
  const uuid = await startInspection(kept.model, kept.station, null)
  return { ...kept, uuid, editor: (await openLocalEditor(uuid))! }
}
const engine = () => engineOf(session.get().user!.id)

test('beside a question stands what the previous visit said to it, with its day and its note', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, open }) => {
    const ivan = await as('ispettore')
    const kept = await forTheField(await makeModel(await as('admin'), 'PREV'))
    const answers = { ...BAD, q_bad: { v: 'no', note: 'Coperto da un bancale' } }
    const { completed_at } = await completed(ivan, kept.model.id, kept.station.id, answers)
    const uuid = await startInspection(kept.model, kept.station, null)
    await open(`/verifiche/${uuid}?q=q_bad`)
    const bad = within(await screen.findByRole('article', { name: 'Domanda q_bad' }))
    await bad.findByText(`Volta precedente (${day(completed_at)}): No · nota: Coperto da un bancale`)
    expect(within(screen.getByRole('article', { name: 'Domanda q_photo' })).queryByText(/Volta precedente/)).toBeNull()
  }))

test('the stamp on a photo and the place it was taken at are there by choice of the model', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { db, user, open } = world
    const taken = async (code: string, photos: object | undefined, shade: number) => {
      stamps.length = 0
      const { uuid, station } = await begun(world, code, photos && { photos })
      await open(`/verifiche/${uuid}`)
      const card = within(await screen.findByRole('article', { name: 'Domanda q_photo' }))
      const picture = new File([new Uint8Array(await jpeg(shade))], 'a.jpg', { type: 'image/jpeg' })
      await user.upload((await card.findByText('Scatta foto')).closest('div')!.parentElement!.querySelector('input[capture]')!, picture)
      await card.findByRole('button', { name: 'Apri Domanda q_photo, foto 1' })
      const editor = (await openLocalEditor(uuid))!
      await editor.sync()
      editor.close()
      await waitFor(async () => {
        await engine().wake('user')
        expect(await db.select().from(inspection_files).where(eq(inspection_files.client_uuid, uuid))).not.toEqual([])
      })
      const [row] = await db.select().from(inspection_files).where(eq(inspection_files.client_uuid, uuid))
      return { stamp: stamps[0], station, row: row! }
    }
    const plain = await taken('PLAIN', undefined, 40)
    expect(plain.stamp).toEqual({ stationCode: plain.station.code, now: expect.any(Date) })
    expect(plain.row).toMatchObject({ taken_at: '2026-03-10T10:20:30', latitude: null, longitude: null })
    const other = await taken('OTHER', { stamp: false, position: true }, 80)
    expect(other.stamp).toBeUndefined()
    expect(other.row).toMatchObject({ taken_at: '2026-03-10T10:20:30', ...GPS })
  }))

test('what is in no answer is listed before the verifica is completed: put back, or taken away', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open } = world
    const { uuid, editor } = await begun(world, 'LOOSE')
    for (const [key, answer] of Object.entries(BAD)) editor.answer(key, answer as object)
    const shots = await Promise.all([20, 60].map(async (shade) => new Uint8Array(await jpeg(shade)).buffer))
    for (const bytes of shots) await editor.addPhoto('q_photo', 'v', { bytes, mime: 'image/jpeg' })
    editor.draw('signatures.manager', { name: 'Gina', vector: { strokes: [] } })
    await editor.flush()
    const ids = filesInSlot(editor.state.get().local.answers.q_photo, 'v')
    editor.close()
    await editor.sync()
    // As an older version, or a fault, would leave them: kept, and named nowhere.
    const { local, revision } = (await loadLocal(uuid))!
    const { q_photo: _, ...answers } = local.answers
    const photos = Object.values(local.files).map(({ hash }) => hash)
    await outbox().saveDraft({ key: inspectionKey(uuid), data: { ...local, answers } as unknown as Json, photos, revision })

    await open(`/verifiche/${uuid}?view=summary`)
    const card = within((await screen.findByRole('heading', { name: 'Da rivedere prima di completare' })).closest('section')!)
    const complete = screen.getByRole<HTMLButtonElement>('button', { name: 'Completa' })
    await user.click(complete)
    await screen.findByText('La verifica non è ancora completa.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Da rivedere prima di completare' }).closest('section'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(card.getAllByText('Non è in nessuna risposta.')).toHaveLength(2)
    await card.findByRole('img', { name: 'Foto senza risposta 2' })
    const still = (await openLocalEditor(uuid))!
    await expect(still.complete()).rejects.toThrow('Alcuni file non sono in nessuna risposta')
    still.close()

    await user.click(card.getAllByRole('button', { name: 'Rimetti' })[0]!)
    await waitFor(() => expect(card.getAllByText('Non è in nessuna risposta.')).toHaveLength(1))
    await user.click(card.getByRole('button', { name: 'Elimina' }))
    await user.click(card.getByRole('button', { name: 'Togli la firma disegnata' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Da rivedere prima di completare' })).toBeNull())
    expect(screen.queryByText('La verifica non è ancora completa.')).toBeNull()
    await waitFor(async () => {
      const { local } = (await loadLocal(uuid))!
      expect(filesInSlot(local.answers.q_photo, 'v')).toEqual([ids[0]])
      expect([local.files[ids[0]!]!.removed, local.files[ids[1]!]!.removed]).toEqual([false, true])
    })
    await open('/utenti/profilo')
    await (await openLocalEditor(uuid))!.sync()
  }))

test('what two devices changed in different places is put together without a question; the same place is asked about', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const ivan = await world.as('ispettore')
    const { uuid, editor } = await begun(world, 'QUIET')
    await engine().wake('user')
    const server = async () => (await ivan.get(`/inspection/${uuid}`)).body.data
    const elsewhere = async (answers: object) => {
      const { rev } = await server()
      expect((await ivan.put(`/inspection/${uuid}`, { rev, answers })).status).toBe(200)
    }
    await elsewhere({ q_bad: { v: 'si' } })
    editor.answer('q_ok', { v: 'si' })
    await editor.sync()
    await engine().wake('user')
    expect((await engine().list()).map(({ state }) => state)).toContain('conflict')
    await act(() => settleWithoutAsking())
    await engine().wake('user')
    expect((await server()).answers).toMatchObject({ q_ok: { v: 'si' }, q_bad: { v: 'si' } })
    expect((await engine().list()).filter(({ state }) => state !== 'sent')).toEqual([])
    expect((await loadLocal(uuid))!.local.answers).toMatchObject({ q_ok: { v: 'si' }, q_bad: { v: 'si' } })
    editor.close()

    const again = (await openLocalEditor(uuid))!
    await elsewhere({ q_ok: { v: 'na' } })
    again.answer('q_ok', { v: 'no' })
    await again.sync()
    await engine().wake('user')
    await act(() => settleWithoutAsking())
    await engine().wake('user')
    expect((await engine().list()).map(({ state }) => state)).toContain('conflict')
    expect((await server()).answers.q_ok.v).toBe('na')
    again.close()
  }))

test('what was known of the station days before says its age: where it is chosen, at its equipment, and in the summary', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, open, user, network }) => {
    const categories = [
      {
        key: 'c_ext',
        name: 'Estintori',
        repeat: { source: 'fire_extinguishers', label: 'Estintore' },
        questions: [{ key: 'q_ext', label: 'È carico?', type: 'yes_no' }],
      },
      { key: 'c_more', name: 'Altro', questions: [{ key: 'q_more', label: 'È pulito?', type: 'yes_no' }] },
    ]
    const id = await makeModel(await as('admin'), 'OLD', { categories })
    await prepareOffline()
    const db = fieldDb()
    const [one, two] = (await db.slim.toArray()).filter(({ context }) => context.equipment.fire_extinguishers?.length).map(({ id }) => id)
    const before = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await db.contexts.clear()
    await db.facts.update('slim', { at: before })
    await db.slim.delete(two!)
    for (const station of [one!, two!]) await rememberRecent(station)
    network.down = true
    await act(probe)

    await open('/verifiche?nuova=avvia')
    await user.click(await screen.findByRole('button', { name: /^Modello OLD/ }))
    const [first, second] = (await db.stations.bulkGet([one!, two!])).map((row) => row!.code)
    const row = (code: string) => within(screen.getAllByRole('button', { name: new RegExp(`^${code} `) })[0]!)
    await screen.findByText('dati di 3 giorni fa')
    row(first!).getByText('dati di 3 giorni fa')
    await row(second!).findByText('attrezzature e prezzi non noti qui')

    const uuid = await startInspection((await db.models.get(id))!, (await db.stations.get(one!))!, null)
    const old = 'Attrezzature e prezzi come noti 3 giorni prima dell’inizio.'
    await open(`/verifiche/${uuid}`)
    await screen.findByText(old)
    await open(`/verifiche/${uuid}?q=q_more`)
    await screen.findByRole('article', { name: 'È pulito?' })
    expect(screen.queryByText(old)).toBeNull()
    await open(`/verifiche/${uuid}?view=summary`)
    await screen.findByText(old)

    // Data the server sent just now show no age.
    network.down = false
    await act(probe)
    const fresh = await startInspection((await db.models.get(id))!, (await db.stations.get(one!))!, null)
    await open(`/verifiche/${fresh}`)
    await screen.findByRole('article', { name: 'È carico?' })
    expect(screen.queryByText(old)).toBeNull()
  }))

test('what must be answered carries a star, what may be left out none', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { uuid } = await begun(world, 'STELLA')
    for (const [question, star] of [
      ['q_ok', true],
      ['q_photo', false],
    ] as const) {
      await world.open(`/verifiche/${uuid}?q=${question}`)
      const card = within(await screen.findByRole('article', { name: `Domanda ${question}` }))
      expect(card.getByRole('heading').textContent).toBe(`Domanda ${question}${star ? '\u00a0*' : ''}`)
    }
  }))

const leavingAsks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a verifica says which photo is being stored, wherever it is shown, until the last one is on the device', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open } = world
    const { uuid } = await begun(world, 'MEMORIA')
    await open(`/verifiche/${uuid}?q=q_photo`)
    const card = within(await screen.findByRole('article', { name: 'Domanda q_photo' }))
    let ready = () => {}
    preparing = new Promise<void>((resolve) => {
      ready = resolve
    })
    const camera = (await card.findByText('Scatta foto')).closest('div')!.parentElement!.querySelector<HTMLInputElement>('input[capture]')!
    for (const shade of [20, 60, 90])
      await user.upload(camera, new File([new Uint8Array(await jpeg(shade))], `${shade}.jpg`, { type: 'image/jpeg' }))
    await screen.findAllByText('Salvataggio foto 1 di 3')
    await open(`/verifiche/${uuid}?q=q_ok`)
    await screen.findByRole('article', { name: 'Domanda q_ok' })
    screen.getAllByText('Salvataggio foto 1 di 3')
    expect(leavingAsks()).toBe(true)
    for (const address of ['/invii', '/verifiche']) {
      await open(address)
      await screen.findAllByText('Salvataggio foto 1 di 3')
    }
    // The page is open again, with an editor of its own, before the first photo is stored.
    await open(`/verifiche/${uuid}?q=q_photo`)
    await screen.findAllByText('Salvataggio foto 1 di 3')
    ready()
    preparing = undefined
    await screen.findByRole('button', { name: 'Apri Domanda q_photo, foto 3' })
    await waitFor(() => expect(screen.queryByText(/^Salvataggio foto/)).toBeNull())
    expect(leavingAsks()).toBe(false)
    expect(filesInSlot((await loadLocal(uuid))!.local.answers.q_photo, 'v')).toHaveLength(3)
  }))

test('photos that were only chosen when the app was killed are told as lost', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open } = world
    const { uuid } = await begun(world, 'PERSE')
    await open(`/verifiche/${uuid}?q=q_photo`)
    const card = async () => within(await screen.findByRole('article', { name: 'Domanda q_photo' }))
    const choose = async () => {
      const { parentElement } = (await (await card()).findByText('Scatta foto')).closest('div')!
      const camera = parentElement!.querySelector<HTMLInputElement>('input[capture]')!
      await user.upload(camera, new File([new Uint8Array(await jpeg(30))], 'a.jpg', { type: 'image/jpeg' }))
    }
    const taking = (left: object) => waitFor(async () => expect((await loadLocal(uuid))!.local.taking).toEqual(left))
    const lost = 'Un file scelto qui non è stato salvato: l’app è stata chiusa prima. Sceglilo di nuovo.'
    async function lose() {
      preparing = new Promise(() => undefined)
      await choose()
      preparing = undefined
      await taking({ 'q_photo/v': 1 })
      // What is in memory alone is gone.
      savingFiles.set(new Map())
      await open('/utenti/profilo')
      await open(`/verifiche/${uuid}?q=q_photo`)
      await (await card()).findByText(lost)
    }
    await lose()
    await user.click((await card()).getByRole('button', { name: 'Ho capito' }))
    await taking({})
    await lose()
    await choose()
    await taking({})
    expect(screen.queryByText(lost), 'chosen anew, it is lost no more').toBeNull()
  }))

test('a completion that was confirmed is carried out, though the app is closed while the position is looked for', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open, reload } = world
    vi.stubGlobal('navigator', Object.assign(navigator, { geolocation: { getCurrentPosition: () => undefined } }))
    const { uuid, editor } = await begun(world, 'CHIUSURA', {
      require: { inspector_signature: false, manager_signature: false, gps: true },
    })
    for (const [key, answer] of Object.entries(BAD)) editor.answer(key, answer as object)
    editor.setPosition({ lat: 44, lon: 10, acc: 5, at: new Date().toISOString() })
    await editor.flush()
    editor.close()
    await editor.sync()
    await open(`/verifiche/${uuid}?view=summary`)
    await user.click(await screen.findByRole('button', { name: 'Completa' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Completare la verifica?' })).getByRole('button', { name: 'Completa' }),
    )
    await waitFor(async () => expect((await loadLocal(uuid))!.local.completing).toEqual(expect.any(String)))
    expect(leavingAsks()).toBe(true)
    await open('/utenti/profilo')
    await reload(`/verifiche/${uuid}`)
    await screen.findByText(/^La verifica è chiusa e al sicuro su questo dispositivo/)
    const completions = (await engine().list()).filter(({ label }) => label.startsWith('Completamento'))
    expect(completions).toHaveLength(1)
    expect((await loadLocal(uuid))!.local).toMatchObject({ status: 'closing', completing: null })
  }))
