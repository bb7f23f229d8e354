import type { CSSProperties, ReactNode } from 'react'

interface ChipProps {
  /** A theme colour, such as `green`. */
  color: string
  /** Icon before the text. */
  mark?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A few words on a tint. Plain elements (styles.css), since a list draws two per row. */
export const Chip = ({ color, mark, className = '', children }: ChipProps) => (
  <span
    className={`chip ${className}`}
    style={{ '--tint': `var(--mantine-color-${color}-light)`, '--ink': `var(--mantine-color-${color}-light-color)` } as CSSProperties}
  >
    {mark}
    <span>{children}</span>
  </span>
)
