import { session } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'

/** How a person likes to fill in a verifica; kept on this device, per person. */
export interface Habits {
  /** After an answer that needs nothing more the next question comes by itself. */
  advance: boolean
  /** All questions of a section on one page, on a phone too. */
  whole: boolean
}
const keyOf = (user: number | undefined) => `piazzale-habits-${user}`
const DEFAULT: Habits = { advance: true, whole: false }

function read(user: number | undefined): Habits {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(keyOf(user)) ?? '{}') }
  } catch {
    return DEFAULT
  }
}
const here = () => session.get().user?.id
const store = createStore<{ user: number | undefined; habits: Habits }>({ user: undefined, habits: DEFAULT })

export function useHabits(): Habits {
  const { user, habits } = store.use()
  const now = here()
  return user === now ? habits : read(now)
}
export function setHabits(change: Partial<Habits>) {
  const habits = { ...read(here()), ...change }
  store.set({ user: here(), habits })
  try {
    localStorage.setItem(keyOf(here()), JSON.stringify(habits))
  } catch {
    // Without storage it holds until the page is closed.
  }
}
