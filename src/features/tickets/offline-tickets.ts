import Dexie, { type EntityTable } from 'dexie'
import { ticketOffline } from '../../contract/tickets/offline.ts'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'
import { mayKeep } from '../../lib/kept-reads.ts'
import { TICKET_DB } from '../../lib/purge.ts'
import { sealDatabase } from '../../lib/seal-database.ts'
import { keyFor, onPurge, session } from '../../lib/session.ts'
import { numberOf } from '../../rules/tickets/columns.ts'

/** A ticket with its conversation, as read at `at` (ISO instant). It can be fetched again, so it is deleted at sign-out. */
export interface OfflineTicket {
  /** `2026/15` */
  number: string
  at: string
  ticket: Ticket
}
type TicketDb = Dexie & { tickets: EntityTable<OfflineTicket, 'number'> }
let open: { user: number; db: TicketDb } | undefined

/** The database of the signed-in person; undefined if the person's role stores no tickets. `strict` durability: writes survive a crash of the browser. */
export function ticketDb(): TicketDb | undefined {
  const user = session.get().user?.id
  if (!user || !mayKeep('field', ticketOffline.list)) return undefined
  if (open?.user !== user) {
    open?.db.close()
    const db = new Dexie(TICKET_DB + user, { chromeTransactionDurability: 'strict' }) as TicketDb
    db.version(1).stores({ tickets: 'number' })
    sealDatabase(db, keyFor(user))
    open = { user, db }
  }
  return open.db
}
onPurge.add(() => {
  open?.db.close()
  open = undefined
})

const rowOf = (ticket: Ticket, at: number): OfflineTicket => ({ number: numberOf(ticket), at: new Date(at).toISOString(), ticket })
/** Stores a ticket that was just read from the server. */
export const storeTicket = async (ticket: Ticket, at: number) => void (await ticketDb()?.tickets.put(rowOf(ticket, at)))

const FRESH_MS = 120_000
let last: { user: number | undefined; at: number } | undefined
/** Downloads the tickets to read offline, at most every two minutes unless `asked` for. The new set replaces the old one in one transaction. */
export async function downloadTickets(asked = false): Promise<void> {
  const db = ticketDb()
  const at = Date.now()
  const user = session.get().user?.id
  if (!db || (!asked && last?.user === user && at - (last?.at ?? 0) < FRESH_MS)) return
  last = { user, at }
  try {
    const all = await call(ticketOffline.list, {}, { part: true })
    await db.transaction('rw', db.tickets, async () => {
      await db.tickets.clear()
      await db.tickets.bulkPut(all.map((ticket) => rowOf(ticket, at)))
    })
  } catch (error) {
    // The stored tickets stay, with the time they were read.
    last = undefined
    if (asked) throw error
  }
}
