import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconExclamationCircle } from './icons.tsx'
import classes from './StepList.module.css'

export interface Step {
  label: string
  state: 'done' | 'current' | 'todo' | 'error'
  /** When, or what is missing. */
  note?: string
}

const SAID = { done: 'completato', current: 'in corso', todo: 'da fare', error: 'da correggere' }

/** The stages of a process, in a row on a desktop and in a column on a phone. */
export function StepList({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, at) => (
        <li key={step.label} className={classes.step} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className={classes.mark} aria-hidden>
            {step.state === 'done' ? <IconCheck size={16} /> : step.state === 'error' ? <IconExclamationCircle size={16} /> : at + 1}
          </span>
          <span className={classes.label}>
            {step.label}
            <VisuallyHidden>, {SAID[step.state]}</VisuallyHidden>
            {step.note && <span className={classes.note}>{step.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
