import { createStore } from './store.ts'

/** Calls under way and how the last batch ended: what the loading bar draws. */
const state = createStore({ running: 0, failed: false })
export const loading = {
  ...state,
  /** Counts a call in; the answer counts it out, with how it went. */
  start() {
    const { running, failed } = state.get()
    state.set({ running: running + 1, failed: running ? failed : false })
    return (fine: boolean) => {
      const now = state.get()
      state.set({ running: now.running - 1, failed: now.failed || !fine })
    }
  },
}
