import { savedViews } from '../contract/kernel/saved-views.ts'
import { rememberDefaultViews } from '../crud/list/default-views.ts'
import { query, queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'

/** Learns with which views this person's lists open, also those that an administrator has set for a role since the last visit; what fails is learned the next time. */
export function learnUsualViews() {
  let asked: number | undefined
  function follow() {
    const { user, local } = session.get()
    if (!user || local || user.id === asked) return
    asked = user.id
    queryClient.fetchQuery(query(savedViews.list, {})).then(
      (views) => rememberDefaultViews(user.id, views),
      () => {
        asked = undefined
      },
    )
  }
  session.subscribe(follow)
  follow()
}
