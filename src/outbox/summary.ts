import { STUCK } from './rows.ts'
import type { ItemState } from './types.ts'
import type { Work } from './work.ts'

/** Work that is unsent for longer than this is pointed out to the person and the office. */
export const OLD_MS = 86_400_000

export const isSent = ({ state }: Pick<Work, 'state'>) => state === 'sent'
export const isStuck = ({ state }: Pick<Work, 'state'>) => STUCK.includes(state as ItemState)

export interface Summary {
  /** Not sent yet, stuck ones included. */
  unsent: number
  /** Waiting for a person's decision. */
  stuck: number
  /** Unsent for more than a day. */
  old: number
}
/**
 * Counts for the badge, the dashboard and the pages.
 * @param now wall clock
 */
export function summaryOf(works: readonly Work[], now: number): Summary {
  const unsent = works.filter((work) => !isSent(work))
  return {
    unsent: unsent.length,
    stuck: unsent.filter(isStuck).length,
    old: unsent.filter((work) => now - work.since > OLD_MS).length,
  }
}
