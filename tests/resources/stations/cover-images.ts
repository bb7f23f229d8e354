import { coverImages } from '../../../src/contract/stations/cover-images.ts'
import { picture } from '../files.ts'
import { known } from '../known.ts'
import { click } from '../screens.ts'

const cover = await picture(700, 400)

export default known(
  coverImages,
  {
    get: {
      call: 'GET /stations/station-image/{stationId}',
      policy: 'net.field',
      scope: { asks: ({ id }) => ({ url: `/stations/station-image/${id}` }) },
    },
    upload: {
      call: 'POST /stations/station-image/{stationId}',
      policy: 'net.write',
      scope: {
        asks: ({ id }) => ({ url: `/stations/station-image/${id}`, files: [{ name: 'nuova.png', bytes: cover }] }),
      },
      write:
        async ({ admin, station, headers }) =>
        () =>
          admin.upload(`/stations/station-image/${station}`, [{ name: 'uno.png', bytes: cover }], {}, headers),
      leaves: 'creazione, cover-images, named, station_image created',
    },
    remove: {
      call: 'DELETE /stations/station-image/{stationId}',
      testedIn: 'tests/api/stations/cover-images.test.ts',
      policy: 'net.write',
      scope: { asks: ({ id }) => ({ url: `/stations/station-image/${id}` }) },
      write: async ({ admin, station, headers }) => {
        await admin.upload(`/stations/station-image/${station}`, [{ name: 'uno.png', bytes: cover }])
        return () => admin.del(`/stations/station-image/${station}`, headers)
      },
      leaves: 'eliminazione, cover-images, named, station_image deleted',
    },
    picture: {
      call: 'GET /stations/station-image/{stationId}/{width}',
      policy: 'net.field',
      scope: { asks: ({ id }) => ({ url: `/stations/station-image/${id}/320` }) },
    },
  },
  {
    history: { station_image: { table: 'station_images', id: ({ station_id }) => station_id } },
    screens: async (api) => {
      const [{ id }] = (await api.get('/stations')).data
      return [{ name: 'station cover', path: `/stazioni/${id}`, act: click('Aggiungi copertina') }]
    },
  },
)
