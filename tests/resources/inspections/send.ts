import { inspectionSend } from '../../../src/contract/inspections/send.ts'
import { completed, GOOD } from '../../api/support/inspection-fixtures.ts'
import { known } from '../known.ts'
import { printed } from '../printed.ts'

export default known(inspectionSend, {
  readers: { call: 'GET /inspection/{id}/send', policy: 'insp', testedIn: 'tests/api/inspections/send.test.ts' },
  send: {
    call: 'POST /inspection/{id}/send',
    status: 200,
    policy: 'insp',
    write: async (scene) => {
      const { id } = await completed(scene.ivan, scene.model, scene.station, GOOD)
      return () => scene.ivan.post(`/inspection/${id}/send`, undefined, scene.headers)
    },
    leaves: 'send, inspection-send, named',
    refusalKeeps: printed,
  },
})
