import { sql } from 'drizzle-orm'
import { makeFuel, makeStation } from '../../../api/support/fixtures.ts'
import type { World } from '../../../api/support/world.ts'
import { post, type Subjects } from '../subject.ts'

/** A station that was made and changed shortly after midnight in summer. */
async function place({ db }: World) {
  const { id } = await makeStation(db, { code: 'ZZ1', created_at: '2026-07-14T22:30:00.000Z', updated_at: '2026-08-15T22:31:00.000Z' })
  return id
}
/** A piece at a station of its own: its list, its page and its form in the station's tab. */
const at = (station: number, part: string, id: number, thing: string) => {
  const list = `/stazioni/${station}?scheda=attrezzature&parte=${part}`
  return { id, list, page: `${list}&pezzo=${id}`, form: [`${list}&modulo=${id}`, `Modifica ${thing}`] as const }
}
const BUILT = { brand: 'Marca Alfa', model: 'Modello Beta' }

/** What stands on a station. */
export const equipment = {
  fire_extinguishers: {
    async make(world) {
      const station_id = await place(world)
      const { id } = await post(world, '/station/fireext', {
        ...{ station_id, number: 'EST-401', type: 'co2', year: 2013, capacity: 4.5, unit: 'kg', wheeled: true, tank_kind: 'inox' },
        ...{ fire_class: '34A 233B C', location: 'Cassa', last_check: '2026-01-11', next_check: '2031-01-12', last_overhaul: '2025-02-13' },
        ...{ next_overhaul: '2031-02-14', last_test: '2024-03-15', next_test: '2031-03-16', company: 'Spegni S.r.l.', status: 'attivo' },
        note: 'Nota dell’estintore',
      })
      return at(station_id, 'estintori', id, 'estintore')
    },
  },
  oil_separators: {
    async make(world) {
      const station_id = await place(world)
      const { id } = await post(world, '/station/oilseparator', {
        ...{ station_id, number: 'DIS-402', type: 'dissabbiatore', ...BUILT, year: 2014, capacity: 3_250, last_cleaning: '2026-01-21' },
        ...{ next_cleaning: '2031-01-22', company: 'Spurghi S.r.l.', fir_number: 'FIR-77', note: 'Nota del disoleatore' },
      })
      return at(station_id, 'disoleatori', id, 'disoleatore')
    },
  },
  station_devices: {
    async make(world) {
      const station_id = await place(world)
      const { id } = await post(world, '/station/devices', {
        ...{
          station_id,
          number: 'DSP-403',
          type: 'opt',
          ...BUILT,
          year: 2015,
          stacker: true,
          status: 'guasto',
          installed_at: '2016-04-01',
        },
        ...{ last_check: '2026-04-02', next_check: '2031-04-03', note: 'Nota del dispositivo' },
      })
      return at(station_id, 'dispositivi', id, 'dispositivo')
    },
  },
  dispensers: {
    async make(world) {
      const station_id = await place(world)
      const fuel = await makeFuel(world.db)
      const tank = await post(world, '/station/tanks', { station_id, number: 'C-9', fuel_id: fuel.id })
      const { id } = await post(world, '/station/dispensers', {
        ...{
          station_id,
          number: 'ERO-404',
          kind: 'multiprodotto',
          ...BUILT,
          year: 2016,
          island: 7,
          status: 'guasto',
          note: 'Nota dell’erogatore',
        },
        guns: [
          {
            ...{ number: 3, fuel_id: fuel.id, side: 'B', flow: 'alta_portata', tank_id: tank.id, totalizer: 12_345.67, active: true },
            ...{ last_metric_check: '2026-05-04', next_metric_check: '2031-05-05', seals_ok: false },
          },
        ],
      })
      return at(station_id, 'erogatori', id, 'erogatore')
    },
  },
  pos: {
    async make(world) {
      const station_id = await place(world)
      const bank = await post(world, '/banks', { name: 'Banca del Ponte', cards: [] })
      const device = await post(world, '/station/devices', { station_id, number: 'DSP-9', type: 'totem' })
      const { id } = await post(world, '/bank/pos', {
        ...{ station_id, tml: '40512345', serial: 'SER-405', type: 'mobile', ...BUILT, bank_id: bank.id, network: 'gprs', side: 6 },
        ...{ device_id: device.id, status: 'guasto', installed_at: '2021-06-07' },
      })
      return at(station_id, 'pos', id, 'POS')
    },
  },
  network_devices: {
    async make(world) {
      const station_id = await place(world)
      const { id } = await post(world, '/netdevices', {
        ...{
          station_id,
          item: 'Router',
          ip: '192.168.7.10',
          mac: '00:1A:2B:3C:4D:5E',
          hostname: 'router-zz1',
          ...BUILT,
          serial: 'SER-406',
        },
        ...{ location: 'Armadio', monitored: true, note: 'Nota dell’apparato' },
      })
      await world.db.execute(sql`update network_devices set last_seen_at = '2026-07-14T22:30:00Z' where id = ${id}`)
      return at(station_id, 'apparati', id, 'apparato')
    },
  },
  tanks: {
    async make(world) {
      const station_id = await place(world)
      const fuel = await makeFuel(world.db)
      const { id } = await post(world, '/station/tanks', {
        ...{ station_id, number: 'CIS-407', fuel_id: fuel.id, type: 'doppia_parete', capacity: 12_500, compartment: 4, year: 2017 },
        ...{
          relined_at: '2019-08-09',
          probe: true,
          leak_detection: false,
          last_test: '2026-08-10',
          next_test: '2031-08-11',
          status: 'attivo',
        },
        note: 'Nota della cisterna',
      })
      return at(station_id, 'cisterne', id, 'cisterna')
    },
  },
  // The tanks of the whole network have a list of their own; in the table it stands under what is done with them.
  tank_maintenances: {
    async make(world) {
      const station_id = await place(world)
      const [fuel, year] = [await makeFuel(world.db), new Date().getFullYear() - 9]
      const { id } = await post(world, '/station/tanks', {
        ...{ station_id, number: 'C-7', fuel_id: fuel.id, type: 'doppia_parete', capacity: 12_500, compartment: 4, year },
        ...{ probe: true, last_test: '2026-08-10', next_test: '2031-08-11', status: 'attivo' },
      })
      return { id, list: `/stazioni/cisterne?fuel_id=${fuel.id}`, number: String(year) }
    },
  },
} satisfies Subjects
