import { documents } from '../../../src/contract/content/documents.ts'
import { paper } from '../files.ts'
import type { RowScene } from '../known.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const scope = 'a document is for those who have its permission: tests/api/content/documents.test.ts'
const make = async ({ admin }: Scene | RowScene, fields: Record<string, string> = {}) =>
  (await admin.upload('/documents/upload', [paper], fields)).body.data[0] as { id: number; rev: number }
const testedIn = 'tests/api/content/documents.test.ts'
const filters = 'categories, validity and what was read: tests/api/content/documents.test.ts'

export default known(
  documents,
  {
    list: { call: 'GET /documents', policy: 'docs.admin', scope, filters },
    mine: { call: 'GET /user/documents', policy: 'docs.read', scope, filters },
    upload: {
      call: 'POST /documents/upload',
      policy: 'docs.admin',
      scope,
      write:
        async ({ admin, headers }) =>
        () =>
          admin.upload('/documents/upload', [paper], {}, headers),
      leaves: 'creazione, documents, named, document created',
    },
    update: {
      call: 'PUT /documents/{id}',
      ...{ policy: 'docs.admin', scope, testedIn },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await make(scene)
        return () => scene.admin.put(`/documents/${id}`, { name: 'Altro nome', category: 'modulo', rev }, scene.headers)
      },
      leaves: 'modifica, documents, named, document updated',
    },
    file: { call: 'GET /documents/{id}', policy: 'docs.read', scope },
    versions: { call: 'GET /documents/{id}/versions', policy: 'docs.read', scope, testedIn },
    versionFile: { call: 'GET /documents/{id}/versions/{version}', policy: 'docs.read', scope, testedIn },
    remove: {
      call: 'DELETE /documents/{id}',
      policy: 'docs.admin',
      scope,
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.del(`/documents/${id}`, scene.headers)
      },
      leaves: 'eliminazione, documents, named, document deleted',
    },
    setPermissions: {
      call: 'POST /documents/set-permissions',
      status: 200,
      policy: 'docs.admin',
      scope,
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.post('/documents/set-permissions', { document_id: id, roles: ['driver'] }, scene.headers)
      },
      leaves: 'creazione, documents, named, document updated',
    },
    reached: {
      call: 'POST /documents/audience',
      ...{ status: 200, policy: 'docs.admin', scope, unlogged: true },
      write: 'writes nothing, it says whom a choice reaches: tests/api/content/documents.test.ts',
    },
  },
  {
    history: { document: 'documents' },
    toldBy: { document_readers: () => [] },
    quiet: { documents: { downloads: 0 } },
    screens: [
      { name: 'documents', path: '/documenti' },
      { name: 'own documents of whoever manages them', path: '/documenti?scheda=miei' },
    ],
  },
)
