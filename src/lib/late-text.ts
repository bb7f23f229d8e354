import { openText, sealText } from './seal-rows.ts'
import { session } from './session.ts'

/** What was typed last in a page that is being closed: it cannot finish writing to IndexedDB, so it waits in sessionStorage, encrypted like everything that is typed. */
export function keepLate(name: string, late: object): void {
  sessionStorage.setItem(name, sealText(name, JSON.stringify(late), session.get().deviceKey))
}
/** What `keepLate` stored; undefined if there is nothing, or it is somebody else's. Stays until it is removed. */
export function readLate<T extends object>(name: string): T | undefined {
  const text = openText(name, sessionStorage.getItem(name), session.get().deviceKey)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}
