import type { Ticket } from '../../contract/tickets/tickets.ts'
import { useMe } from '../../lib/session.ts'
import { isAgent } from '../../rules/tickets/states.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { Templates } from './Templates.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useMentions } from './use-mentions.ts'

export function ReplySection({ ticket }: { ticket: Ticket }) {
  const agent = isAgent(useMe())
  const people = useMentions(ticket)
  useKeyboardInset()
  const templates = (put: (text: string) => void) => <Templates ticket={ticket} onText={put} />
  return <ReplyBox ticket={ticket} agent={agent ? { people, templates } : undefined} />
}
