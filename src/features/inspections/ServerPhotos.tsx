import { inspectionFiles } from '../../contract/inspections/files.ts'
import { call } from '../../lib/api.ts'
import { StoredPhotos } from '../../outbox/StoredPhotos.tsx'

const read = (uuid: string) => call(inspectionFiles.get, { uuid }, { part: true })
/** Pictures of verifiche that the server keeps, fetched with the sign-in. */
export const ServerPhotos = (shown: { label: string; uuids: string[] }) => <StoredPhotos {...shown} name="inspection-files" read={read} />
