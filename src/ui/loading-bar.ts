/** The bar's clock, which tests replace: `after` runs `job` in `ms` milliseconds and returns a function that cancels it. */
export interface Clock {
  after: (ms: number, job: () => void) => () => void
}

export interface LoadingBarState {
  phase: 'hidden' | 'running' | 'done'
  failed: boolean
}

/** Milliseconds. */
export interface LoadingBarTimes {
  throttleMs: number
  hideDelayMs: number
}

const HIDDEN: LoadingBarState = { phase: 'hidden', failed: false }

export const browserClock: Clock = {
  after: (ms, job) => {
    const id = setTimeout(job, ms)
    return () => clearTimeout(id)
  },
}

/**
 * Counts pending calls: every `start` must be followed by one `finish` or one `fail`. The bar appears only if something takes longer than
 * the throttle, fills when the last call ends and hides after the delay. A failure is shown in red, even a quick one.
 */
export function createLoadingBar(clock: Clock, { throttleMs, hideDelayMs }: LoadingBarTimes = { throttleMs: 200, hideDelayMs: 500 }) {
  let state = HIDDEN
  let pending = 0
  let cancel = () => {}
  const listeners = new Set<() => void>()
  const become = (next: LoadingBarState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const end = (failed: boolean) => {
    pending = Math.max(0, pending - 1)
    const bad = failed || state.failed
    if (pending > 0) {
      if (bad !== state.failed) become({ phase: 'running', failed: bad })
      return
    }
    cancel()
    if (state.phase === 'hidden' && !bad) return
    become({ phase: 'done', failed: bad })
    cancel = clock.after(hideDelayMs, () => become(HIDDEN))
  }

  return {
    start() {
      pending += 1
      if (pending > 1) return
      cancel()
      if (state.phase === 'done') become({ phase: 'running', failed: false })
      else cancel = clock.after(throttleMs, () => become({ phase: 'running', failed: state.failed }))
    },
    finish: () => end(false),
    fail: () => end(true),
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type LoadingBarController = ReturnType<typeof createLoadingBar>
