// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/sending/conflict.page.tsx'
import '../../../src/features/inspections/Ended.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Editor, openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { notices } from '../../../src/lib/notify.ts'
import { probe } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { settleWithoutAsking } from '../../../src/outbox/conflict.ts'
import { jpeg, makeModel } from '../../api/support/inspection-fixtures.ts'
import type { Caller } from '../../api/support/world.ts'
import { engineOf, forTheField } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

interface Dispute extends Screen {
  office: Caller
  /** The inspector on another device. */
  author: Caller
  engine: ReturnType<typeof engineOf>
  editor: Editor
  uuid: string
  /** The verifica as the server holds it now. */
  stored: () => Promise<any>
  /** Sends until nothing waits. */
  drained: () => Promise<void>
}
const SAME = { answers: { q_ok: { v: 'si' }, q_bad: { v: 'si' } }, present: 'Rossi' }
const THEIRS = { answers: { q_ok: { v: 'no' }, q_bad: { v: 'no' }, q_why: { v: 'Da loro' } } }

/**
 * A verifica changed here and on another device: here `q_ok` (refused as stale), then, waiting behind it, `present` and a photo; there `theirs` and
 * `present`. The page of the choice is open.
 */
const inDispute = (code: string, theirs: object, work: (world: Dispute) => Promise<void>, opened = true) =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const office = await world.as('admin')
    const author = await world.as('ispettore')
    const kept = await forTheField(await makeModel(office, code))
    const uuid = await startInspection(kept.model, kept.station, null)
    const engine = engineOf(session.get().user!.id)
    await engine.wake('user')
    const editor = (await openLocalEditor(uuid))!
    try {
      editor.answer('q_ok', { v: 'si' })
      editor.answer('q_bad', { v: 'si' })
      await editor.sync()
      const changed = await author.edit(`/inspection/${uuid}`, { present: 'Bianchi', ...theirs })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      await engine.wake('user')
      const disputed = (await engine.list()).find(({ state }) => state === 'conflict')!
      editor.setHead({ present: 'Rossi' })
      await editor.sync()
      const bytes = new Uint8Array(await jpeg(70)).buffer
      await editor.addPhoto('q_photo', 'v', { bytes, mime: 'image/jpeg', thumbnail: new TextEncoder().encode('small').buffer })
      await editor.sync()
      if (opened) {
        await world.open(`/invii/${disputed.id}`)
        await screen.findByRole('heading', { level: 1, name: 'Due versioni' })
      }
      const drained = () =>
        waitFor(async () => {
          await engine.wake('user')
          expect((await engine.list()).filter(({ state }) => state !== 'sent')).toEqual([])
        })
      const stored = async () => (await author.get(`/inspection/${uuid}`)).body.data
      await work({ ...world, office, author, engine, editor, uuid, stored, drained })
    } finally {
      editor.close()
      await editor.sync()
    }
  })
const ready = (name: string) => screen.findByRole('button', { name })
/** The page is left for the list of what waits, where nothing is in conflict any more. */
const settled = ({ engine, address }: Dispute) =>
  waitFor(async () => {
    expect(address()).toBe('/invii')
    expect((await engine.list()).filter(({ state }) => state === 'conflict')).toEqual([])
  })

test('"Usa il mio valore" sends what this device says, with the photos that waited, over what only the other said', () =>
  inDispute('MIA', THEIRS, async (world) => {
    const { user, editor, stored, drained, uuid } = world
    expect(await stored()).toMatchObject(THEIRS)
    await user.click(await ready('Usa il mio valore'))
    await settled(world)
    const { local } = (await loadLocal(uuid))!
    expect(local.answers).toMatchObject({ q_ok: { v: 'si' }, q_bad: { v: 'si' }, q_why: { v: 'Da loro' } })
    expect(local).toMatchObject({ present: 'Rossi' })
    await drained()
    const now = await stored()
    expect(now.answers).toMatchObject({ q_ok: { v: 'si' }, q_bad: { v: 'si' }, q_why: { v: 'Da loro' } })
    expect(now.present).toBe('Rossi')
    const [photo] = now.answers.q_photo.v
    expect(now.files).toMatchObject([{ uuid: photo, kind: 'photo', sha256: editor.state.get().local.files[photo]!.hash }])
  }))

