import { stationRecord } from '../../../src/contract/stations/record.ts'
import { known } from '../known.ts'
import { plainWrites } from '../writes.ts'

const body = { code: 'ZZ7', name: 'Nuova', address: 'Via Roma 1', cap: '43036', city: 'Fidenza', province: 'PR' }
const writes = plainWrites({
  ...{ path: '/stations', entity: 'stations', model: 'station' },
  body: () => body,
  change: { name: 'Altra' },
})

export default known(
  stationRecord,
  {
    create: {
      call: 'POST /stations',
      policy: 'net.create',
      scope: { asks: () => ({ url: '/stations', body: { ...body, code: 'ZZNEW', status: 'opening' } }), refused: true },
      ...writes.create,
    },
    update: {
      call: 'PUT /stations/{id}',
      policy: 'net.write',
      scope: { asks: ({ id, rev }) => ({ url: `/stations/${id}`, body: { rev, note: 'Altra' } }) },
      revised: true,
      ...writes.update,
    },
    setStatus: {
      call: 'POST /stations/status/{id}',
      status: 200,
      policy: 'net.write',
      scope: {
        asks: ({ id }) => ({ url: `/stations/status/${id}`, body: { status: 'temporarily_closed', reason: 'Lavori' } }),
      },
      write:
        async ({ admin, station, headers }) =>
        () =>
          admin.post(`/stations/status/${station}`, { status: 'maintenance' }, headers),
      leaves: 'modifica, stations, named, station status',
    },
    remove: { call: 'DELETE /stations/{id}', policy: 'super', ...writes.remove },
  },
  {
    history: { station: 'stations' },
    toldBy: { stations: ({ id }) => [`station ${id}`, 'station_'] },
    screens: async (api) => {
      const [{ id }] = (await api.get('/stations')).data
      return [
        { name: 'copied station', path: `/stazioni/nuova?da=${id}` },
        { name: 'station form', path: `/stazioni/${id}?modulo=${id}` },
      ]
    },
  },
)
