import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { tickets } from '../../contract/tickets/tickets.ts'
import { askedAt, keptAt } from '../../lib/api.ts'
import { connection } from '../../lib/online.ts'
import { query } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { downloadTickets, storeTicket, ticketDb } from './offline-tickets.ts'

/** The tickets stored on this device, downloaded again while there is a network; undefined while they are being read. */
export function useOfflineTickets() {
  const user = session.use().user?.id
  const online = connection.use() === 'online'
  useEffect(() => {
    if (online && user) void downloadTickets()
  }, [online, user])
  return useLiveQuery(async () => (user ? ((await ticketDb()?.tickets.toArray()) ?? []) : []), [user])
}
const NOT_STORED = 'Questo ticket non è su questo dispositivo: si legge quando torna la rete.'
/** A ticket from the server, else as it is stored on this device, with the time it was read. Without either, `ticket` is undefined and `error` says why. */
export function useTicket(year: number, number: number) {
  const { data, error, isPending, refetch } = useQuery(query(tickets.get, { year, number }, true))
  const all = useOfflineTickets()
  const asked = askedAt(data)
  useEffect(() => {
    if (data && asked) void storeTicket(data, asked).catch(() => undefined)
  }, [data, asked])
  const unreached = !!error && !error.status
  const stored = unreached ? all?.find((one) => one.number === `${year}/${number}`) : undefined
  return {
    ticket: data ?? stored?.ticket,
    keptSince: data ? keptAt(data) : (stored?.at ?? null),
    error: unreached && !data && !stored ? { ...error, message: NOT_STORED } : error,
    isPending: isPending || (unreached && !all),
    refetch,
  }
}
