import { expirations } from '../../../src/contract/expirations/expirations.ts'
import { inDays } from '../days.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene, Write } from '../scene.ts'
import { click } from '../screens.ts'
import { plainWrites } from '../writes.ts'

/** The nearest presets of "Scadenze" that an open expiration falls in. */
function dueOf({ date, status }: { date: string; status: string }): string[] {
  const days = (Date.parse(date) - Date.parse(inDays(0))) / 86_400_000
  if (status !== 'open') return []
  return days < 0 ? ['late'] : ['7', '30', '90'].filter((most) => days <= Number(most))
}
const once = ({ station }: Scene) => ({
  station_id: station,
  type: 'terra',
  message: 'Messa a terra',
  date: '2027-01-01',
  periodicity: 'once',
})
const due = async (scene: Scene): Promise<{ id: number; rev: number }> => (await scene.admin.post('/expirations', once(scene))).body.data
const settling =
  (verb: string, body: object): Write =>
  async (scene) => {
    const { id, rev } = await due(scene)
    return () => scene.admin.put(`/expirations/${id}/${verb}`, { rev, ...body }, scene.headers)
  }
const reopening: Write = async (scene) => {
  const { id, rev } = await due(scene)
  await scene.admin.put(`/expirations/${id}/complete`, { rev, done_at: '2026-01-01' })
  return () => scene.admin.put(`/expirations/${id}/reopen`, { rev: rev + 1 }, scene.headers)
}
const writes = plainWrites({
  ...{ path: '/expirations', entity: 'expirations', model: 'expiration' },
  body: (scene) => ({ ...once(scene), periodicity: 'biennial' }),
  change: { message: 'Verifica della messa a terra' },
})

