import { createStore } from '../lib/store.ts'

/** Whether the search or the sheet of keys is asked for, from anywhere: two presses are not two, and one takes the other's place. */
export const layer = createStore<'palette' | 'shortcuts' | undefined>(undefined)
