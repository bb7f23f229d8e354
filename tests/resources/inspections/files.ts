import { randomUUID } from 'node:crypto'
import { inspectionFiles } from '../../../src/contract/inspections/files.ts'
import { begin, jpeg, send } from '../../api/support/inspection-fixtures.ts'
import type { Caller } from '../../api/support/world.ts'
import { known } from '../known.ts'

export default known(inspectionFiles, {
  upload: {
    call: 'POST /inspection/files',
    policy: 'insp',
    write: async ({ ivan, model, station, headers }) => {
      const { client_uuid } = await begin(ivan, model, station)
      const bytes = await jpeg()
      const uuid = randomUUID()
      const caller = {
        ...ivan,
        upload: (...[url, files, fields]: Parameters<Caller['upload']>) => ivan.upload(url, files, fields, headers),
      }
      return () => send(caller, client_uuid, bytes, { uuid })
    },
    leaves: 'creazione, inspection-files, named',
  },
  get: {
    call: 'GET /inspection/files/{uuid}',
    policy: 'insp.read',
    scope: { asks: ({ evidence }) => ({ url: `/inspection/files/${evidence}` }) },
  },
})
