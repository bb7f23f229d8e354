import { useMemo } from 'react'
import { type Ticket, tickets } from '../../contract/tickets.ts'
import { users } from '../../contract/users.ts'
import { call } from '../../lib/api.ts'
import { query, queryClient } from '../../lib/query.ts'
import type { Mention } from './reply.ts'

/** Who may be named in a ticket, by a part of a name, with whether they can see it: agents, who asked, and who works on it (domain.md 4.3, TKT). */
export function useMentions({ id, requester, assignments }: Ticket) {
  return useMemo(
    () => ({
      key: ['users', 'mentions', id],
      async read(name: string): Promise<Mention[]> {
        const agents = await queryClient.fetchQuery({ ...query(tickets.users, {}), staleTime: 60_000 })
        const seeing = new Set([requester.id, ...agents.map((one) => one.id), ...assignments.map(({ user_id }) => user_id)])
        const found = await call(users.suggest, { value: name || undefined })
        const all = found.map((one) => ({ id: one.id, name: one.name, sees: seeing.has(one.id) }))
        // Who may be asked about it first.
        return all.toSorted((a, b) => Number(b.sees) - Number(a.sees))
      },
    }),
    [id, requester.id, assignments],
  )
}
