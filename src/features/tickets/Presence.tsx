import { Text, VisuallyHidden } from '@mantine/core'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { type PresentPerson, usePresence } from './use-presence.ts'

const list = new Intl.ListFormat('it')
const sentence = (people: readonly PresentPerson[], one: string, several: string) =>
  people.length ? `${list.format(people.map(({ name }) => name))} ${people.length > 1 ? several : one}` : ''
/** People who write come before people who only look. */
function presenceText(people: readonly PresentPerson[]): string {
  const writing = sentence(
    people.filter((one) => one.writing),
    'sta scrivendo…',
    'stanno scrivendo…',
  )
  const viewing = sentence(
    people.filter((one) => !one.writing),
    'sta guardando questo ticket',
    'stanno guardando questo ticket',
  )
  return [writing, viewing].filter(Boolean).join(' · ')
}

/** Other people who have the ticket open. A screen reader announces changes. */
export function Presence({ ticket }: { ticket: number }) {
  const people = usePresence().get(ticket) ?? []
  return (
    <Text size="sm" c="dimmed" role="status">
      {presenceText(people)}
    </Text>
  )
}
/** The same in a list row, where there is little room: the first person, on a wide screen as initials. */
export function PresenceMark({ people }: { people: readonly PresentPerson[] | undefined }) {
  const desk = useDesk()
  if (!people?.length) return null
  const first = people.find((one) => one.writing) ?? people[0]!
  const more = people.length > 1 ? ` +${people.length - 1}` : ''
  const names = first.name.split(' ')
  const who = desk ? names.map(([letter]) => letter).join('') : `${names[0]} ${first.writing ? 'scrive' : 'guarda'}`
  return (
    <span title={presenceText(people)}>
      {desk && <VisuallyHidden>{presenceText(people)}: </VisuallyHidden>}
      <StatusChip tone={first.writing ? 'wait' : 'neutral'} label={`${who}${desk && first.writing ? '…' : ''}${more}`} />{' '}
    </span>
  )
}
