import type { SavedView } from '../../contract/kernel/saved-views.ts'

/** Key of the default view, by list. */
type Defaults = Record<string, string>
const storageKey = (user: number) => `piazzale-views-${user}`

/** The defaults stored on this device: opening a list must not wait for the server. */
export function defaultViews(user: number): Defaults {
  try {
    return { ...JSON.parse(localStorage.getItem(storageKey(user)) ?? '{}') }
  } catch {
    return {}
  }
}
/** Stores the default views of a person; their own win over shared ones. */
export function rememberDefaultViews(user: number, views: readonly SavedView[]) {
  const standard = views.filter((view) => view.standard)
  const [own, others] = [standard.filter((view) => view.created_by === user), standard.filter((view) => view.created_by !== user)]
  try {
    localStorage.setItem(storageKey(user), JSON.stringify(Object.fromEntries([...others, ...own].map(({ screen, key }) => [screen, key]))))
  } catch {
    // If the device cannot store them, lists open without a view.
  }
}
