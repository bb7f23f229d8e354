import type { RegisteredRouter } from '@tanstack/react-router'
import { RECENT as MOST, RECENT_RECORD, type SearchKind } from '../contract/kernel/search.ts'
import { RECENT } from '../lib/purge.ts'
import { session } from '../lib/session.ts'
import { shownKinds } from './palette-kinds.ts'

const key = () => `${RECENT}${session.get().user?.id}`
/** The records this person opened recently on this device, the last first, as `stations:12`; the server tells their names. */
export function recent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]')
    return Array.isArray(kept)
      ? kept
          .map(String)
          // An address typed by hand may have left what is no record: the server would refuse the whole search for it.
          .filter((one) => RECENT_RECORD.test(one))
          .slice(0, MOST)
      : []
  } catch {
    return []
  }
}
export function keepRecent(kind: SearchKind, id: string) {
  const one = `${kind}:${id}`
  if (!RECENT_RECORD.test(one)) return
  try {
    localStorage.setItem(key(), JSON.stringify([one, ...recent().filter((other) => other !== one)].slice(0, MOST)))
  } catch {
    // Without storage nothing is remembered.
  }
}
/** Remembers the record of the current page, however it was reached. */
function look(router: RegisteredRouter) {
  const { fullPath, params = {}, search = {} } = router.state.matches.at(-1) ?? {}
  for (const [kind, { page: [route, by] = [] }] of Object.entries(shownKinds)) {
    const { id }: { id?: unknown } = by === 'search' ? search : params
    if (route && route === fullPath && id !== undefined && session.get().user) keepRecent(kind as SearchKind, String(id))
  }
}
export function watchRecent(router: RegisteredRouter) {
  look(router)
  return router.subscribe('onResolved', () => look(router))
}
