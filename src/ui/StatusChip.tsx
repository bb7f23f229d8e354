import { Chip } from './Chip.tsx'
import type { Icon } from './icons.tsx'
import { IconCircleCheck, IconCircleDashed, IconClock, IconExclamationCircle, IconInfoCircle } from './icons.tsx'

/** Meaning of a state to the person: done well, waiting for somebody, wrong, under way, nothing particular. */
export type Tone = 'ok' | 'wait' | 'error' | 'info' | 'neutral'

const LOOK: Record<Tone, { color: string; Mark: Icon }> = {
  ok: { color: 'green', Mark: IconCircleCheck },
  wait: { color: 'amber', Mark: IconClock },
  error: { color: 'red', Mark: IconExclamationCircle },
  info: { color: 'petrol', Mark: IconInfoCircle },
  neutral: { color: 'gray', Mark: IconCircleDashed },
}

interface StatusChipProps {
  tone: Tone
  label: string
  /** Replaces the icon of the tone. */
  mark?: Icon
}

/** A state as text, colour and icon, so that each alone is enough. */
export function StatusChip({ tone, label, mark }: StatusChipProps) {
  const { color, Mark } = LOOK[tone]
  const Shape = mark ?? Mark
  return (
    <Chip color={color} mark={<Shape size={14} />}>
      {label}
    </Chip>
  )
}
