import type { AnyJobKind } from '../lib/job-kind.ts'
import { bulkKind } from './bulk-kind.ts'
import { exportKind } from './export-kind.ts'
import { importStations } from './imported-stations.ts'
import { mimitImport } from './mimit-import.ts'
import { mimitPrices } from './mimit-prices.ts'
import { priceVariation } from './price-variation.ts'
import { undoKind } from './undo-kind.ts'

/** What a person can start as a job. */
export const jobKinds: readonly AnyJobKind[] = [mimitImport, mimitPrices, bulkKind, importStations, exportKind, priceVariation, undoKind]
