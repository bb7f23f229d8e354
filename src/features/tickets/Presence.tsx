import { Text, VisuallyHidden } from '@mantine/core'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { type Present, usePresent } from './use-presence.ts'

const list = new Intl.ListFormat('it')
const told = (people: readonly Present[], one: string, several: string) =>
  people.length ? `${list.format(people.map(({ name }) => name))} ${people.length > 1 ? several : one}` : ''
/** In words: who writes first. */
function wordsOf(people: readonly Present[]): string {
  const writing = told(
    people.filter((one) => one.writing),
    'sta scrivendo…',
    'stanno scrivendo…',
  )
  const viewing = told(
    people.filter((one) => !one.writing),
    'sta guardando questo ticket',
    'stanno guardando questo ticket',
  )
  return [writing, viewing].filter(Boolean).join(' · ')
}

/** Who else is at the ticket, above its conversation; said aloud when it changes. */
export function Presence({ ticket }: { ticket: number }) {
  const people = usePresent().get(ticket) ?? []
  return (
    <Text size="sm" c="dimmed" role="status">
      {wordsOf(people)}
    </Text>
  )
}
/** The same in a row of the list: the first of them, at a desk by their initials, or nothing of the subject would be left. */
export function PresenceMark({ people }: { people: readonly Present[] | undefined }) {
  const desk = useDesk()
  if (!people?.length) return null
  const first = people.find((one) => one.writing) ?? people[0]!
  const more = people.length > 1 ? ` +${people.length - 1}` : ''
  const names = first.name.split(' ')
  const who = desk ? names.map(([letter]) => letter).join('') : `${names[0]} ${first.writing ? 'scrive' : 'guarda'}`
  return (
    <span title={wordsOf(people)}>
      {desk && <VisuallyHidden>{wordsOf(people)}: </VisuallyHidden>}
      <StatusChip tone={first.writing ? 'wait' : 'neutral'} label={`${who}${desk && first.writing ? '…' : ''}${more}`} />{' '}
    </span>
  )
}
