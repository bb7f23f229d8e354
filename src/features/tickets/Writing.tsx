import type { Ticket } from '../../contract/tickets.ts'
import { useMe } from '../../lib/session.ts'
import { isAgent } from '../../rules/ticket-states.ts'
import { Composer } from './Composer.tsx'
import { useKeyboard } from './use-keyboard.ts'
import { useMentions } from './use-mentions.ts'
import { useReply } from './use-reply.ts'

/** Where a ticket is answered. */
export function Writing({ ticket }: { ticket: Ticket }) {
  const box = useReply(ticket)
  const people = useMentions(ticket)
  const agent = isAgent(useMe())
  useKeyboard()
  return <Composer {...box} agent={agent ? { people, templates: null } : undefined} />
}
