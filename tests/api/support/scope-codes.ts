import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import type { Place } from './places.ts'
import { apart, type Met, pdf, tells } from './scope-met.ts'

const apartData = apart('as the other types: data-query.test.ts')
/** Types of the data query of which a place of the tests has rows. */
const data: Met = { list: ({ word }) => [`search=${word}`, `f[station_name]=${word}`] }
/** Expirations, and the codes that are printed and read. */
export const scopeOfCodes: Readonly<Record<string, Met>> = {
  'GET /data-query/bills': apartData,
  'GET /data-query/devices': data,
  'GET /data-query/dispenser-guns': apartData,
  'GET /data-query/dispensers': data,
  'GET /data-query/fire-extinguishers': data,
  'GET /data-query/fuels': apartData,
  'GET /data-query/network-devices': apartData,
  'GET /data-query/networks': apartData,
  'GET /data-query/oil-separators': data,
  'GET /data-query/phones': data,
  'GET /data-query/pos': apartData,
  'GET /data-query/services': apartData,
  'GET /data-query/stations': data,
  'GET /data-query/tank-maintenances': apartData,
  'GET /data-query/tanks': data,
  'GET /expirations': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /expirations/{id}': { at: ({ expiration }) => ({ url: `/expirations/${expiration.id}` }) },
  'GET /expirations/{id}/files/{fileId}': {
    at: ({ expiration }, of) => ({ url: `/expirations/${expiration.id}/files/${of.certificate}` }),
  },
  'POST /expirations/{id}/upload': { at: ({ expiration }) => ({ url: `/expirations/${expiration.id}/upload`, files: pdf }) },
  'DELETE /expirations/{id}/files/{fileId}': {
    at: ({ expiration }, of) => ({ url: `/expirations/${expiration.id}/files/${of.certificate}` }),
  },
  'POST /expirations': {
    at: ({ id }) => ({
      url: '/expirations',
      body: { station_id: id, type: 'altro', message: 'Nuova', date: '2027-01-01', periodicity: 'once' },
    }),
  },
  'PUT /expirations/{id}': {
    at: ({ expiration: { id, rev } }, of) => ({ url: `/expirations/${id}`, body: { rev, station_id: of.id } }),
  },
  'PUT /expirations/{id}/complete': {
    at: ({ expiration: { id, rev } }) => ({ url: `/expirations/${id}/complete`, body: { rev, done_at: '2026-01-01' } }),
  },
  'PUT /expirations/{id}/cancel': {
    at: ({ expiration: { id, rev } }) => ({ url: `/expirations/${id}/cancel`, body: { rev, cancel_reason: 'Non serve' } }),
  },
  'PUT /expirations/{id}/reopen': apart('for who closed it: expirations.test.ts'),
  'DELETE /expirations/{id}': { at: ({ expiration: { id } }) => ({ url: `/expirations/${id}` }) },
  'GET /stations/qr': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /stations/qr/{station}/image': { at: ({ id }) => ({ url: `/stations/qr/${id}/image` }) },
  'POST /stations/qr/{station}': {
    async also({ caller }, { own, read, foreign }) {
      const made = ({ id }: Place) => caller.upload(`/stations/qr/${id}`, [], { name: 'Altro' })
      await caller.del(`/stations/qr/${own.id}`)
      const told = [(await made(own)).status, (await made(own)).status, (await made(read)).status, (await made(foreign)).status]
      return String(told) !== '201,409,403,404' && `is answered with ${told}`
    },
  },
  'DELETE /stations/qr/{station}': { at: ({ id }) => ({ url: `/stations/qr/${id}` }) },
  'GET /station/qr/available-stations': {
    async also({ caller }, { own, read, foreign }) {
      for (const { id } of [own, read, foreign]) await caller.del(`/stations/qr/${id}`)
      const text = JSON.stringify((await caller.get('/station/qr/available-stations')).body)
      return (
        (!text.includes(own.word) || text.includes(read.word) || text.includes(foreign.word)) &&
        'offers other stations than theirs to write'
      )
    },
  },
  'GET /stations/qr/sheet': {
    async also({ caller }, places) {
      const { status, bytes } = await caller.get('/stations/qr/sheet?of=equipment')
      if (status !== 200) return `is answered with ${status}`
      return hasPdfToText && tells(letters(bytes), places)
    },
  },
  'GET /stations/qr/read': {
    async also({ caller }, { own, read, foreign }) {
      const names = async ({ id, code }: Place) =>
        (await Promise.all([`PV-${id}`, code].map((text) => caller.get(`/stations/qr/read?code=${text}`)))).map(
          ({ body }) => body.data.length,
        )
      if (String([await names(own), await names(read)]) !== '1,1,1,1') return 'does not know their stations'
      return String(await names(foreign)) !== '0,0' && 'knows a station that is not one of theirs'
    },
  },
}
