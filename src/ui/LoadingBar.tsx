import { useSyncExternalStore } from 'react'
import classes from './LoadingBar.module.css'
import type { LoadingBarController } from './loading-bar.ts'

/** Two pixels at the very top (doc 0 §9), over everything and moving nothing. The animation of 5 s is CSS, so a busy page does not stop it. */
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
