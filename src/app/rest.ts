import type { RegisteredRouter } from '@tanstack/react-router'
import { watchNotices } from './notices.ts'
import { watchOutbox } from './outbox.ts'
import { watchPersistence } from './persistence.ts'
import { watchRecent } from './recent.ts'
import { learnUsualViews } from './usual-views.ts'

/** Starts what can wait until the first page is shown and somebody is signed in. */
export function startRest(router: RegisteredRouter) {
  watchOutbox()
  void watchPersistence()
  learnUsualViews()
  watchRecent(router)
  watchNotices()
}
