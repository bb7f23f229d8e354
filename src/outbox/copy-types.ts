import type { Endpoint, Named } from '../contract/kernel/endpoint.ts'
import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import type { Json } from '../contract/kernel/placeholder.ts'
import type { StoredRow } from './copy.ts'
import type { CopyCalls } from './copy-send.ts'
import type { OfflineKind } from './kind.ts'
import type { Offline } from './send.ts'

type Sent = { [field: string]: Json }
type Call = Endpoint & Named
/** The endpoints of `offlinePart()`. */
export interface CopyContract {
  list: Call & { method: 'GET'; acts?: never }
  create: Offline
  update: Offline
  remove: Call & { method: 'DELETE' }
  upload: Offline
  picture: Call & { method: 'GET' }
}
export interface CopyKind extends OfflineKind<OfflineCopy, Sent, StoredRow> {
  readonly contract: CopyContract
  readonly calls: CopyCalls
  readonly removal: (row: StoredRow) => object
  readonly faults: (values: Values) => Record<string, string | undefined>
  readonly titleOf: (copy: OfflineCopy) => string
  /** Names of the fields, without the pictures. */
  readonly fields: readonly string[]
  /** Those of them that a new record does not begin with. */
  readonly written: readonly string[]
}
