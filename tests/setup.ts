/** A wait is for a condition: its end is only there so that a run does not stand still, and a busy machine is slow. */
if (typeof document !== 'undefined') (await import('@testing-library/react')).configure({ asyncUtilTimeout: 40_000 })

export {}
