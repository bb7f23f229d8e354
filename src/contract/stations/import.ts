import { resource } from '../kernel/endpoint.ts'
import { importing } from '../kernel/importing.ts'
import { stationFields } from './record.ts'

/** Fields of an import sheet; a column's heading is the field's label. The area manager is a user account and cannot be imported. */
export const { area_manager_id: _, ...sheetFields } = stationFields
export const stationImport = resource('station_import', importing('/stations', 'net.create'))
