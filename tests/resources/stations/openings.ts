import { allows } from '../../../src/contract/kernel/policies.ts'
import { detailedOpenings } from '../../../src/contract/stations/openings.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { known } from '../known.ts'
import { namesTheirs } from '../scope.ts'

export default known(
  detailedOpenings,
  {
    list: {
      call: 'GET /stations/detailed-openings',
      policy: 'hours.read',
      scope: {
        finds: ({ word }) => [`search=${word}`],
        // Hours are public: people who do not read them by a role of the network read them all.
        seesAll: (who) => !allows('net.read', who),
      },
      filters: 'openings.test.ts',
    },
    pdf: {
      call: 'GET /stations/detailed-openings/pdf',
      testedIn: 'tests/api/stations/hours-pdf.test.ts',
      policy: 'hours.read',
      scope: {
        async check(who, places) {
          const { status, bytes } = await who.caller.get('/stations/detailed-openings/pdf?search=uno')
          if (status !== 200) return `is answered with ${status}`
          if (!hasPdfToText) return false
          const text = letters(bytes)
          return allows('net.read', who)
            ? namesTheirs(text, places)
            : !text.includes(places.foreign.word) && 'does not tell of all stations'
        },
      },
    },
    create: {
      call: 'POST /stations/detailed-openings',
      testedIn: 'tests/api/stations/openings.test.ts',
      policy: 'net.write',
      scope: {
        asks: ({ id, rev }) => ({ url: '/stations/detailed-openings', body: { station_id: id, rev, entries: [] } }),
      },
      write: async ({ admin, station, headers }) => {
        const { rev } = (await admin.get(`/stations/${station}`)).body.data
        const entries = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ mode: 'bar', weekday, h24: true }))
        return () => admin.post('/stations/detailed-openings', { station_id: station, rev, entries }, headers)
      },
      leaves: 'creazione, detailed_openings, named, station_detailed_openings updated',
    },
  },
  {
    history: { station_detailed_openings: 'stations' },
    toldBy: { detailed_openings: ({ station_id }) => [`station_detailed_openings ${station_id}`] },
  },
)
