import { IconCircleCheck } from '../../ui/icons.tsx'
import classes from './Compile.module.css'

const RADIUS = 14
const LENGTH = 2 * Math.PI * RADIUS

/** How far a section is; a tick once it is whole and nothing is missing there. The words stand beside it. */
export function ProgressRing({ done, of, missing }: { done: number; of: number; missing: number }) {
  if (of > 0 && done === of && !missing)
    return (
      <span className={classes.ring} data-done>
        <IconCircleCheck size={32} />
      </span>
    )
  return (
    <svg className={classes.ring} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r={RADIUS} />
      {done > 0 && <circle cx="16" cy="16" r={RADIUS} strokeDasharray={`${(LENGTH * done) / of} ${LENGTH}`} />}
    </svg>
  )
}
