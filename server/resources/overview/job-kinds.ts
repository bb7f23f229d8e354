import type { AnyJobKind } from '../../lib/jobs/job-kind.ts'
import { mimitImport } from '../prices/mimit-import.ts'
import { mimitPrices } from '../prices/mimit-prices.ts'
import { priceVariation } from '../prices/variation.ts'
import { importStations } from '../stations/import-job.ts'
import { bulkKind } from './bulk-kind.ts'
import { exportKind } from './export-kind.ts'
import { undoKind } from './undo-kind.ts'

/** The kinds of jobs a person can start. */
export const jobKinds: readonly AnyJobKind[] = [mimitImport, mimitPrices, bulkKind, importStations, exportKind, priceVariation, undoKind]
