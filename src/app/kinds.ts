import { inspectionKind } from '../features/inspections/kind.ts'
import type { OfflineKind } from '../outbox/kind.ts'

/** All that may be written offline. */
export const kinds: readonly OfflineKind[] = [inspectionKind]
