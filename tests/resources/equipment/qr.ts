import { qr } from '../../../src/contract/equipment/qr.ts'
import type { Place } from '../../api/support/places.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { known } from '../known.ts'
import { namesTheirs } from '../scope.ts'

export default known(
  qr,
  {
    list: {
      call: 'GET /stations/qr',
      policy: 'net.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      filters: { station_id: (row) => row.station.id },
    },
    available: {
      call: 'GET /station/qr/available-stations',
      policy: 'net.write',
      scope: {
        async check({ caller }, { own, read, foreign }) {
          for (const { id } of [own, read, foreign]) await caller.del(`/stations/qr/${id}`)
          const text = JSON.stringify((await caller.get('/station/qr/available-stations')).body)
          return (
            (!text.includes(own.word) || text.includes(read.word) || text.includes(foreign.word)) &&
            'offers other stations than theirs to write'
          )
        },
      },
    },
    create: {
      call: 'POST /stations/qr/{station}',
      policy: 'net.write',
      scope: {
        async check({ caller }, { own, read, foreign }) {
          const made = ({ id }: Place) => caller.upload(`/stations/qr/${id}`, [], { name: 'Altro' })
          await caller.del(`/stations/qr/${own.id}`)
          const told = [(await made(own)).status, (await made(own)).status, (await made(read)).status, (await made(foreign)).status]
          return String(told) !== '201,409,403,404' && `is answered with ${told}`
        },
      },
      write:
        async ({ admin, station, headers }) =>
        () =>
          admin.upload(`/stations/qr/${station}`, [], { name: 'Fattura' }, headers),
      leaves: 'creazione, qr, named, qr_code created',
    },
    remove: {
      call: 'DELETE /stations/qr/{station}',
      policy: 'net.write',
      scope: { asks: ({ id }) => ({ url: `/stations/qr/${id}` }) },
      write: async ({ admin, station, headers }) => {
        await admin.upload(`/stations/qr/${station}`, [], { name: 'Fattura' })
        return () => admin.del(`/stations/qr/${station}`, headers)
      },
      leaves: 'eliminazione, qr, named, qr_code deleted',
    },
    picture: {
      call: 'GET /stations/qr/{station}/image',
      policy: 'net.read',
      scope: { asks: ({ id }) => ({ url: `/stations/qr/${id}/image` }) },
    },
    sheet: {
      call: 'GET /stations/qr/sheet',
      policy: 'net.read',
      scope: {
        async check({ caller }, places) {
          const { status, bytes } = await caller.get('/stations/qr/sheet?of=equipment')
          if (status !== 200) return `is answered with ${status}`
          return hasPdfToText && namesTheirs(letters(bytes), places)
        },
      },
    },
    read: {
      call: 'GET /stations/qr/read',
      policy: 'net.field',
      scope: {
        async check({ caller }, { own, read, foreign }) {
          const names = async ({ id, code }: Place) =>
            (await Promise.all([`PV-${id}`, code].map((text) => caller.get(`/stations/qr/read?code=${text}`)))).map(
              ({ body }) => body.data.length,
            )
          if (String([await names(own), await names(read)]) !== '1,1,1,1') return 'does not know their stations'
          return String(await names(foreign)) !== '0,0' && 'knows a station that is not one of theirs'
        },
      },
    },
  },
  {
    history: { qr_code: 'qr_codes' },
    rows: async ({ admin }) => {
      for (const station of [1, 2]) await admin.upload(`/stations/qr/${station}`, [], { name: `QR ${station}` })
    },
    screens: [
      { name: 'code', path: '/q' },
      { name: 'code of nothing', path: '/q/ES-999999' },
    ],
  },
)
