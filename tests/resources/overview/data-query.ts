import { dataQuery } from '../../../src/contract/overview/data-query.ts'
import { known } from '../known.ts'
import type { StationScope } from '../scope.ts'

const TESTED = 'tests/api/overview/data-query.test.ts'
const asOthers = 'as the other types: data-query.test.ts'
/** Types of which a place of the tests has rows. */
const places: StationScope = { finds: ({ word }) => [`search=${word}`, `f[station_name]=${word}`] }

export default known(dataQuery, {
  stations: { call: 'GET /data-query/stations', testedIn: TESTED, policy: 'net.read', scope: places },
  dispensers: { call: 'GET /data-query/dispensers', testedIn: TESTED, policy: 'net.read', scope: places },
  guns: { call: 'GET /data-query/dispenser-guns', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  tanks: { call: 'GET /data-query/tanks', testedIn: TESTED, policy: 'net.read', scope: places },
  tankMaintenances: { call: 'GET /data-query/tank-maintenances', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  devices: { call: 'GET /data-query/devices', testedIn: TESTED, policy: 'net.read', scope: places },
  pos: { call: 'GET /data-query/pos', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  fireExtinguishers: { call: 'GET /data-query/fire-extinguishers', testedIn: TESTED, policy: 'net.read', scope: places },
  networkDevices: { call: 'GET /data-query/network-devices', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  oilSeparators: { call: 'GET /data-query/oil-separators', testedIn: TESTED, policy: 'net.read', scope: places },
  fuels: { call: 'GET /data-query/fuels', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  services: { call: 'GET /data-query/services', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  networks: { call: 'GET /data-query/networks', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  phones: { call: 'GET /data-query/phones', testedIn: TESTED, policy: 'net.read', scope: places },
  bills: { call: 'GET /data-query/bills', testedIn: TESTED, policy: 'net.read', scope: asOthers },
  banks: { call: 'GET /data-query/banks', testedIn: TESTED, policy: 'banks.read' },
  bankCards: { call: 'GET /data-query/bank-cards', testedIn: TESTED, policy: 'banks.read' },
})
