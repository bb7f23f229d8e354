import type { Context } from '../../lib/core/context.ts'
import type { PrintJob } from '../../lib/jobs/jobs.ts'
import { mailCoupons } from '../coupons/print.ts'
import { printCompleted } from '../inspections/pdfs.ts'

/** Does what waits to be printed, by the area it is of. */
export const printDocument = (job: PrintJob, printing: Pick<Context, 'db' | 'files' | 'jobs' | 'now'>): Promise<void> =>
  job.of === 'coupons' ? mailCoupons(job, printing) : printCompleted(job, printing)
