import { session } from './session.ts'
import { createStore } from './store.ts'

const keyOf = (user: number | undefined, name: string) => `piazzale-layout-${user}-${name}`
/** The last change. `unstored` holds the value itself if it could not be stored; it lasts until the page is closed. */
const changed = createStore<{ key: string; unstored?: object } | undefined>(undefined)

function read<T extends object>(key: string): T | undefined {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? undefined : { ...JSON.parse(kept) }
  } catch {
    return undefined
  }
}
/**
 * A person's own setting for a part of the screen, stored on this device, and the function that replaces it.
 * @param given the value until they choose one
 */
export function usePersonal<T extends object>(name: string, given: T): [T, (next: T | undefined) => void] {
  const key = keyOf(session.use().user?.id, name)
  const last = changed.use()
  return [
    last?.key === key && last.unstored ? (last.unstored as T) : (read<T>(key) ?? given),
    (next) => {
      try {
        if (next) localStorage.setItem(key, JSON.stringify(next))
        else localStorage.removeItem(key)
        changed.set({ key })
      } catch {
        changed.set({ key, ...(next && { unstored: next }) })
      }
    },
  ]
}
