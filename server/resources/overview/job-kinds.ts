import type { AnyJobKind } from '../../lib/jobs/job-kind.ts'
import { importCards } from '../cards/card-import-kind.ts'
import { accountKind } from '../cards/customer-accounts.ts'
import { activateKind, deactivateKind } from '../cards/customer-jobs.ts'
import { printKind } from '../cards/print-kind.ts'
import { syncKinds } from '../cards/sync-job.ts'
import { sendKind } from '../content/send-communication.ts'
import { readPayslips } from '../people/pay-import.ts'
import { tellPayslips } from '../people/pay-notices.ts'
import { mimitImport } from '../prices/mimit-import.ts'
import { mimitPrices } from '../prices/mimit-prices.ts'
import { priceVariation } from '../prices/variation.ts'
import { importProducts } from '../shop/product-import-job.ts'
import { importStations } from '../stations/import-job.ts'
import { bulkKind } from './bulk-kind.ts'
import { exportKind } from './export-kind.ts'
import { undoKind } from './undo-kind.ts'

/** The kinds of jobs a person can start. */
export const jobKinds: readonly AnyJobKind[] = [
  mimitImport,
  mimitPrices,
  bulkKind,
  importStations,
  importProducts,
  exportKind,
  printKind,
  importCards,
  activateKind,
  accountKind,
  ...Object.values(syncKinds),
  deactivateKind,
  priceVariation,
  sendKind,
  undoKind,
  ...Object.values(readPayslips),
  tellPayslips,
]
