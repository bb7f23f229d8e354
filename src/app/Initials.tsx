import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './layout.module.css'

/** The initials of the first and last name: 'Anna Maria Rossi' gives AR. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/)
  return [names[0], names.length > 1 ? names.at(-1) : undefined]
    .map((one) => [...(one ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase('it')
}
/** The signed-in person, as the button of the profile. */
export const Initials = ({ name }: { name: string }) => (
  <ActionIcon component={Link} to="/utenti/profilo" variant="subtle" aria-label="Profilo" title={`Profilo di ${name}`}>
    <span className={classes.initials} data-initials={initialsOf(name)} />
  </ActionIcon>
)
