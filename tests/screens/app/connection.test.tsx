// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/ConnectionButton.tsx'
import '../../../src/features/inspections/OfflineStations.tsx'
import '../../../src/features/overview/dashboard/PrepareStation.tsx'
import '../../../src/features/prices/KeptPrices.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { banks } from '../../../src/contract/banks/banks.ts'
import { fieldDb, keptPlanned } from '../../../src/features/inspections/field-store.ts'
import { ApiError } from '../../../src/lib/api-error.ts'
import { markFirstPaint } from '../../../src/lib/first-paint.ts'
import { notices } from '../../../src/lib/notify.ts'
import { connection, probe } from '../../../src/lib/online.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { onSessionEnd } from '../../../src/lib/session.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { onScreen, type Screen } from '../support/world.tsx'
import { rowsOf } from '../values/subject.ts'

const READY = /^(Non ancora p|P)ronto per lavorare offline/
const LOOK = 'Dati sul dispositivo'

test('the office looks into what its device holds from the state of the connection, which says what it means', async () => {
  markFirstPaint()
  await onScreen('admin', '/verifiche', async ({ user, network }) => {
    await screen.findAllByRole('row')
    const state = await screen.findByTitle('Connessione e invii')
    expect(screen.queryByText(READY)).toBeNull()
    await user.click(state)
    await screen.findByText('Il server risponde: ciò che salvi parte subito.')
    await screen.findByText(READY)
    network.down = true
    await act(probe)
    await screen.findByText(/^Il server non risponde\. Ciò che salvi resta su questo dispositivo/)
    await user.click(screen.getByRole('button', { name: LOOK }))
    await screen.findByRole('dialog', { name: LOOK })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(state)
    await user.click(state)
    expect((await screen.findByRole('link', { name: 'Apri gli invii' })).getAttribute('href')).toBe('/invii')
    network.down = false
    await act(probe)
  })
})

test('who works in the field has it on the page', async () => {
  await onScreen('ispettore', '/verifiche', async () => {
    await screen.findByText(READY)
    await screen.findByRole('button', { name: LOOK })
  })
})

/** All that says of itself that something could not be read. */
const lacks = () =>
  screen
    .queryAllByText(/^Senza rete questa pagina|su questo dispositivo: si legge|non disponibile|^Errore nel caricamento/)
    .map(({ textContent }) => textContent!)
const PAGE = /^Senza rete questa pagina non è completa\./

test.each(['/documenti', '/dashboard', '/stazioni/1?scheda=verifiche', '/tickets/2026/1', '/storico-job', '/comunicazioni'])(
  'without a network %s says once that it is not complete, and none of its parts says it again',
  (path) =>
    onScreen('admin', '/utenti/profilo', async (world) => {
      world.network.down = true
      connection.set('offline')
      await world.open(path)
      await screen.findByText(PAGE)
      await waitFor(() => expect(document.querySelector('main .skeleton')).toBeNull())
      expect(lacks()).toEqual([expect.stringMatching(PAGE)])
      connection.set('online')
    }),
)
test('where one part of a page lacks its data the part says so, and the page nothing', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const { id } = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
    await world.open(`/stazioni/${id}`)
    await screen.findByRole('tab', { name: 'Scadenze' })
    world.network.down = true
    connection.set('offline')
    await world.user.click(screen.getByRole('tab', { name: 'Scadenze' }))
    await screen.findByText('Non è su questo dispositivo: si legge quando torna la rete.')
    await waitFor(() => expect(lacks()).toEqual(['Non è su questo dispositivo: si legge quando torna la rete.']))
    screen.getByRole('heading', { level: 1, name: /ZZ1 Prova/ })
    connection.set('online')
  }))

/** A manager whose tablet was prepared, and then lost the network. */
const prepared = (test: (world: Screen) => Promise<void>) =>
  onScreen('gestore', '/dashboard', async (world) => {
    await screen.findByText('Pronto per lavorare offline', {}, { timeout: 20_000 })
    world.network.down = true
    connection.set('offline')
    await test(world)
    connection.set('online')
  })
