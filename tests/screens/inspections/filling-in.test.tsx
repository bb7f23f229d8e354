// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/BackCloses.tsx'
import '../../../src/crud/form/TextDialog.tsx'
import '../../../src/features/inspections/Compile.tsx'
import '../../../src/features/inspections/CompileMenu.tsx'
import '../../../src/features/inspections/NcForm.tsx'
import '../../../src/features/inspections/SectionList.tsx'
import '../../../src/features/inspections/Summary.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { forTheField } from '../support/device.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
vi.stubGlobal('Worker', NoWorker)

/** A verifica begun on this device, of a model of its own. */
async function begun({ as }: Pick<Screen, 'as'>, code: string, more: object = {}) {
  const admin = await as('admin')
  const kept = await forTheField(await makeModel(admin, code, more))
  const uuid = await startInspection(kept.model, kept.station, null)
  return { ...kept, uuid, editor: (await openLocalEditor(uuid))! }
}
const phone = (test: () => Promise<void>) => {
  media.phone = true
  return test().finally(() => {
    media.phone = false
  })
}
const three = (first: object = {}) => ({
  categories: [
    {
      key: 'c_tre',
      name: 'Tre domande',
      questions: ['uno', 'due', 'tre'].map((key, at) => ({
        key: `q_${key}`,
        label: `Domanda ${key}`,
        type: 'yes_no',
        ...(at === 0 && first),
      })),
    },
  ],
})

test('a second tap within 400 ms does not answer the question that has just come by itself', () =>
  phone(() =>
    onScreen('ispettore', '/utenti/profilo', async (world) => {
      const { user, open } = world
      const { uuid } = await begun(world, 'DOPPIO', three())
      await open(`/verifiche/${uuid}`)
      const card = async (key: string) => within(await screen.findByRole('article', { name: `Domanda ${key}` }))
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      await user.click((await card('uno')).getByRole('radio', { name: 'Sì' }))
      const second = (await card('due')).getByRole<HTMLInputElement>('radio', { name: 'Sì' })
      await user.click(second)
      expect(second.checked).toBe(false)
      clock.mockReturnValue(performance.now() + 401)
      await user.click(second)
      expect(second.checked).toBe(true)
      clock.mockRestore()
      await card('tre')
      const editor = (await openLocalEditor(uuid))!
      expect(editor.state.get().local.answers).toMatchObject({ q_uno: { v: 'si' } })
      editor.close()
    }),
  ))

test('"Avanti" within 1.5 s of a question that has just come by itself does not skip it', () =>
  phone(() =>
    onScreen('ispettore', '/utenti/profilo', async (world) => {
      const { user, open } = world
      const { uuid } = await begun(world, 'SALTATA', three())
      await open(`/verifiche/${uuid}`)
      const card = async (key: string) => within(await screen.findByRole('article', { name: `Domanda ${key}` }))
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      await user.click((await card('uno')).getByRole('radio', { name: 'Sì' }))
      await card('due')
      await user.click(screen.getByRole('button', { name: 'Avanti' }))
      await card('due')
      clock.mockReturnValue(performance.now() + 1_501)
      await user.click(screen.getByRole('button', { name: 'Avanti' }))
      await card('tre')
      clock.mockRestore()
    }),
  ))

test('a verifica opens at the question where it was left', () =>
  phone(() =>
    onScreen('ispettore', '/utenti/profilo', async (world) => {
      const { user, open } = world
      const { uuid } = await begun(world, 'RIPRESA', three())
      await open(`/verifiche/${uuid}`)
      await screen.findByRole('article', { name: 'Domanda uno' })
      await user.click(screen.getByRole('button', { name: 'Avanti' }))
      await screen.findByRole('article', { name: 'Domanda due' })
      await waitFor(async () => expect((await loadLocal(uuid))!.local.place).toBe('q_due'))
      await open('/verifiche')
      await open(`/verifiche/${uuid}`)
      await screen.findByRole('article', { name: 'Domanda due' })
    }),
  ))

