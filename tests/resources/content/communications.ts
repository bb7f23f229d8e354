import { communications, controls, messages } from '../../../src/contract/content/communications.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const TESTED = 'tests/api/content/communications.test.ts'

const scope = 'a communication is for who sent or received it: tests/api/content/communications.test.ts'
const body = { subject: 'Prova', body: '<p>Testo</p>', roles: ['superAdmin'] }

/** The lines of a type; both have the same calls. */
function linesOf(path: string, entity: string) {
  const draft = async ({ admin }: Scene) => (await admin.post(path, { ...body, draft: true })).body.data as { id: number; rev: number }
  const sent = async ({ admin }: Scene) => (await admin.post(path, body)).body.data as { id: number; rev: number }
  const one = `${path}/{id}`
  const leaves = (action: string, event?: string) => [action, entity, 'named'].join(', ') + (event ? `, communication ${event}` : '')
  const act = (verb: string, before: typeof draft, more: object, event?: string) => ({
    call: `POST ${one}/${verb}`,
    testedIn: TESTED,
    ...{ status: 200, policy: 'comm.write' as const },
    write: async (scene: Scene) => {
      const { id, rev } = await before(scene)
      return () => scene.admin.post(`${path}/${id}/${verb}`, { rev, ...more }, scene.headers)
    },
    leaves: leaves('creazione', event),
  })
  return {
    list: {
      call: `GET ${path}`,
      testedIn: TESTED,
      ...{ policy: 'auth' as const, scope },
      filters: 'days, states and what waits for the caller: tests/api/content/communications.test.ts',
    },
    get: { call: `GET ${one}`, testedIn: TESTED, policy: 'auth' as const, scope },
    create: {
      call: `POST ${path}`,
      testedIn: TESTED,
      policy: 'comm.write' as const,
      write:
        async ({ admin, headers }: Scene) =>
        () =>
          admin.post(path, body, headers),
      leaves: leaves('creazione', 'created'),
    },
    update: {
      call: `PUT ${one}`,
      testedIn: TESTED,
      policy: 'comm.write' as const,
      revised: true as const,
      write: async (scene: Scene) => {
        const { id, rev } = await draft(scene)
        return () => scene.admin.put(`${path}/${id}`, { ...body, subject: 'Altro', rev }, scene.headers)
      },
      leaves: leaves('modifica', 'updated'),
    },
    remove: {
      call: `DELETE ${one}`,
      testedIn: TESTED,
      policy: 'comm.write' as const,
      write: async (scene: Scene) => {
        const { id } = await draft(scene)
        return () => scene.admin.del(`${path}/${id}`, scene.headers)
      },
      leaves: leaves('eliminazione', 'deleted'),
    },
    upload: {
      call: `POST ${one}/upload`,
      testedIn: TESTED,
      policy: 'comm.write' as const,
      write: async (scene: Scene) => {
        const { id } = await draft(scene)
        return () => scene.admin.upload(`${path}/${id}/upload`, [paper], {}, scene.headers)
      },
      leaves: leaves('creazione'),
    },
    removeFile: {
      call: `DELETE ${one}/files/{fileId}`,
      testedIn: TESTED,
      policy: 'comm.write' as const,
      write: async (scene: Scene) => {
        const { id } = await draft(scene)
        const [file] = (await scene.admin.upload(`${path}/${id}/upload`, [paper])).body.data
        return () => scene.admin.del(`${path}/${id}/files/${file.id}`, scene.headers)
      },
      leaves: leaves('eliminazione'),
    },
    send: act('send', draft, {}, 'status'),
    unschedule: act(
      'unschedule',
      async (scene) => {
        const { id, rev } = await draft(scene)
        return (await scene.admin.post(`${path}/${id}/send`, { rev, send_at: '2099-01-01T08:00:00.000Z' })).body.data
      },
      {},
      'status',
    ),
    correct: act('correct', sent, { subject: 'Corretta', body: '<p>Nuovo</p>' }, 'updated'),
    remind: act('remind', sent, {}),
    recipients: {
      call: `GET ${one}/recipients`,
      testedIn: TESTED,
      policy: 'comm.write' as const,
      filters: 'tests/api/content/communications.test.ts',
    },
    evidence: { call: `GET ${one}/evidence`, testedIn: TESTED, policy: 'comm.write' as const },
  }
}
const screens = (path: string, scheda: string, type: 1 | 2) => [
  { name: `communications ${scheda}`, path: `/comunicazioni${path}` },
  { name: `communication of type ${type}`, path: `/comunicazioni/${type === 1 ? 3 : 1}?type=${type}` },
]

export const plainMessages = known(messages, linesOf('/communications/messages', 'communications-messages') as never, {
  history: { communication: 'communications' },
  toldBy: { communication_versions: () => [], communication_recipients: () => [] },
  screens: screens('', 'messages', 1),
})
export const controlMessages = known(
  controls,
  {
    ...linesOf('/communications-ctrl', 'communications-ctrl'),
    ack: {
      ...{ call: 'POST /communications-ctrl/{id}/ack', testedIn: TESTED, status: 200, policy: 'auth', scope },
      write: async ({ admin, headers }: Scene) => {
        const { id } = (await admin.post('/communications-ctrl', body)).body.data
        return () => admin.post(`/communications-ctrl/${id}/ack`, {}, headers)
      },
      leaves: 'creazione, communications-ctrl, named',
    },
  } as never,
  { screens: screens('?scheda=controllo', 'control', 2) },
)
export const shared = known(communications, {
  document: { call: 'GET /communications/documents/{id}', testedIn: TESTED, policy: 'auth', scope },
  reached: {
    call: 'POST /communications/recipients',
    testedIn: TESTED,
    status: 200,
    policy: 'comm.write',
    unlogged: true,
    write: 'writes nothing, it says whom a choice reaches: tests/api/content/communications.test.ts',
  },
})
