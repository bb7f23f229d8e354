// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/inspections/StartDialog.tsx'
import '../../../src/features/inspections/CompileMenu.tsx'
import '../../../src/features/inspections/OfflineStations.tsx'
import '../../../src/features/inspections/Verbali.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { fieldDb, keptPlanned } from '../../../src/features/inspections/field-store.ts'
import { MAX_VERBALI_BYTES } from '../../../src/features/inspections/kept-verbale.ts'
import { MAX_AUTOMATIC, pinStation, prepareOffline, rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { bytes, day } from '../../../src/lib/format.ts'
import { probe } from '../../../src/lib/online.ts'
import { freshToken } from '../../../src/lib/session.ts'
import { completed, makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { forTheField } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

vi.stubGlobal('Worker', NoWorker)
const kept = async () => (await fieldDb().contexts.toArray()).sort((a, b) => a.station_id - b.station_id)
const PLACE = { address: 'Via Emilia 1', cap: '43036', city: 'Fidenza', province: 'PR', latitude: 44.8, longitude: 10.06 }
const DAY_MS = 86_400_000
const stationOf = ({ station }: { station: { id: number } }) => station.id

test('a station is pinned by hand, in the list and on the page of the device, which says how many, how large and how old', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open, network }) => {
    await prepareOffline()
    const held = await kept()
    const by = new Set(held.map(({ station_id }) => station_id))
    const seen = new Set((await as('ispettore').then((ivan) => ivan.get('/inspection?per_page=100'))).body.data.data.map(stationOf))
    const other = (await fieldDb().stations.toArray()).find(({ id }) => !by.has(id) && !seen.has(id))!
    await rememberRecent(other.id)

    // In the list of the stations.
    await open('/verifiche?nuova=avvia')
    await user.click(await screen.findByRole('button', { name: /^Antincendio/ }))
    const mark = await screen.findByRole('button', { name: `Fissa sul dispositivo ${other.code}` })
    expect(mark.getAttribute('aria-pressed')).toBe('false')
    await user.click(mark)
    await waitFor(() => expect(mark.getAttribute('aria-pressed')).toBe('true'))
    const pinned = (await fieldDb().contexts.get(other.id))!
    expect(pinned).toMatchObject({ pinned: true, bytes: new Blob([JSON.stringify(pinned.data)]).size })

    await fieldDb().contexts.update(other.id, { at: new Date(Date.now() - 3 * DAY_MS).toISOString() })
    await open('/verifiche')
    await user.click(await screen.findByRole('button', { name: 'Dati sul dispositivo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dati sul dispositivo' }))
    const all = await kept()
    const size = all.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
    await dialog.findByText(
      new RegExp(`${all.length}: ${bytes(size).replace('.', '\\.')}\\. Al massimo ${MAX_AUTOMATIC} si tengono da soli`),
    )
    const own = within(dialog.getByRole('heading', { name: 'Fissati (1)' }).parentElement!)
    own.getByText(`${bytes(pinned.bytes!)} · 3 giorni fa · nessun verbale`)
    await user.click(own.getByRole('button', { name: `Togli ${other.code}` }))
    await dialog.findByRole('heading', { name: 'Fissati (0)' })
    await user.click(dialog.getByRole('button', { name: `Fissa ${other.code}` }))
    await dialog.findByRole('heading', { name: 'Fissati (1)' })

    // Where it is not here yet and there is no network, in words; nothing is called pinned that is not here.
    network.down = true
    await act(probe)
    await expect(
      pinStation((await fieldDb().stations.toArray()).find(({ id }) => id !== other.id && !by.has(id))!.id, true),
    ).rejects.toThrow()
    expect((await kept()).filter((row) => row.pinned).map((row) => row.station_id)).toEqual([other.id])
  }))

/** The context of every station is the real one of the first: forty of them take their time. */
async function cheapContexts({ db, network }: Screen) {
  const [one] = await db.select({ id: stations.id }).from(stations).limit(1)
  const real = await fetch(`${API_BASE}/inspection/context?station_id=${one!.id}`, {
    headers: { authorization: `Bearer ${await freshToken()}` },
  })
  const { data } = (await real.json()) as { data: { station: object } }
  network.instead = (method, url) => {
    const id = /\/inspection\/context\?station_id=(\d+)/.exec(url)?.[1]
    if (method !== 'GET' || !id) return undefined
    const body = { data: { ...data, station: { ...data.station, id: Number(id) } } }
    return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } })
  }
}

