import { watchOutbox } from './outbox.ts'
import { watchPersistence } from './persistence.ts'
import { watchUpdates } from './updates.ts'

/** What starts once the first page stands. */
export function startRest() {
  watchUpdates()
  watchOutbox()
  void watchPersistence()
}
