import { eq } from 'drizzle-orm'
import { station_phones } from '../../../server/db/schema/stations/station-sets.ts'
import { stationSetCalls } from '../../../src/contract/stations/sets.ts'
import { known } from '../known.ts'
import type { Write } from '../scene.ts'
import type { StationScope } from '../scope.ts'
import { click } from '../screens.ts'

/** A set without rows. */
const set = (name: string): StationScope => ({ asks: ({ id, rev }) => ({ url: `/stations/${id}/s/${name}`, body: { rev, [name]: [] } }) })
const setting =
  (name: string, row: object): Write =>
  async ({ admin, station, headers }) =>
  () =>
    admin.post(`/stations/${station}/s/${name}`, { [name]: [row], rev: 1 }, headers)

export default known(
  stationSetCalls,
  {
    phones: {
      call: 'POST /stations/{id}/s/phones',
      status: 200,
      policy: 'net.write',
      scope: {
        ...set('phones'),
        // A row that the station does not have is a new one of it, whoever has another of that number.
        async check({ caller }, { own, foreign }, { db }) {
          const phones = [{ id: foreign.phone, number: '0524555111' }]
          await caller.post(`/stations/${own.id}/s/phones`, { rev: own.rev, phones })
          const [theirs] = await db.select().from(station_phones).where(eq(station_phones.id, foreign.phone))
          return (theirs?.station_id !== foreign.id || theirs.label !== foreign.word) && "changes another's"
        },
      },
      testedIn: 'tests/api/stations/sets.test.ts',
      write: setting('phones', { number: '0524555001' }),
      leaves: 'modifica, stations, named, station_phones updated',
    },
    fuels: {
      call: 'POST /stations/{id}/s/fuels',
      status: 200,
      policy: 'net.write',
      scope: set('fuels'),
      testedIn: 'tests/api/stations/sets.test.ts',
      write: setting('fuels', { fuel_id: 1 }),
      leaves: 'modifica, stations, named, station_fuels updated',
    },
    services: {
      call: 'POST /stations/{id}/s/services',
      status: 200,
      policy: 'net.write',
      scope: set('services'),
      testedIn: 'tests/api/stations/sets.test.ts',
      write: setting('services', { available_service_id: 1 }),
      leaves: 'modifica, stations, named, station_services updated',
    },
    networks: {
      call: 'POST /stations/{id}/s/networks',
      status: 200,
      policy: 'net.write',
      scope: set('networks'),
      testedIn: 'tests/api/stations/sets.test.ts',
      write: setting('networks', { provider: 'TIM' }),
      leaves: 'modifica, stations, named, station_networks updated',
    },
    bills: {
      call: 'POST /stations/{id}/s/bills',
      status: 200,
      policy: 'net.fin',
      scope: set('bills'),
      testedIn: 'tests/api/stations/sets.test.ts',
      write: setting('bills', { type: 'acqua', supplier: 'Iren' }),
      leaves: 'modifica, stations, named, station_bills updated',
    },
    openings: {
      call: 'POST /stations/{id}/s/openings',
      status: 200,
      policy: 'net.write',
      scope: set('openings'),
      testedIn: 'tests/api/stations/sets.test.ts',
      write: setting('openings', { weekday: 1, h24: true }),
      leaves: 'modifica, stations, named, station_openings updated',
    },
  },
  {
    history: {
      station_phones: 'stations',
      station_fuels: 'stations',
      station_services: 'stations',
      station_networks: 'stations',
      station_bills: 'stations',
      station_openings: 'stations',
    },
    toldBy: {
      station_phones: ({ station_id }) => [`station_phones ${station_id}`],
      station_fuels: ({ station_id }) => [`station_fuels ${station_id}`],
      station_services: ({ station_id }) => [`station_services ${station_id}`],
      station_networks: ({ station_id }) => [`station_networks ${station_id}`],
      station_bills: ({ station_id }) => [`station_bills ${station_id}`],
      // A station begins with its days closed.
      openings: ({ station_id }) => [`station_openings ${station_id}`, `station ${station_id}`],
    },
    screens: async (api) => {
      const [{ id }] = (await api.get('/stations')).data
      return [
        { name: 'station contacts', path: `/stazioni/${id}?scheda=contatti` },
        { name: 'station services', path: `/stazioni/${id}?scheda=servizi` },
        { name: 'station networks', path: `/stazioni/${id}?scheda=reti`, act: click('Aggiungi rete') },
        { name: 'station bills', path: `/stazioni/${id}?scheda=bollette`, act: click('Aggiungi utenza') },
      ]
    },
  },
)
