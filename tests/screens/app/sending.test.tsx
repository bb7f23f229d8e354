// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { keepWaiting } from '../../../src/lib/device.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { engineOf, forTheField } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

/** A verifica begun on this device that the office has not got, and the list of what waits. */
const waiting = (code: string, work: (world: Screen, uuid: string, sent: () => Promise<number>) => Promise<void>, refused = false) =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const author = await world.as('ispettore')
    const kept = await forTheField(await makeModel(await world.as('admin'), code))
    const no = Response.json({ error: 'Fuori orario.', message: 'Fuori orario.' }, { status: 403 })
    world.network.instead = (method, url) => (method === 'POST' && url.endsWith('/inspection') ? no.clone() : undefined)
    const uuid = await startInspection(kept.model, kept.station, null)
    if (refused) await engineOf(session.get().user!.id).wake('user')
    await world.open('/invii')
    await work(world, uuid, async () => (await author.get(`/inspection/${uuid}`)).status)
  })
const states = async () => (await outbox().list()).map(({ state }) => state)

test('what was refused says why, is tried again only when asked, and is opened from the list once it is sent', () =>
  waiting(
    'RIPROVA',
    async ({ user, network, address }, uuid, sent) => {
      await screen.findByText('Non accettato: Fuori orario.')
      expect(screen.getAllByTitle('Connessione e invii').map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^In linea · 1 da sistemare/),
      ])
      await screen.findByText(/^Un invio richiede il tuo intervento/)
      network.instead = () => undefined
      expect([await states(), await sent()]).toEqual([['needs-fix'], 404])
      await user.dblClick(screen.getByRole('button', { name: 'Riprova' }))
      await waitFor(async () => expect((await states())[0]).not.toBe('needs-fix'))
      await engineOf(session.get().user!.id).wake('user')
      await waitFor(async () => expect(await states()).toEqual(['sent']))
      expect(await sent()).toBe(200)
      await screen.findByRole('heading', { name: 'Inviati di recente' })
      screen.getByText('Niente in attesa di invio.')
      await user.click(screen.getByRole('link', { name: /^Apri: .*RIPROVA/ }))
      await waitFor(() => expect(address()).toBe(`/verifiche/${uuid}`))
    },
    true,
  ))

test('what waits is thrown away only when asked twice, and then it is gone', () =>
  waiting(
    'ELIMINA',
    async ({ user, network }, _uuid, sent) => {
      const ask = async () => {
        await user.click(await screen.findByRole('button', { name: 'Elimina' }))
        return within(await screen.findByRole('dialog', { name: 'Eliminare senza inviare?' }))
      }
      await user.click((await ask()).getByRole('button', { name: 'Annulla' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await states()).toEqual(['needs-fix'])
      await ask()
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await states()).toEqual(['needs-fix'])
      await user.dblClick((await ask()).getByRole('button', { name: 'Elimina' }))
      await waitFor(async () => expect(await states()).toEqual([]))
      network.instead = () => undefined
      await engineOf(session.get().user!.id).wake('user')
      expect(await sent()).toBe(404)
    },
    true,
  ))

test('what waits of a verifica goes as a whole, said with what is in it, and nothing of it is left that looks sent', () =>
  waiting('INSIEME', async ({ user, network, open }, uuid, sent) => {
    network.down = true
    const editor = (await openLocalEditor(uuid))!
    editor.answer(Object.values(editor.state.get().local.definition.categories[0]!.questions)[0]!.key, { v: 'si' })
    await editor.sync()
    editor.close()
    await waitFor(async () => expect(await states()).toHaveLength(2))
    await screen.findByText('Dettagli: 2 passaggi')
    await user.click(screen.getByRole('button', { name: 'Elimina' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Eliminare senza inviare?' }))
    asked.getByText(/^"Modello INSIEME – .*" non è mai arrivato all'ufficio: eliminandolo va perso, con 1 risposta\./)
    await user.click(asked.getByRole('button', { name: 'Elimina' }))
    await screen.findByText('Niente in attesa di invio.')
    expect(await states()).toEqual([])
    expect(await loadLocal(uuid)).toBeUndefined()
    await open('/verifiche')
    await screen.findByRole('heading', { name: 'Verifiche' })
    expect(screen.queryByText('Inviato')).toBeNull()
    network.down = false
    await engineOf(session.get().user!.id).wake('user')
    expect(await sent()).toBe(404)
  }))

test('where several wait, the list says in which order they leave', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const kept = await forTheField(await makeModel(await world.as('admin'), 'ORDINE'))
    world.network.down = true
    await startInspection(kept.model, kept.station, null)
    await world.open('/invii')
    await screen.findByText(/ORDINE/)
    expect(screen.queryByText(/^Partono da soli/)).toBeNull()
    await startInspection(kept.model, kept.station, null)
    await screen.findByText(/^Partono da soli, dal primo della lista in poi\./)
  }))

test('what waits of others is said with its number: one goes, several go', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ open }) => {
    const waits = (user: number, userName: string, unsent: number) =>
      keepWaiting(user, { user, userName, unsent, stuck: 0, since: Date.now() })
    await waits(901, 'Gina Gestore', 1)
    await waits(902, 'Ugo Verdi', 2)
    await open('/invii')
    await screen.findByText('1 invio in attesa di Gina Gestore: partirà al suo prossimo accesso su questo dispositivo.')
    await screen.findByText('2 invii in attesa di Ugo Verdi: partiranno al suo prossimo accesso su questo dispositivo.')
  }))
