import { session } from './session.ts'
import { createStore } from './store.ts'

const keyOf = (user: number | undefined, name: string) => `piazzale-layout-${user}-${name}`
/** The last change; with what was chosen itself only where it could not be stored, until the page is closed. */
const changed = createStore<{ key: string; unstored?: object } | undefined>(undefined)

function read<T extends object>(key: string): T | undefined {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? undefined : { ...JSON.parse(kept) }
  } catch {
    return undefined
  }
}
/** How a person has arranged a part of the screen, kept on this device for each, and the function that replaces it. `given`: as it is until they do. */
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
