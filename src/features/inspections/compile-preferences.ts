import { session } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'

/** How a person likes to fill in a verifica; kept on this device, per person. */
export interface CompilePreferences {
  /** After an answer that needs nothing more the next question comes by itself. */
  advance: boolean
  /** All questions of a section on one page, on a phone too. */
  whole: boolean
}
const keyOf = (user: number | undefined) => `piazzale-habits-${user}`
const DEFAULT: CompilePreferences = { advance: true, whole: false }

function read(user: number | undefined): CompilePreferences {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(keyOf(user)) ?? '{}') }
  } catch {
    return DEFAULT
  }
}
const here = () => session.get().user?.id
const store = createStore<{ user: number | undefined; habits: CompilePreferences }>({ user: undefined, habits: DEFAULT })

export function useCompilePreferences(): CompilePreferences {
  const { user, habits } = store.use()
  const now = here()
  return user === now ? habits : read(now)
}
export function setCompilePreferences(change: Partial<CompilePreferences>) {
  const habits = { ...read(here()), ...change }
  store.set({ user: here(), habits })
  try {
    localStorage.setItem(keyOf(here()), JSON.stringify(habits))
  } catch {
    // Without storage it holds until the page is closed.
  }
}
