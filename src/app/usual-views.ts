import { savedViews } from '../contract/kernel/saved-views.ts'
import { rememberDefaultViews } from '../crud/list/default-views.ts'
import { query, queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'

/**
 * Learns the default views of this person's lists, including those an administrator has set since the last visit. A failure is retried at
 * the next sign-in.
 */
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
