import { onSessionEnd, session } from './session.ts'

/**
 * The addresses of a tab say what was looked at and searched for (reliability.md R1). At the end of a session the tab goes back to its first page
 * of ours and drops the entries after it. Entries of other sites before it cannot be changed.
 */
const LEAVING = 'piazzale-leaving'
const LAST = 'piazzale-last'
const SIGN_IN = '/login'

// One that ran out leaves the tab as it is, for the same person; every other end is followed by `clearTabHistory` at once.
onSessionEnd.add((reason) => {
  const { user } = session.get()
  if (user && reason === 'expired') sessionStorage.setItem(LAST, String(user.id))
})

/** How many pages of ours lie behind: of the whole tab where the browser tells, else of this document as the router counts them. */
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
/** Leads to the sign-in, or home where somebody else has just signed in, with nothing behind and nothing ahead. Where another document lies behind, `resumeClearing` goes on there. */
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
/** After a sign-in: whether the same person was here last. Of anybody else the tab forgets the addresses, also of a session that ran out. */
export async function sameAsLast(user: number): Promise<boolean> {
  const last = sessionStorage.getItem(LAST)
  sessionStorage.removeItem(LAST)
  if (!last || last === String(user)) return true
  await clearTabHistory()
  return false
}
