import type { AnyJobKind } from '../lib/job-kind.ts'
import { mimitPrices } from './mimit-prices.ts'

/** What a person can start as a job. */
export const jobKinds: readonly AnyJobKind[] = [mimitPrices]