test('"Unisci" waits for a choice for every field, and sends each as it was chosen', () =>
  inDispute('UNI', THEIRS, async (world) => {
    const { user, stored, drained, uuid } = world
    const join = await ready('Unisci')
    const field = (label: string) => within(screen.getByRole('radiogroup', { name: label }))
    expect(screen.getAllByRole('radiogroup')).toHaveLength(3)
    field('Domanda q_ok').getByRole('radio', { name: 'Questo dispositivo: Sì' })
    await user.click(field('Domanda q_ok').getByRole('radio', { name: 'Altro dispositivo: No' }))
    await user.click(field('Domanda q_bad').getByRole('radio', { name: 'Questo dispositivo: Sì' }))
    await user.click(join)
    screen.getByText('Scegli quale versione tenere.')
    expect(document.activeElement).toBe(field('Presente').getAllByRole('radio')[0])
    screen.getByText('Per unire, scegli una versione per ogni campo: 2 di 3.')
    await user.click(field('Presente').getByRole('radio', { name: 'Altro dispositivo: Bianchi' }))
    await user.click(join)
    await settled(world)
    expect((await loadLocal(uuid))!.local).toMatchObject({ present: 'Bianchi', answers: { q_ok: { v: 'no' }, q_bad: { v: 'si' } } })
    await drained()
    expect(await stored()).toMatchObject({
      present: 'Bianchi',
      answers: { q_ok: { v: 'no' }, q_bad: { v: 'si' }, q_photo: { v: [expect.any(String)] } },
      files: [{ kind: 'photo' }],
    })
  }))

test('"Esporta" saves what this device has, and leaves the choice open', () =>
  inDispute('COPIA', THEIRS, async ({ user, engine, address }) => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download) saved.push(this.download)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
    await user.click(await ready('Esporta'))
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\.zip$/)]))
    expect(address()).toMatch(/^\/invii\/./)
    expect((await engine.list()).filter(({ state }) => state === 'conflict')).toHaveLength(1)
    click.mockRestore()
  }))

test('"Usa quello dell’ufficio" asks first; then nothing waits, nothing is sent, and the device has the server’s copy', () =>
  inDispute('LORO', THEIRS, async (world) => {
    const { user, stored, engine, uuid } = world
    const before = await stored()
    await user.click(await ready('Usa quello dell’ufficio'))
    const dialog = () => screen.findByRole('dialog', { name: 'Usare i valori dell’ufficio?' })
    await user.click(within(await dialog()).getByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await engine.list()).filter(({ state }) => state === 'conflict')).toHaveLength(1)
    await user.click(await ready('Usa quello dell’ufficio'))
    await user.click(within(await dialog()).getByRole('button', { name: 'Usa quello dell’ufficio' }))
    await settled(world)
    await engine.wake('user')
    expect((await engine.list()).filter(({ state }) => state !== 'sent')).toEqual([])
    expect((await loadLocal(uuid))!.local).toMatchObject({ present: 'Bianchi', answers: before.answers, dirty: [], headDirty: false })
    expect(await stored()).toEqual(before)
  }))

