import { stationNotes } from '../../../src/contract/stations/notes.ts'
import { station_notes as table } from '../../db/schema/stations/station-notes.ts'
import { implement } from '../../lib/core/implement.ts'
import { offlinePartOn } from './offline-part.ts'

export default implement(stationNotes, offlinePartOn(stationNotes, table, { model: 'station_note', gone: 'L’appunto è stato eliminato.' }))
