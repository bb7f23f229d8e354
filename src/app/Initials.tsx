import { ActionIcon } from '@mantine/core'
import type { Ref } from 'react'
import classes from './layout.module.css'

/** The initials of the first and last name: 'Anna Maria Rossi' gives AR. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/)
  return [names[0], names.length > 1 ? names.at(-1) : undefined]
    .map((one) => [...(one ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase('it')
}
interface InitialsProps {
  name: string
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}
/** The signed-in person as a round button. */
export const Initials = ({ name, ...button }: InitialsProps) => (
  <ActionIcon {...button} variant="subtle" aria-label={`Account di ${name}`} title={name} aria-haspopup="menu">
    <span className={classes.initials} data-initials={initialsOf(name)} />
  </ActionIcon>
)
