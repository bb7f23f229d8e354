// @vitest-environment jsdom
// @alone: a verifica that is open at the end is kept in memory, and would be written for the next test of the same person.
import '../../setup-dom.ts'
import '../../../src/features/inspections/Compile.tsx'
import '../../../src/crud/form/TextDialog.tsx'
import '../../../src/features/inspections/CompileMenu.tsx'
import '../../../src/features/inspections/PlannedInspection.tsx'
import '../../../src/features/inspections/Summary.tsx'
import '../../../src/ui/Dictation.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { probe } from '../../../src/lib/online.ts'
import type { Recognition } from '../../../src/ui/can-dictate.ts'
import { completed, makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { forTheField } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

vi.stubGlobal('Worker', NoWorker)

async function begun({ as }: Pick<Screen, 'as'>, code: string) {
  const kept = await forTheField(await makeModel(await as('admin'), code))
  return startInspection(kept.model, kept.station, null)
}
const answerOf = async (uuid: string, key: string) => (await loadLocal(uuid))?.local.answers[key]
const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('an answer is taken back by "Azzera" and by nothing else: tapped again it stays', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open }) => {
    const uuid = await begun({ as }, 'AZZ')
    await open(`/verifiche/${uuid}?q=q_ok`)
    const question = await card('Domanda q_ok')
    const [yes, back] = [question.getByRole('radio', { name: 'Sì' }), question.getByRole('button', { name: 'Azzera' })]
    expect(back.hasAttribute('disabled')).toBe(true)
    await user.dblClick(yes)
    await user.click(yes)
    await waitFor(async () => expect(await answerOf(uuid, 'q_ok')).toMatchObject({ v: 'si' }))
    expect(yes).toHaveProperty('checked', true)
    await user.click(back)
    await waitFor(async () => expect((await answerOf(uuid, 'q_ok'))?.v ?? null).toBeNull())
    expect(question.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([])
  }))

test('where the browser listens a note is dictated, beside what is typed meanwhile; where it may not listen it says why', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open }) => {
    const heard: Recognition[] = []
    class Listener {
      onresult: Recognition['onresult'] = null
      onend: Recognition['onend'] = null
      onerror: Recognition['onerror'] = null
      constructor() {
        heard.push(this as unknown as Recognition)
      }
      start() {}
      stop() {
        this.onend?.()
      }
    }
    const uuid = await begun({ as }, 'DET')
    await open(`/verifiche/${uuid}?q=q_ok`)
    const question = await card('Domanda q_ok')
    await user.click(question.getByRole('button', { name: 'Aggiungi nota' }))
    expect(question.queryByRole('button', { name: 'Detta il testo' })).toBeNull()

    vi.stubGlobal('webkitSpeechRecognition', Listener)
    const note = question.getByRole('textbox', { name: 'Nota' })
    await user.type(note, 'Cancello')
    const listen = await question.findByRole('button', { name: 'Detta il testo' })
    await user.click(listen)
    expect(heard[0]).toMatchObject({ lang: 'it-IT', continuous: true })
    const say = (words: string, isFinal = true) =>
      act(() => heard.at(-1)!.onresult!({ resultIndex: 0, results: [Object.assign([{ transcript: words }], { isFinal })] }))
    await say('non è ancora finito', false)
    await say(' aperto ')
    await user.type(note, ', a')
    await say('nord')
    expect(note).toHaveProperty('value', 'Cancello aperto, a nord')
    await waitFor(async () => expect(await answerOf(uuid, 'q_ok')).toMatchObject({ note: 'Cancello aperto, a nord' }))
    await user.click(listen)
    expect(listen.getAttribute('aria-pressed')).toBe('false')
    await user.click(listen)
    await act(() => heard.at(-1)!.onerror!({ error: 'not-allowed' }))
    await screen.findByText('Il microfono non è consentito: abilitarlo nelle impostazioni del browser.')
    vi.stubGlobal('webkitSpeechRecognition', undefined)
  }))

test('what is planned begins on a device that was just signed in: what it lacks is fetched there, and said while it is; without a network, in words', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, db, user, open, network }) => {
    const ivan = await as('ispettore')
    const [planned] = await db
      .select()
      .from(inspections)
      .where(and(eq(inspections.status, 'planned'), eq(inspections.inspector_id, ivan.user_id)))
    expect([await fieldDb().models.count(), await fieldDb().stations.count()]).toEqual([0, 0])
    await open(`/verifiche/${planned!.id}`)
    const start = await screen.findByRole('button', { name: 'Avvia la verifica' })
    // On a phone both are in the bar at the bottom.
    within(start.parentElement!).getByRole('button', { name: 'Altro' })
    network.down = true
    await act(probe)
    await user.click(start)
    await screen.findByText('Modello e punto vendita non sono su questo dispositivo: per avviare questa verifica serve la rete.')
    network.down = false
    await act(probe)
    let go = () => {}
    network.gate = new Promise<void>((done) => {
      go = done
    })
    await user.click(screen.getByRole('button', { name: 'Avvia la verifica' }))
    await screen.findByText('Scaricamento: modelli…')
    go()
    await screen.findAllByRole('article')
    expect(await loadLocal(planned!.client_uuid)).toMatchObject({ local: { status: 'draft', context: { origin: { kind: 'known' } } } })
  }))

test('beside a verifica stand its verbali of before each reopening', () =>
  onScreen('admin', '/dashboard', async ({ as, open, reload }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const { model, station } = await forTheField(await makeModel(admin, 'VERS'))
    const first = await completed(ivan, model.id, station.id)
    await open(`/verifiche/${first.id}`)
    await screen.findByRole('heading', { level: 1, name: `Verifica ${first.id_year}/${first.id_number}` })
    expect(screen.queryByRole('region', { name: 'Verbali precedenti' })).toBeNull()
    await admin.post(`/inspection/${first.id}/reopen`, { reason: 'Da rivedere' })
    await ivan.put(`/inspection/${first.id}`, { status: 'completed' })
    await reload()
    const older = within(await screen.findByRole('region', { name: 'Verbali precedenti' }))
    older.getByText(`Rev. ${first.rev}`)
    older.getByRole('button', { name: `Scarica il verbale rev. ${first.rev}` })
  }))

test('"Annulla la verifica" is nowhere near "Completa", and no other button of its dialog begins with the same word', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open }) => {
    const uuid = await begun({ as }, 'ANN')
    await open(`/verifiche/${uuid}?view=summary`)
    await screen.findByRole('button', { name: /^Completa/ })
    expect(screen.queryByRole('button', { name: /^Annulla/ })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Altre azioni' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Annulla la verifica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Annulla la verifica' }))
    expect(dialog.getAllByRole('button', { name: /^Annulla/ })).toHaveLength(1)
  }))
