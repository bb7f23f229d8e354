import { resource } from '../kernel/endpoint.ts'
import { importing } from '../kernel/importing.ts'
import { stationFields } from './record.ts'

/** What a sheet says of a station; the name is the label that heads its column. Who runs an area is an account, which no sheet names. */
export const { area_manager_id: _, ...sheetFields } = stationFields
export const stationImport = resource('station_import', importing('/stations', 'net.create'))