test('without a network the list of prices says so, and shows those that are kept', () =>
  prepared(async ({ open, user, db }) => {
    const own = await rowsOf<{ price: string }>(
      db.execute(sql`select distinct on (fuel_id, mode) price from prices
      where station_id = 1 and valid_from <= now() and valid_to is null order by fuel_id, mode, valid_from desc`),
    )
    await open('/prezzi')
    await screen.findByText('Si legge quando torna la rete.')
    const here = within(await screen.findByRole('alert', { name: 'Prezzi che sono su questo dispositivo' }))
    const line = here.getByText(/^PV001 /).closest('p')!.textContent
    expect(line).toMatch(/^PV001 .+, \d\d\/\d\d\/\d{4} \d\d:\d\d: \S/)
    expect(line.match(/\d,\d{3}/g)).toHaveMembers(own.map(({ price }) => Number(price).toFixed(3).replace('.', ',')))
    await user.click(await screen.findByRole('button', { name: 'Che cosa posso aprire' }))
    const ways = within(screen.getByRole('navigation', { name: 'Pagine su questo dispositivo' }))
    ways.getByRole('link', { name: 'Dashboard' })
    ways.getByRole('link', { name: /^Cisterne di PV001 / })
  }))
test('a page that works wholly without a network does not say that it is not complete', () =>
  prepared(async ({ open, user }) => {
    await open('/tickets/nuovo?pv=1')
    await user.click(await screen.findByRole('combobox', { name: /^Punto vendita/ }))
    await new Promise((done) => setTimeout(done, 500))
    expect(lacks()).toEqual([])
    await open('/dashboard')
    await screen.findByRole('region', { name: 'I miei ticket' })
    queryClient.removeQueries({ queryKey: ['tickets', 'tickets.list'] })
    await open('/invii')
    await open('/dashboard')
    await within(await screen.findByRole('region', { name: 'I miei ticket' })).findByRole('alert')
    await waitFor(() => expect(lacks()).toEqual(['I miei ticket: dato non disponibile.']))
  }))
test('a planned verifica that the device knows is whole without a network', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const rows = (await (await world.as('ispettore')).get('/inspection?status[]=planned')).body.data.data
    await fieldDb().facts.put({ key: 'planned', version: '', at: new Date().toISOString(), rows })
    const [planned] = await keptPlanned()
    world.network.down = true
    connection.set('offline')
    await world.open(`/verifiche/${planned!.client_uuid}`)
    await screen.findByRole('button', { name: 'Avvia la verifica' })
    await waitFor(() => expect(lacks()).toEqual([]))
    connection.set('online')
  }))

test('signing out without a network tells nothing of the reads that were under way', () =>
  onScreen('gestore', '/utenti/profilo', async ({ network, open, user }) => {
    await screen.findByRole('heading', { level: 1 })
    let fail = () => {}
    network.gate = new Promise<void>((done) => {
      fail = () => {
        network.down = true
        done()
      }
    })
    await open('/documenti')
    // The page stands while what was typed is stored, and the reads fail meanwhile.
    const storing = () => {
      fail()
      return new Promise((done) => setTimeout(done, 500))
    }
    onSessionEnd.add(storing)
    onTestFinished(() => void onSessionEnd.delete(storing))
    await user.click(screen.getByRole('button', { name: 'Esci' }))
    await user.click(within(await screen.findByRole('dialog', {}, { timeout: 5_000 })).getByRole('button', { name: 'Esci' }))
    await screen.findByRole('button', { name: 'Accedi' })
    expect(notices.get()).toEqual([])
    connection.set('online')
  }))

test('a refusal goes from the screen once the same call succeeds', () =>
  onScreen('admin', '/utenti/profilo', async () => {
    const write = (answer: () => Promise<unknown>) =>
      queryClient
        .getMutationCache()
        .build(queryClient, { mutationFn: answer, meta: { endpoint: banks.create } })
        .execute(undefined)
        .catch(() => undefined)
    const refused = () => Promise.reject(new ApiError(422, 'Il nome è già usato.'))
    await act(() => write(refused))
    await screen.findByText('Il nome è già usato.')
    await act(() => write(async () => ({})))
    await waitFor(() => expect(screen.queryByText('Il nome è già usato.')).toBeNull())
  }))
