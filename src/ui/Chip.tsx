import type { CSSProperties, ReactNode } from 'react'

interface ChipProps {
  /** Of the theme: `green`. */
  color: string
  /** A shape before the words. */
  mark?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Few words on a tint. Plain elements (styles.css): a list draws two a row. */
export const Chip = ({ color, mark, className = '', children }: ChipProps) => (
  <span
    className={`chip ${className}`}
    style={{ '--tint': `var(--mantine-color-${color}-light)`, '--ink': `var(--mantine-color-${color}-light-color)` } as CSSProperties}
  >
    {mark}
    <span>{children}</span>
  </span>
)
