import { inspectionOffline } from '../../../src/contract/inspections/offline.ts'
import { known } from '../known.ts'

export default known(inspectionOffline, {
  context: { call: 'GET /inspection/context', policy: 'insp' },
  equipment: { call: 'GET /inspection/offline/equipment', policy: 'insp' },
  stations: { call: 'GET /inspection/offline/stations', policy: 'insp' },
})
