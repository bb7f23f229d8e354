import { type Ended, offlineKindOf } from './kind.ts'
import { STUCK } from './rows.ts'
import type { Item } from './types.ts'
import type { Work } from './work.ts'

type Stopped = Pick<Item, 'state' | 'lastError' | 'lane'>
/** How the office ended the record that a step of ours was about; undefined if it did not. */
export const endedBy = (step: Stopped | undefined): Ended | undefined =>
  step?.lastError && STUCK.includes(step.state) ? offlineKindOf(step.lane)?.ended?.(step.lastError) : undefined
/** The same for all that waits of a record. */
export const endOf = ({ steps }: Pick<Work, 'steps'>): Ended | undefined => endedBy(steps.find(({ state }) => STUCK.includes(state)))
