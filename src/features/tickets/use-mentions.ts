import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { users } from '../../contract/people/users.ts'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'
import { query, queryClient } from '../../lib/query.ts'
import type { Mention, MentionSource } from './reply.ts'

/** Finds people to mention, with whether they may read the text: agents who see the ticket and, unless the note is internal, the requester. The server checks it again. */
export function useMentions({ id, requester, assignments }: Ticket): MentionSource {
  const agents = query(tickets.users, { ticket_id: id }, true)
  // The agents are read with the first @, not with the page.
  const { data } = useQuery({ ...agents, enabled: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `agents` depends only on the ticket's id
  return useMemo(() => {
    const reading = (all: typeof data) => {
      const seeing = new Set([...(all ?? []).filter((one) => one.sees).map((one) => one.id), ...assignments.map(({ user_id }) => user_id)])
      return (user: number, internal: boolean) => seeing.has(user) || (!internal && user === requester.id)
    }
    return {
      key: ['users', 'mentions', id],
      sees: (user, internal) => (data ? reading(data)(user, internal) : undefined),
      async read(name, internal): Promise<Mention[]> {
        const sees = reading(await queryClient.fetchQuery({ ...agents, staleTime: 60_000 }))
        const found = await call(users.suggest, { value: name || undefined })
        const all = found.map((one) => ({ id: one.id, name: one.name, sees: sees(one.id, internal) }))
        // People who may read it come first.
        return all.toSorted((a, b) => Number(b.sees) - Number(a.sees))
      },
    }
  }, [id, requester.id, assignments, data])
}
