import Dexie, { type EntityTable } from 'dexie'
import { ticketOffline } from '../../contract/tickets/offline.ts'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'
import { mayKeep } from '../../lib/kept-reads.ts'
import { TICKET_DB } from '../../lib/purge.ts'
import { onPurge, session } from '../../lib/session.ts'
import { numberOf } from '../../rules/tickets/columns.ts'

/** A ticket with its conversation, as of `at` (ISO); can be fetched again, so it goes at sign-out. */
export interface KeptTicket {
  /** `2026/15` */
  number: string
  at: string
  ticket: Ticket
}
type TicketDb = Dexie & { tickets: EntityTable<KeptTicket, 'number'> }
let open: { user: number; db: TicketDb } | undefined

/** The database of the person at the device; undefined for who keeps none. What is written there survives the death of the browser. */
export function ticketDb(): TicketDb | undefined {
  const user = session.get().user?.id
  if (!user || !mayKeep('field', ticketOffline.list)) return undefined
  if (open?.user !== user) {
    open?.db.close()
    const db = new Dexie(TICKET_DB + user, { chromeTransactionDurability: 'strict' }) as TicketDb
    db.version(1).stores({ tickets: 'number' })
    open = { user, db }
  }
  return open.db
}
onPurge.add(() => {
  open?.db.close()
  open = undefined
})

const row = (ticket: Ticket, at: number): KeptTicket => ({ number: numberOf(ticket), at: new Date(at).toISOString(), ticket })
/** One that the network has brought. */
export const keepTicket = async (ticket: Ticket, at: number) => void (await ticketDb()?.tickets.put(row(ticket, at)))

const FRESH_MS = 120_000
let last: { user: number | undefined; at: number } | undefined
/** Brings those of the person's stations, their own and those assigned to them: the new set takes the place of the old one once it is whole. */
export async function bringTickets(): Promise<void> {
  const db = ticketDb()
  const at = Date.now()
  const user = session.get().user?.id
  if (!db || (last?.user === user && at - (last?.at ?? 0) < FRESH_MS)) return
  last = { user, at }
  try {
    const all = await call(ticketOffline.list, {}, { part: true })
    await db.transaction('rw', db.tickets, async () => {
      await db.tickets.clear()
      await db.tickets.bulkPut(all.map((ticket) => row(ticket, at)))
    })
  } catch {
    // What was there stays, with its age.
    last = undefined
  }
}
