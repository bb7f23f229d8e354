import type { SavedView } from '../../contract/kernel/saved-views.ts'

/** By list, the key of the view that it opens with. */
type Defaults = Record<string, string>
const storageKey = (user: number) => `piazzale-views-${user}`

/** What is known on this device, without asking: a list must not wait for it. */
export function defaultViews(user: number): Defaults {
  try {
    return { ...JSON.parse(localStorage.getItem(storageKey(user)) ?? '{}') }
  } catch {
    return {}
  }
}
/** Takes note of the defaults among the views of a person: one's own stand over those that are shared. */
export function rememberDefaultViews(user: number, views: readonly SavedView[]) {
  const standard = views.filter((view) => view.standard)
  const [own, others] = [standard.filter((view) => view.created_by === user), standard.filter((view) => view.created_by !== user)]
  try {
    localStorage.setItem(storageKey(user), JSON.stringify(Object.fromEntries([...others, ...own].map(({ screen, key }) => [screen, key]))))
  } catch {
    // A device that keeps nothing opens its lists as the page has them.
  }
}
