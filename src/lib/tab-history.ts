import { onSessionEnd, session } from './session.ts'

/**
 * A tab's history shows what was looked at and searched for. At the end of a session the tab goes back to its first page of ours and drops
 * the entries after it. Entries of other sites before it cannot be changed.
 */
const LEAVING = 'piazzale-leaving'
const LAST = 'piazzale-last'
const SIGN_IN = '/login'

// A session that ran out leaves the history as it is, for the same person. Every other end calls `clearTabHistory` at once.
onSessionEnd.add((reason) => {
  const { user } = session.get()
  if (user && reason === 'expired') sessionStorage.setItem(LAST, String(user.id))
})

/** How many pages of ours lie behind: in the whole tab if the browser tells, else in this document as the router counts them. */
function stepsBack(): number {
  const { navigation } = window as { navigation?: { currentEntry: { index: number } | null } }
  return navigation?.currentEntry?.index ?? (history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0
}
function cut() {
  sessionStorage.removeItem(LEAVING)
  const to = session.get().user ? '/dashboard' : SIGN_IN
  history.replaceState({ __TSR_index: 0 }, '', to)
  // A new entry drops those after it.
  history.pushState({ __TSR_index: 1 }, '', to)
}
/**
 * Leads to the sign-in page, or home if somebody else has just signed in, with nothing behind and nothing ahead. If another document lies
 * behind, `resumeClearing` continues there.
 */
export async function clearTabHistory(): Promise<void> {
  const steps = stepsBack()
  if (steps > 0) {
    sessionStorage.setItem(LEAVING, '1')
    const there = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.go(-steps)
    await there
  }
  cut()
}
/** Called by main before the router looks at the address. */
export function resumeClearing() {
  if (sessionStorage.getItem(LEAVING)) cut()
}
/**
 * After a sign-in: whether the same person was here last. For anybody else the tab's history is cleared, even after a session that ran out.
 */
export async function sameAsLast(user: number): Promise<boolean> {
  const last = sessionStorage.getItem(LAST)
  sessionStorage.removeItem(LAST)
  if (!last || last === String(user)) return true
  await clearTabHistory()
  return false
}