export default known(
  expirations,
  {
    list: {
      call: 'GET /expirations',
      policy: 'exp.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      facets: ['type', 'status', 'date'],
      filters: {
        from: (row) => row.date,
        to: (row) => row.date,
        type: (row) => row.type,
        status: (row) => row.status,
        station_id: (row) => row.station_id,
        late: (row) => row.late,
        due: dueOf,
        subject: (row) =>
          row.subject_type ? [`${row.subject_type}:${row.subject_id}`, `${row.subject_type}:${row.subject_id}:${row.subject_field}`] : [],
      },
    },
    get: {
      call: 'GET /expirations/{id}',
      policy: 'exp.read',
      scope: { asks: ({ expiration }) => ({ url: `/expirations/${expiration.id}` }) },
    },
    create: {
      call: 'POST /expirations',
      policy: 'exp.write',
      scope: {
        asks: ({ id }) => ({
          url: '/expirations',
          body: { station_id: id, type: 'altro', message: 'Nuova', date: '2027-01-01', periodicity: 'once' },
        }),
      },
      ...writes.create,
    },
    update: {
      call: 'PUT /expirations/{id}',
      policy: 'exp.write',
      scope: {
        asks: ({ expiration: { id, rev } }, of) => ({ url: `/expirations/${id}`, body: { rev, station_id: of.id } }),
      },
      revised: true,
      ...writes.update,
    },
    remove: {
      call: 'DELETE /expirations/{id}',
      policy: 'exp.write',
      scope: { asks: ({ expiration: { id } }) => ({ url: `/expirations/${id}` }) },
      ...writes.remove,
    },
    upload: {
      call: 'POST /expirations/{id}/upload',
      policy: 'exp.write',
      scope: { asks: ({ expiration }) => ({ url: `/expirations/${expiration.id}/upload`, files: [paper] }) },
      write: async (scene) => {
        const { id } = await due(scene)
        return () => scene.admin.upload(`/expirations/${id}/upload`, [paper], {}, scene.headers)
      },
      leaves: 'creazione, expirations, named',
    },
    file: {
      call: 'GET /expirations/{id}/files/{fileId}',
      policy: 'exp.read',
      scope: {
        asks: ({ expiration }, of) => ({ url: `/expirations/${expiration.id}/files/${of.certificate}` }),
      },
    },
    removeFile: {
      call: 'DELETE /expirations/{id}/files/{fileId}',
      policy: 'exp.write',
      scope: {
        asks: ({ expiration }, of) => ({ url: `/expirations/${expiration.id}/files/${of.certificate}` }),
      },
      write: async (scene) => {
        const { id } = await due(scene)
        const [file] = (await scene.admin.upload(`/expirations/${id}/upload`, [paper])).body.data
        return () => scene.admin.del(`/expirations/${id}/files/${file.id}`, scene.headers)
      },
      leaves: 'eliminazione, expirations, named',
    },
    complete: {
      call: 'PUT /expirations/{id}/complete',
      policy: 'exp.write',
      scope: {
        asks: ({ expiration: { id, rev } }) => ({ url: `/expirations/${id}/complete`, body: { rev, done_at: '2026-01-01' } }),
      },
      revised: true,
      write: settling('complete', { done_at: '2026-01-01' }),
      leaves: 'modifica, expirations, named, expiration status',
    },
    cancel: {
      call: 'PUT /expirations/{id}/cancel',
      policy: 'exp.write',
      scope: {
        asks: ({ expiration: { id, rev } }) => ({ url: `/expirations/${id}/cancel`, body: { rev, cancel_reason: 'Non serve' } }),
      },
      revised: true,
      write: settling('cancel', { cancel_reason: 'Non serve' }),
      leaves: 'modifica, expirations, named, expiration status',
    },
    snooze: {
      call: 'PUT /expirations/{id}/snooze',
      policy: 'exp.write',
      scope: {
        asks: ({ expiration: { id, rev } }) => ({
          url: `/expirations/${id}/snooze`,
          body: { rev, snoozed_until: inDays(20), snooze_reason: 'Ditta prenotata' },
        }),
      },
      revised: true,
      write: settling('snooze', { snoozed_until: inDays(20), snooze_reason: 'Ditta prenotata' }),
      leaves: 'modifica, expirations, named, expiration updated',
    },
    wake: {
      call: 'PUT /expirations/{id}/wake',
      policy: 'exp.write',
      scope: { asks: ({ expiration: { id, rev } }) => ({ url: `/expirations/${id}/wake`, body: { rev } }) },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await due(scene)
        await scene.admin.put(`/expirations/${id}/snooze`, { rev, snoozed_until: inDays(20), snooze_reason: 'Ditta prenotata' })
        return () => scene.admin.put(`/expirations/${id}/wake`, { rev: rev + 1 }, scene.headers)
      },
      leaves: 'modifica, expirations, named, expiration updated',
    },
    calendar: { call: 'GET /calendar/{token}.ics', policy: 'guest', testedIn: 'tests/api/expirations/calendar.test.ts' },
    feed: { call: 'GET /calendar/feed', policy: 'exp.read', scope: 'the address is the own one: calendar.test.ts' },
    makeFeed: {
      call: 'POST /calendar/feed',
      policy: 'exp.read',
      scope: 'the address is the own one: calendar.test.ts',
      write: 'its answer is a secret and never repeated: tests/api/expirations/calendar.test.ts',
    },
    removeFeed: {
      call: 'DELETE /calendar/feed',
      policy: 'exp.read',
      scope: 'the address is the own one: calendar.test.ts',
      write: async ({ admin, headers }) => {
        await admin.post('/calendar/feed')
        return () => admin.del('/calendar/feed', headers)
      },
      leaves: 'eliminazione, expirations, named',
    },
    reopen: {
      call: 'PUT /expirations/{id}/reopen',
      policy: 'exp.write',
      scope: 'for who closed it: expirations.test.ts',
      revised: true,
      write: reopening,
      leaves: 'modifica, expirations, named, expiration status',
    },
  },
  {
    history: { expiration: 'expirations' },
    // That the calendar shows it is no change of the record.
    quiet: { expirations: { google_id: null } },
    screens: async (api) => {
      const [{ id }] = (await api.get('/expirations')).data
      return [
        { name: 'expirations', path: '/scadenze' },
        { name: 'expirations in late', path: '/scadenze?due=%5B%22late%22%5D' },
        { name: 'expiration form', path: '/scadenze?modulo=nuovo' },
        { name: 'expiration', path: `/scadenze/${id}` },
        { name: 'expiration files', path: `/scadenze/${id}?scheda=file` },
        { name: 'expiration done', path: `/scadenze/${id}`, act: click('Completa') },
      ]
    },
  },
)
