import { managers } from '../../../src/contract/people/managers.ts'
import { makeManager, rossi } from '../../api/support/management-fixtures.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene, Write } from '../scene.ts'
import { plainWrites } from '../writes.ts'

const scope = 'by the managements of the caller’s stations, and one’s own record: managers.test.ts'
const writes = plainWrites({
  ...{ path: '/managers', entity: 'managers', model: 'manager', body: () => rossi, change: { note: 'Sentito' } },
  leavesToo: { create: 'expiration created', remove: 'expiration status' },
})
const upload: Write = async (scene) => {
  const { id } = await makeManager(scene.admin)
  return () => scene.admin.upload(`/managers/${id}/upload`, [paper], { category: 'durc' }, scene.headers)
}
const document = async ({ admin }: Scene) => {
  const { id } = await makeManager(admin)
  const [file] = (await admin.upload(`/managers/${id}/upload`, [paper])).body.data
  return `/managers/${id}/files/${file.id}`
}

export default known(
  managers,
  {
    list: {
      call: 'GET /managers',
      policy: 'mgmt.read',
      scope,
      filters: 'managers.test.ts',
    },
    all: { call: 'GET /managers-all', policy: 'mgmt.read', scope },
    get: { call: 'GET /managers/{id}', policy: 'mgmt.read', scope },
    create: { call: 'POST /managers', policy: 'mgmt.write', scope, ...writes.create },
    update: { call: 'PUT /managers/{id}', policy: 'mgmt.write', scope, revised: true, ...writes.update },
    remove: { call: 'DELETE /managers/{id}', policy: 'mgmt.write', scope, ...writes.remove },
    upload: { call: 'POST /managers/{id}/upload', policy: 'mgmt.write', scope, write: upload, leaves: 'creazione, managers, named' },
    file: { call: 'GET /managers/{id}/files/{fileId}', policy: 'mgmt.read', scope },
    removeFile: {
      call: 'DELETE /managers/{id}/files/{fileId}',
      policy: 'mgmt.write',
      scope,
      write: async (scene) => {
        const address = await document(scene)
        return () => scene.admin.del(address, scene.headers)
      },
      leaves: 'eliminazione, managers, named',
    },
    reveal: {
      call: 'POST /managers/{id}/reveal',
      status: 200,
      policy: 'mgmt.reveal',
      scope,
      write: async (scene) => {
        const { id } = await makeManager(scene.admin)
        return () => scene.admin.post(`/managers/${id}/reveal`, { reason: 'Controllo del contratto' }, scene.headers)
      },
      leaves: 'lettura_dati, managers, named, manager revealed',
    },
  },
  {
    history: { manager: 'managers' },
    screens: async (api) => {
      const [{ id }] = (await api.get('/managers')).data
      return [
        { name: 'managers', path: '/stazioni/manager' },
        { name: 'manager form', path: '/stazioni/manager?modulo=nuovo' },
        { name: 'manager', path: `/stazioni/manager/${id}` },
        { name: 'manager documents', path: `/stazioni/manager/${id}?scheda=documenti` },
        { name: 'manager account', path: `/stazioni/manager/${id}?scheda=account` },
      ]
    },
  },
)
