import { appStations, stationDirectory } from '../../../src/contract/stations/openings.ts'
import { known } from '../known.ts'

export const app = known(appStations, {
  list: { call: 'GET /iapp/list-stations', policy: 'auth', scope: 'what the app shows to everybody' },
})

export const directory = known(stationDirectory, {
  list: { call: 'GET /stations/directory', policy: 'net.field', scope: { finds: ({ word }) => [`search=${word}`] } },
})