test('what was completed elsewhere takes nothing more: both versions are only read, and the copy here goes', () =>
  inDispute('CHIUSA', { ...THEIRS, status: 'completed' }, async (world) => {
    const { user, uuid, stored } = world
    const before = await stored()
    expect(before.status).toBe('completed')
    await screen.findByText(
      /^La verifica è stata completata da te.* il \d\d\/\d\d\/\d{4} \d\d:\d\d\. Ciò che hai scritto qui e che non contiene resta/,
    )
    expect(screen.queryByRole('button', { name: 'Usa il mio valore' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Unisci' })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    screen.getByText('Altro dispositivo: Bianchi')
    await user.click(await ready('Togli da questo dispositivo'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Togli' }))
    await settled(world)
    expect(await loadLocal(uuid)).toBeUndefined()
    expect(await stored()).toEqual(before)
  }))

test('what came behind its own completion and lacks nothing there goes by itself and is told; a photo too many stays, by name', () =>
  inDispute('UGUALE', { ...SAME, status: 'completed' }, async ({ user, engine, editor, stored, uuid }) => {
    const before = await stored()
    await act(() => settleWithoutAsking())
    await screen.findByRole('heading', { level: 3, name: 'Che cosa manca sul server' })
    await waitFor(() =>
      expect(screen.getAllByText(/^Questo dispositivo: /, { selector: '.preline' }).map((one) => one.textContent)).toEqual([
        'Questo dispositivo: 1 foto',
      ]),
    )
    screen.getByText('Domanda q_photo')
    const [photo] = editor.state.get().local.answers.q_photo!.v as string[]
    editor.removeFile('q_photo', 'v', photo!)
    await editor.sync()
    await act(() => settleWithoutAsking())
    await screen.findByText('Qui non c’è più niente da scegliere.')
    expect(await engine.list()).toMatchObject([{ state: 'sent', endpoint: 'inspections.create' }])
    expect(await loadLocal(uuid)).toBeUndefined()
    expect(notices.get().map(({ content }) => content)).toContainEqual(
      expect.stringMatching(/^Modello UGUALE.*: il server aveva già tutto/),
    )
    expect(await stored()).toEqual(before)
    await user.click(screen.getByRole('link', { name: 'Vai agli invii' }))
    await screen.findByText('Niente in attesa di invio.')
  }))

test('a photo that comes too late is kept with the reason; once the office has reopened the verifica, "Riprova" sends it', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, open, user }) => {
    const [office, author] = [await as('admin'), await as('ispettore')]
    const kept = await forTheField(await makeModel(office, 'TARDI'))
    const uuid = await startInspection(kept.model, kept.station, null)
    const engine = engineOf(session.get().user!.id)
    await engine.wake('user')
    expect((await author.edit(`/inspection/${uuid}`, { ...SAME, status: 'completed' })).status).toBe(200)
    const editor = (await openLocalEditor(uuid))!
    const bytes = new Uint8Array(await jpeg(71)).buffer
    await editor.addPhoto('q_photo', 'v', { bytes, mime: 'image/jpeg', thumbnail: new TextEncoder().encode('small').buffer })
    await editor.sync()
    editor.close()
    await engine.wake('user')
    await act(() => settleWithoutAsking())
    await open('/invii')
    await screen.findByText(/^La verifica è stata completata da te.*\. Non contiene tutto ciò che è stato scritto qui/)
    await user.click(screen.getByRole('link', { name: 'Confronta e scegli' }))
    await screen.findByText('Domanda q_photo')
    await screen.findByText(/chiedi all’ufficio di riaprirla e poi premi "Riprova"/)
    expect(screen.getByRole('button', { name: 'Esporta' })).toBeTruthy()
    expect((await office.post(`/inspection/${uuid}/reopen`, { reason: 'Manca una foto' })).status).toBe(200)
    await user.click(await ready('Riprova'))
    await waitFor(async () => {
      await engine.wake('user')
      await act(() => settleWithoutAsking())
      expect((await engine.list()).filter(({ state }) => state !== 'sent')).toEqual([])
    })
    const now = (await author.get(`/inspection/${uuid}`)).body.data
    expect(now).toMatchObject({ status: 'draft', ...SAME, files: [{ kind: 'photo', stray: false }] })
  }))

test('what each side changed elsewhere is put together by itself; where both said something, the person is asked', () =>
  inDispute(
    'SOLO',
    { answers: { q_why: { v: 'Da loro' } } },
    async ({ engine, stored, editor, drained }) => {
      // Both named who was present: that is not for the app to decide.
      await act(() => settleWithoutAsking())
      expect((await engine.list()).map(({ state }) => state)).toContain('conflict')
      editor.setHead({ present: 'Bianchi' })
      await editor.sync()
      await act(() => settleWithoutAsking())
      await drained()
      expect(await stored()).toMatchObject({
        present: 'Bianchi',
        answers: { q_ok: { v: 'si' }, q_bad: { v: 'si' }, q_why: { v: 'Da loro' }, q_photo: { v: [expect.any(String)] } },
        files: [{ kind: 'photo' }],
      })
    },
    false,
  ))

test('an address of a conflict that is over offers the way back', () =>
  onScreen('ispettore', '/invii/niente', async () => {
    await screen.findByText('Qui non c’è più niente da scegliere.')
    expect(screen.getByRole('link', { name: 'Vai agli invii' }).getAttribute('href')).toBe('/invii')
  }))

for (const unsent of [true, false])
  test(`a verifica that the office cancels says by whom and why, in the list and on its page, ${unsent ? 'and in Invii what was not sent' : 'also if nothing was unsent and there is no network'}`, () =>
    onScreen('ispettore', '/utenti/profilo', async ({ as, open, user, network }) => {
      const office = await as('admin')
      const kept = await forTheField(await makeModel(office, unsent ? 'ANNULLO' : 'ANNULLI'))
      const uuid = await startInspection(kept.model, kept.station, null)
      const engine = engineOf(session.get().user!.id)
      await engine.wake('user')
      expect((await office.edit(`/inspection/${uuid}`, { status: 'cancelled', reason: 'Impianto chiuso' })).status).toBe(200)
      const { last_save } = (await office.get(`/inspection/${uuid}`)).body.data
      const words = new RegExp(`^La verifica è stata annullata da ${last_save.name} il .* Motivo: Impianto chiuso\\.`)
      if (unsent) {
        const editor = (await openLocalEditor(uuid))!
        editor.answer('q_ok', { v: 'si' })
        await editor.sync()
        editor.close()
        await engine.wake('user')
        expect((await engine.list()).at(-1)).toMatchObject({
          state: 'conflict',
          lastError: { message: 'La verifica è annullata e non può essere modificata.' },
        })
        await open('/invii')
        await screen.findByText(words)
        screen.getByText('Annullata dall’ufficio')
      }
      await open('/verifiche')
      const card = async () => within((await screen.findByText(words)).closest('a')!)
      ;(await card()).getByText('Annullata dall’ufficio')
      if (!unsent) {
        network.down = true
        await act(probe)
      }
      await open('/utenti/profilo')
      await open('/verifiche')
      await card()
      await open(`/verifiche/${uuid}`)
      await screen.findByRole('alert')
      screen.getByText(words)
      expect(screen.queryByRole('radio')).toBeNull()
      if (unsent) {
        await user.click(screen.getByRole('link', { name: 'Guarda che cosa non è arrivato' }))
        await user.click(await ready('Togli da questo dispositivo'))
      } else await user.click(await ready('Togli da questo dispositivo'))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Togli' }))
      await waitFor(async () => expect(await loadLocal(uuid)).toBeUndefined())
      expect((await engine.list()).filter(({ state }) => state !== 'sent')).toEqual([])
    }))

test('a closed verifica that waits for the network can be read again', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, open, user }) => {
    const kept = await forTheField(await makeModel(await as('admin'), 'RILEGGO'))
    const uuid = await startInspection(kept.model, kept.station, null)
    const editor = (await openLocalEditor(uuid))!
    editor.answer('q_ok', { v: 'si', note: 'Visto da vicino' })
    await editor.complete()
    editor.close()
    await open(`/verifiche/${uuid}`)
    await user.click(await ready('Rileggi la verifica'))
    await screen.findByText('Visto da vicino')
  }))
