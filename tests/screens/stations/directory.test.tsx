// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { stationText } from '../../../server/domain/shared/search-text.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

/** More stations than the device stores of the directory, and one after them all. */
async function many({ db }: World) {
  const { id: _, ...like } = await makeStation(db, { code: 'AA000' })
  const rows = Array.from({ length: 110 }, (_, at) => ({ ...like, code: `AA${at + 1}`, name: `Aaa ${String(at).padStart(3, '0')}` }))
  const last = { ...like, code: 'ZZ0815', name: 'Zeta Ultima', city: 'Zerbolò' }
  await db.insert(stations).values([...rows, last].map((row) => ({ ...row, search_text: stationText(row) })))
}
const search = () => screen.findByRole('searchbox')

test('online all stations are found; offline the page says how many are stored and that others may exist', () =>
  onScreen(
    'autista',
    '/stazioni/info',
    async ({ user, network }) => {
      await screen.findByText('I primi 100: scrivi nome, città o codice per trovare gli altri.')
      await user.type(await search(), 'zerbolo{Enter}')
      await screen.findByText('ZZ0815 Zeta Ultima')
      network.down = true
      await user.clear(await search())
      await user.type(await search(), 'ultima zeta{Enter}')
      await screen.findByText('Nessun punto vendita trovato tra quelli su questo dispositivo.')
      await screen.findByText(/^Punti vendita su questo dispositivo: 100 su 1\d\d\.$/)
      await user.clear(await search())
      await user.type(await search(), 'aa5{Enter}')
      await screen.findByText('AA5 Aaa 004')
      network.down = false
    },
    many,
  ))

test('a device that has never read the directory says so and retries, instead of showing it as empty', () =>
  onScreen('autista', '/', async ({ open, network, user }) => {
    network.down = true
    await open('/stazioni/info')
    const again = await screen.findByRole('button', { name: 'Riprova' })
    expect(screen.queryByText(/^Nessun punto vendita/)).toBeNull()
    network.down = false
    await user.click(again)
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Indicazioni: / }).length).toBeGreaterThan(0))
  }))

test('for prepared inspections the directory has directions, phones and hours; where an older version prepared them, it says that these are missing', () =>
  onScreen('ispettore', '/', async ({ open, network, user }) => {
    const place = { address: 'Via Cantù 7', cap: '27020', city: 'Zerbolò', province: 'PV', latitude: 45.2, longitude: 9.01 }
    const phones = [{ number: '+390382555000', type: 'fisso', label: null }]
    const sells = { self: true, serve: true, selfGPL: false, serveGPL: false, suitableForTruck: false, videoSurveillance: false }
    const station = { id: 9815, code: 'ZZ0815', name: 'Zeta Ultima', ...place, ...sells, phones, status: 'active', services: [], fuels: [] }
    await fieldDb().stations.put(station as never)
    await fieldDb().facts.put({ key: 'stations', version: '1', at: '2026-11-24T08:00:00.000Z' })
    network.down = true
    await open('/stazioni/info')
    await screen.findByText('ZZ0815 Zeta Ultima')
    screen.getByText('Orari non tenuti su questo dispositivo.')
    await fieldDb().stations.put({ ...station, week: '1 h24;2 h24;3 h24;4 h24;5 h24;6 h24;7 h24;8 h24' } as never)
    await open('/')
    await open('/stazioni/info')
    await screen.findByText('24 ore')
    screen.getByText('Punti vendita su questo dispositivo: 1.')
    expect(screen.getByRole('link', { name: 'Chiama +390382555000, Fisso' }).getAttribute('href')).toBe('tel:+390382555000')
    expect(screen.getByRole('link', { name: 'Indicazioni: ZZ0815 Zeta Ultima' }).getAttribute('href')).toContain('destination=45.2,9.01')
    for (const words of ['zerbolo', 'zz0815', 'ultima zeta']) {
      await user.clear(await search())
      await user.type(await search(), `${words}{Enter}`)
      await screen.findByText('ZZ0815 Zeta Ultima')
    }
    await user.type(await search(), ' altrove{Enter}')
    await screen.findByText('Nessun punto vendita trovato tra quelli su questo dispositivo.')
    network.down = false
  }))
