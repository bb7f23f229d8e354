import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { ticketPresence } from '../../contract/tickets/presence.ts'
import { useLive } from '../../crud/list/live.ts'
import { query } from '../../lib/query.ts'

export type PresentPerson = Output<typeof ticketPresence.list>[number]['people'][number]

/** Other people who have a ticket open, by the ticket's id. */
export function usePresence(): ReadonlyMap<number, readonly PresentPerson[]> {
  useLive('tickets-presence')
  const { data } = useQuery(query(ticketPresence.list, {}, true))
  return useMemo(() => new Map(data?.map(({ ticket_id, people }) => [ticket_id, people])), [data])
}
