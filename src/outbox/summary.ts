import { STUCK } from './rows.ts'
import type { Item } from './types.ts'

/** Unsent for longer than this is told to the person, and to the office (outbox.md 2.15). */
export const OLD_MS = 86_400_000

export interface Summary {
  /** Not sent yet, stuck ones included. */
  unsent: number
  /** Waiting for a person's decision. */
  stuck: number
  /** Unsent for more than a day. */
  old: number
}
/** The queue in three figures, for the badge, the dashboard and the page. `now`: wall clock. */
export function summaryOf(items: readonly Item[], now: number): Summary {
  const unsent = items.filter((item) => item.state !== 'sent')
  return {
    unsent: unsent.length,
    stuck: unsent.filter((item) => STUCK.includes(item.state)).length,
    old: unsent.filter((item) => now - item.createdAt > OLD_MS).length,
  }
}
