import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { tickets } from '../../contract/tickets/tickets.ts'
import { askedAt, keptAt } from '../../lib/api.ts'
import { connection } from '../../lib/online.ts'
import { query } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { bringTickets, keepTicket, ticketDb } from './offline-tickets.ts'

/** The tickets that can be read on this device without a network, brought here while there is one; undefined while they are being looked for. */
export function useKeptTickets() {
  const user = session.use().user?.id
  const online = connection.use() === 'online'
  useEffect(() => {
    if (online && user) void bringTickets()
  }, [online, user])
  return useLiveQuery(async () => (user ? ((await ticketDb()?.tickets.toArray()) ?? []) : []), [user])
}
const NOT_HERE = 'Questo ticket non è su questo dispositivo: si legge quando torna la rete.'
/** A ticket: the server's, else as it is kept here, with since when; undefined and why where it is not here either. */
export function useTicket(year: number, number: number) {
  const { data, error, isPending, refetch } = useQuery(query(tickets.get, { year, number }, true))
  const all = useKeptTickets()
  const asked = askedAt(data)
  useEffect(() => {
    if (data && asked) void keepTicket(data, asked).catch(() => undefined)
  }, [data, asked])
  const unreached = !!error && !error.status
  const kept = unreached ? all?.find((one) => one.number === `${year}/${number}`) : undefined
  return {
    ticket: data ?? kept?.ticket,
    keptSince: data ? keptAt(data) : (kept?.at ?? null),
    error: unreached && !data && !kept ? { ...error, message: NOT_HERE } : error,
    isPending: isPending || (unreached && !all),
    refetch,
  }
}
