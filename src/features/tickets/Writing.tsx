import type { Ticket } from '../../contract/tickets.ts'
import { useMe } from '../../lib/session.ts'
import { isAgent } from '../../rules/ticket-states.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { useKeyboard } from './use-keyboard.ts'
import { useMentions } from './use-mentions.ts'

/** Where a ticket is answered. */
export function Writing({ ticket }: { ticket: Ticket }) {
  const people = useMentions(ticket)
  const agent = isAgent(useMe())
  useKeyboard()
  return <ReplyBox ticket={ticket} agent={agent ? { people, templates: null } : undefined} />
}
