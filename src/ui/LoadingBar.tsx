import { useSyncExternalStore } from 'react'
import classes from './LoadingBar.module.css'
import type { LoadingBarController } from './loading-bar.ts'

/** Two pixels at the very top, over everything. The 5 s animation is CSS, so that a busy page does not stop it. */
export function LoadingBar({ bar }: { bar: LoadingBarController }) {
  const { phase, failed } = useSyncExternalStore(bar.subscribe, bar.getState)
  if (phase === 'hidden') return null
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={failed ? 'Caricamento non riuscito' : 'Caricamento'}
      data-phase={phase}
      data-failed={failed || undefined}
    />
  )
}