test('planned, recent and nearest are kept by themselves within the budget; a pinned one comes on top and stays, the others make room', () =>
  onScreen(
    'ispettore',
    '/utenti/profilo',
    async (world) => {
      Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state: 'granted' }) } })
      let place = { latitude: 44.8, longitude: 10.06 }
      const getCurrentPosition = (found: PositionCallback) =>
        found({ coords: { ...place, accuracy: 5 }, timestamp: Date.now() } as GeolocationPosition)
      Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
      await cheapContexts(world)
      await prepareOffline()
      const planned = new Set((await keptPlanned()).map(({ station }) => station.id))
      const all = (await fieldDb().stations.toArray()).map(({ id }) => id)
      const recent = all.filter((id) => !planned.has(id)).slice(-10)
      for (const id of recent) await rememberRecent(id)
      await prepareOffline()
      const ids = (await kept()).map(({ station_id }) => station_id)
      expect(ids).toHaveLength(MAX_AUTOMATIC)
      for (const id of [...planned, ...recent]) expect(ids).toContain(id)

      const pinned = all.find((id) => !ids.includes(id))!
      await pinStation(pinned, true)
      await prepareOffline()
      expect(await kept()).toHaveLength(MAX_AUTOMATIC + 1)
      // Somewhere else nothing is near: what was kept for being near makes room, what was pinned stays.
      place = { latitude: 0, longitude: 0 }
      await prepareOffline()
      expect((await kept()).map(({ station_id }) => station_id)).toEqual(
        [...new Set([...planned, ...recent, pinned])].sort((a, b) => a - b),
      )
    },
    async ({ db }) => {
      // Those of the seed, where something is planned, stand behind so many others: all together they are more than the budget.
      await db.update(stations).set({ latitude: 44.9, longitude: 10.06 })
      const more = Array.from({ length: MAX_AUTOMATIC + 10 }, (_, n) => ({ ...PLACE, code: `ZZ${n}`, name: `Vicina ${n}` }))
      await db.insert(stations).values(more)
    },
  ))

test('the last verbale of a pinned station opens without a network, from its page and in the middle of a verifica, and goes with the pin', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open, network }) => {
    const ivan = await as('ispettore')
    const { model, station } = await forTheField(await makeModel(await as('admin'), 'CARTE'))
    await completed(ivan, model.id, station.id)
    const last = await completed(ivan, model.id, station.id)
    await pinStation(station.id, true)
    const sent = (await ivan.get(`/inspection/export/pdf/${last.id}`)).bytes
    const row = async () => (await fieldDb().contexts.get(station.id))!
    const name = `verifica_${last.id_year}_${last.id_number}.pdf`
    expect((await row()).paper).toEqual({ id: last.id, completed_at: last.completed_at, name, size: sent.length })

    const uuid = await startInspection(model, station, null)
    network.down = true
    await act(probe)
    const saved: File[] = []
    Object.assign(URL, { createObjectURL: (file: File) => `blob:${saved.push(file)}`, revokeObjectURL: () => undefined })
    const opened = async () => {
      const dialog = within(await screen.findByRole('dialog', { name: `Ultimi verbali di ${station.code}` }))
      const newest = within(await dialog.findByRole('article', { name: `Verifica n. ${last.id_year}/${last.id_number}` }))
      newest.getByText(`${model.name} · ${day(last.completed_at)} · Ivan Ispettore · ${bytes(sent.length)}`)
      saved.length = 0
      await user.click(newest.getByRole('button', { name: 'Apri il PDF' }))
      await waitFor(() => expect(saved).toHaveLength(1))
      expect(saved[0]!.name).toBe(name)
      expect(Buffer.from(await saved[0]!.arrayBuffer()).equals(sent)).toBe(true)
      // The one before is in the list, and says what it needs.
      expect(dialog.getAllByText('Il PDF non è su questo dispositivo: per aprirlo serve la rete.')).not.toHaveLength(0)
      expect(dialog.getAllByRole('button', { name: /PDF/ })).toHaveLength(1)
    }
    await open(`/verifiche/${uuid}`)
    await user.click(await screen.findByRole('button', { name: 'Altre azioni' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ultimi verbali del punto vendita' }))
    await opened()

    await open('/verifiche')
    await user.click(await screen.findByRole('button', { name: 'Dati sul dispositivo' }))
    await screen.findByText(/ · ultimo verbale in PDF$/)
    await user.click(screen.getByRole('button', { name: `Verbali ${station.code}` }))
    await opened()

    network.down = false
    await act(probe)
    // A newer one takes its place with the next preparation; off the pin nothing of it stays.
    const newer = await completed(ivan, model.id, station.id)
    await prepareOffline()
    expect((await row()).paper?.id).toBe(newer.id)
    await pinStation(station.id, false)
    expect((await row()).paper).toBeUndefined()
    expect(await fieldDb().papers.count()).toBe(0)
  }))

test('where there is no room for the last verbale its station is pinned all the same, and the list says so', () =>
  onScreen('ispettore', '/utenti/profilo', async ({ as, user, open, network }) => {
    const ivan = await as('ispettore')
    const { model, station } = await forTheField(await makeModel(await as('admin'), 'CARTE'))
    await completed(ivan, model.id, station.id)
    await ivan.get(`/inspection/export/pdf/${(await completed(ivan, model.id, station.id)).id}`)
    const held = { station_id: 0, pinned: true, at: new Date().toISOString(), data: {} as never }
    await fieldDb().contexts.put({ ...held, paper: { id: 1, completed_at: '', name: '', size: MAX_VERBALI_BYTES } })
    await pinStation(station.id, true)
    expect(network.asked.filter((one) => one.includes('/export/pdf/'))).toEqual([])
    await fieldDb().contexts.delete(0)
    await open('/verifiche')
    await user.click(await screen.findByRole('button', { name: 'Dati sul dispositivo' }))
    await screen.findByText(/ · ultimo verbale non ancora qui$/)
    await pinStation(station.id, true)
    await screen.findByText(/ · ultimo verbale in PDF$/)
  }))
