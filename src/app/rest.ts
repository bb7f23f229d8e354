import { watchOutbox } from './outbox.ts'
import { watchPersistence } from './persistence.ts'

/** What starts once the first page stands and somebody is signed in. */
export function startRest() {
  watchOutbox()
  void watchPersistence()
}
