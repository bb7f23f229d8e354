import { createStore } from '../lib/store.ts'

/** The layer that is open, set from anywhere: one replaces the other, and a second press changes nothing. */
export const layer = createStore<'palette' | 'shortcuts' | undefined>(undefined)
