import { useId } from 'react'
import { IconCheck } from './icons.tsx'
import classes from './SegmentedAnswer.module.css'

export interface AnswerOption {
  value: string
  label: string
  tone: 'ok' | 'error' | 'neutral'
}

/** The answers of a `yes_no_na` question; a `yes_no` one takes the first two. */
export const YES_NO_NA: AnswerOption[] = [
  { value: 'si', label: 'Sì', tone: 'ok' },
  { value: 'no', label: 'No', tone: 'error' },
  { value: 'na', label: 'N.A.', tone: 'neutral' },
]

interface SegmentedAnswerProps {
  /** The question, for screen readers. */
  label: string
  options: AnswerOption[]
  value: string | null
  onChange: (value: string | null) => void
  disabled?: boolean
  /** All in one row, however many: a scale. */
  row?: boolean
}

/**
 * Full-width buttons of at least 48 px. They are radio buttons, so Tab, arrows and Space work natively. A second tap on the chosen one
 * changes nothing; clearing an answer is separate (Canc here, "Azzera" beside the question).
 */
export function SegmentedAnswer({ label, options, value, onChange, disabled = false, row = false }: SegmentedAnswerProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.group} data-row={row || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.option} data-tone={option.tone}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            onKeyDown={(event) => (event.key === 'Delete' || event.key === 'Backspace') && onChange(null)}
          />
          <IconCheck />
          {option.label}
        </label>
      ))}
    </div>
  )
}
