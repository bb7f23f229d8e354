import { supportDocuments } from '../../../src/contract/content/support-documents.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'

const TESTED = 'tests/api/content/support-documents.test.ts'

const scope = 'files for drivers are of the whole network: a driver sees every station'
const path = '/support/document'

export default known(
  supportDocuments,
  {
    list: {
      call: `GET ${path}`,
      testedIn: TESTED,
      policy: 'driver.read',
      scope,
      filters: { station_id: (row) => row.station?.id, category: (row) => row.category },
    },
    upload: {
      call: `POST ${path}/upload`,
      testedIn: TESTED,
      policy: 'driver.write',
      scope,
      write:
        async ({ admin, headers }) =>
        () =>
          admin.upload(`${path}/upload`, [paper], {}, headers),
      leaves: 'creazione, support-documents, named, support_document created',
    },
    file: { call: `GET ${path}/{id}`, testedIn: TESTED, policy: 'driver.read', scope },
    remove: {
      call: `DELETE ${path}/{id}`,
      testedIn: TESTED,
      policy: 'driver.write',
      scope,
      write: async ({ admin, headers }) => {
        const [{ id }] = (await admin.upload(`${path}/upload`, [paper])).body.data
        return () => admin.del(`${path}/${id}`, headers)
      },
      leaves: 'eliminazione, support-documents, named, support_document deleted',
    },
  },
  {
    history: { support_document: 'support_documents' },
    screens: [{ name: 'driver files', path: '/autisti' }],
    rows: async ({ admin }) => {
      const [station] = (await admin.get('/stations')).body.data.data
      await admin.upload(`${path}/upload`, [paper], { station_id: String(station.id), category: 'adr' })
      await admin.upload(`${path}/upload`, [{ ...paper, name: 'due.pdf' }], { category: 'modulo' })
    },
  },
)