test('on a phone Back closes what lies on top, and the page below stays', () =>
  phone(() =>
    onScreen('ispettore', '/utenti/profilo', async (world) => {
      const { user, open, back, address } = world
      const { uuid } = await begun(world, 'INDIETRO', three())
      await open(`/verifiche/${uuid}?q=q_due`)
      await user.click(await screen.findByRole('button', { name: 'Altre azioni' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Annulla la verifica' }))
      await screen.findByRole('dialog', { name: 'Annulla la verifica' })
      await back()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(address()).toBe(`/verifiche/${uuid}?q=q_due`)
      await screen.findByRole('article', { name: 'Domanda due' })
      await back()
      await waitFor(() => expect(address()).toBe('/utenti/profilo'))
    }),
  ))

test('a section is ticked only where nothing is missing, and a note that the answer asks for is marked as required', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open } = world
    const { uuid } = await begun(world, 'SPUNTA', three({ nc: { severity: 'grave', require: ['note', 'photo'] } }))
    await open(`/verifiche/${uuid}`)
    const card = async (key: string) => within(await screen.findByRole('article', { name: `Domanda ${key}` }))
    for (const key of ['due', 'tre']) await user.click((await card(key)).getByRole('radio', { name: 'Sì' }))
    const first = await card('uno')
    expect(first.queryByText('(obbligatoria)')).toBeNull()
    await user.click(first.getByRole('radio', { name: 'No' }))
    const note = await first.findByRole<HTMLTextAreaElement>('textbox', { name: /^Nota/ })
    expect(note.required).toBe(true)
    first.getByText('(obbligatoria)')
    const section = await screen.findByRole('button', { name: /^Tre domande/ })
    expect(section.textContent).toContain('3 di 3 · 2 da completare')
    expect(section.querySelector('[data-done]')).toBeNull()
    // By hand it can only be made graver, which is said beside the choice.
    await user.click(first.getByRole('button', { name: 'Segnala NC' }))
    await first.findByText('Gravità della non conformità')
    first.getByText('Per la risposta data è già grave: da qui si può solo aggravare.')
    await user.click(first.getByRole('button', { name: 'Chiudi' }))
    await user.click(first.getByRole('radio', { name: 'Sì' }))
    await waitFor(() => expect(section.querySelector('[data-done]')).not.toBeNull())
    await user.click(first.getByRole('radio', { name: 'No' }))
    await user.click(screen.getByRole('button', { name: /^Riepilogo ?2 punti da completare$/ }))
    await screen.findByText(/Punteggio 66,7, sotto 70\./)
  }))

test('a signature by name says wherever it stands that the name was typed', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { editor } = await begun(world, 'FIRMA', { require: { inspector_signature: false, manager_signature: true } })
    await editor.signWith('signatures.manager', new TextEncoder().encode('png').buffer, 'Gina Verdi', true)
    await world.open(`/verifiche/${editor.state.get().local.client_uuid}?view=summary`)
    await screen.findByText(/^Firmato da Gina Verdi il .*, digitando il nome$/)
    editor.close()
  }))

test('a figure that cannot be read stays as it was typed, over a reload too, and holds up the completion', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open, reload } = world
    const columns = [{ key: 'litri', label: 'Totalizzatore', type: 'number', unit: 'l', decimals: 2 }]
    const one = { key: 'q_cifra', label: 'Giacenza', type: 'number', decimals: 0 }
    const rows = { key: 'q_righe', label: 'Letture', type: 'table', rows: 'free', columns }
    const { uuid } = await begun(world, 'CIFRE', { categories: [{ key: 'c_cifre', name: 'Cifre', questions: [one, rows] }] })
    await open(`/verifiche/${uuid}`)
    const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(name) })
    await user.type(await box('Giacenza'), '12,5')
    await user.click(screen.getByRole('button', { name: 'Aggiungi riga' }))
    await user.type(await box('Totalizzatore'), '1,7594')
    await user.tab()
    await screen.findByText('Al massimo 2 decimali.')
    const answers = async () => (await loadLocal(uuid))!.local.answers
    await waitFor(async () => expect(await answers()).toMatchObject({ q_cifra: { v: '12,5' }, q_righe: { v: [{ litri: '1,7594' }] } }))
    await reload(`/verifiche/${uuid}`)
    await waitFor(async () => expect((await box('Giacenza')).value).toBe('12,5'))
    expect((await box('Totalizzatore')).value).toBe('1,7594')
    screen.getByText('Solo numeri interi.')
    const { evaluation } = (await openLocalEditor(uuid))!.state.get()
    expect(JSON.stringify(evaluation)).toContain('Riga 1: «Totalizzatore» deve essere un numero, con al massimo 2 decimali.')
    await user.clear(await box('Totalizzatore'))
    await user.type(await box('Totalizzatore'), '1.759,25')
    await waitFor(async () => expect((await answers()).q_righe).toMatchObject({ v: [{ litri: 1759.25 }] }))
  }))

test('a position that is asked for is said once it was taken', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open } = world
    let found = (_: object) => {}
    const getCurrentPosition = (ok: typeof found) => {
      found = ok
    }
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'))
    const { uuid } = await begun(world, 'DOVE', { ...three(), require: { gps: true } })
    await open(`/verifiche/${uuid}?view=summary`)
    const take = await screen.findByRole('button', { name: 'Rileva posizione (obbligatoria)' })
    await user.click(take)
    expect(screen.queryByText(/^Posizione rilevata/)).toBeNull()
    act(() => found({ coords: { latitude: 45.0703, longitude: 7.6869, accuracy: 8 }, timestamp: Date.now() }))
    await screen.findByText('Posizione rilevata: 45,07030° N, 7,68690° E (± 8 m).')
    await waitFor(async () => expect((await loadLocal(uuid))!.local.gps_start).toMatchObject({ lat: 45.0703, lon: 7.6869 }))
  }))
