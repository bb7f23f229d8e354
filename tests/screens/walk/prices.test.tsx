// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { makeFuel } from '../../api/support/fixtures.ts'
import { patient } from '../support/patient.ts'
import { choose, gone, press, pressIn } from '../support/steps.ts'
import { cells, onScreen, openFilter, type Screen } from '../support/world.tsx'
import { dialogOf } from '../support/writes.ts'

patient()
const written = ({ network }: Screen) => network.writes.at(-1) as [string, unknown]

test('neighbours are looked for around a station as far as was said, and those that were left ticked become competitors', () =>
  onScreen('admin', '/competitors', async (world) => {
    const { db, user, network } = world
    const [first] = await db.select().from(stations).orderBy(stations.id).limit(1)
    const [latitude, longitude] = [Number(first!.latitude), Number(first!.longitude)]
    const near = { brand: 'Q8', city: 'Fidenza', province: 'PR', longitude, search_text: 'prova' }
    await db.insert(mimit_stations).values([
      { ...near, id: 990_001, name: 'Vicino', latitude: latitude + 0.005 },
      { ...near, id: 990_002, name: 'Lontano', latitude: latitude + 0.15 },
      { ...near, id: 990_003, name: 'Accanto', latitude: latitude + 0.006 },
    ])
    await press(world, 'Importa i vicini')
    await (await dialogOf('Importa i vicini')).findByText('Scegli il punto vendita intorno a cui cercare.')
    await choose(world, /^Punto vendita/, new RegExp(`^${first!.code} `))
    const dialog = await dialogOf('Importa i vicini')
    await dialog.findByText('2 impianti entro 5 km, 0 già presenti.')
    await choose(world, 'Entro', '20 km')
    await dialog.findByText('3 impianti entro 20 km, 0 già presenti.')
    await user.click(dialog.getByRole('checkbox', { name: /Lontano/ }))
    await user.click(dialog.getByRole('checkbox', { name: /Accanto/ }))
    await dialog.findByRole('button', { name: 'Importa 1' })
    await user.click(dialog.getByRole('button', { name: 'Annulla' }))
    await gone()
    expect(network.writes).toEqual([])
    await press(world, 'Importa i vicini')
    await choose(world, /^Punto vendita/, new RegExp(`^${first!.code} `))
    await user.click(await (await dialogOf('Importa i vicini')).findByRole('button', { name: 'Importa 2' }))
    await gone()
    expect(written(world)).toEqual(['POST /station/competitors/import', { station_id: first!.id, mise_ids: [990_001, 990_003] }])
  }))

test('the sign of a station is printed for the station that was chosen', () =>
  onScreen('admin', '/prezzi', async (world) => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
    await press(world, 'PDF')
    await world.user.click(await screen.findByRole('radio', { name: /^Cartello prezzi/ }))
    await pressIn(world, 'Stampa dei prezzi', 'Scarica PDF')
    await choose(world, /^Punto vendita/, /^PV001/)
    await pressIn(world, 'Stampa dei prezzi', 'Scarica PDF')
    await gone()
    expect(saved).toHaveBeenCalledOnce()
    saved.mockRestore()
    expect(world.network.asked.some((one) => /\/prices\/.*sign.*1/.test(one) || /pdf.*1/.test(one))).toBe(true)
  }))

test('of many fuels the chart shows the one that was chosen', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const admin = await world.as('admin')
    for (const name of ['Prova uno', 'Prova due']) {
      const fuel = await makeFuel(world.db, name)
      await world.db.insert(station_fuels).values({ station_id: 1, fuel_id: fuel.id, self: true })
      const made = await admin.post('/prices', { station_id: 1, prices: [{ fuel_id: fuel.id, mode: 'self', price: 1.5 }], confirm: true })
      expect([made.status, made.body.error]).toEqual([201, undefined])
    }
    await world.open('/stazioni/1?scheda=carburanti')
    await choose(world, 'Carburante del grafico', 'Prova uno')
    await screen.findAllByText('Prova uno, ultimi 90 giorni')
  }))

test('the table of data is narrowed by words, figures and days', () =>
  onScreen('admin', '/riepilogo/dati?tipo=tanks', async (world) => {
    const { user, reload } = world
    const at = () => decodeURIComponent(world.address())
    const first = '/riepilogo/dati?tipo=tanks'
    await openFilter(user, 'N. serbatoio')
    await user.type(await screen.findByRole('textbox', { name: 'N. serbatoio' }), 'C2{Enter}')
    await waitFor(() => expect(at()).toMatch(/=C2/))
    await waitFor(() => expect(cells().every((row) => row.includes('C2'))).toBe(true))
    await reload(first)
    await openFilter(user, 'Capacità (l)')
    await user.type(await screen.findByRole('textbox', { name: 'Da' }), '15000')
    await user.type(screen.getByRole('textbox', { name: 'A' }), '20000{Enter}')
    await waitFor(() => expect(at()).toContain('15000..20000'))
    await reload(first)
    await openFilter(user, 'Ultima prova di tenuta')
    await user.type(await screen.findByRole('textbox', { name: 'Dal' }), '01/01/2020')
    await user.type(screen.getByRole('textbox', { name: 'Al' }), '31/12/2023{Enter}')
    await waitFor(() => expect(at()).toContain('2020-01-01..2023-12-31'))
  }))
