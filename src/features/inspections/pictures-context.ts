import { createContext } from 'react'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import { call } from '../../lib/api.ts'

/** Reads the pictures and files shown below: from the server, or from this device first. `local`: nothing there can be downloaded. */
export const PicturesContext = createContext({
  name: 'inspection-files',
  local: false,
  read: (uuid: string): Promise<Blob> => call(inspectionFiles.get, { uuid }, { part: true }),
})
