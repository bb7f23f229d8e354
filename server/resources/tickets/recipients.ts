import { eq } from 'drizzle-orm'
import { ticket_assignments } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Addressee } from '../notifications/notify.ts'
import type { TicketRecord } from './scope.ts'

export type Recipient = Addressee
export const assigneesOf = ({ db }: Pick<Context, 'db'>, { id }: Pick<TicketRecord, 'id'>) =>
  db.select({ id: ticket_assignments.user_id }).from(ticket_assignments).where(eq(ticket_assignments.ticket_id, id))
export const requesterOf = (row: TicketRecord): Recipient => ({ user_id: row.requester_id, reason: 'Hai aperto tu il ticket.' })
export const assigneesToNotify = async (context: Pick<Context, 'db'>, row: TicketRecord): Promise<Recipient[]> =>
  (await assigneesOf(context, row)).map(({ id }) => ({ user_id: id, reason: 'Il ticket ti è assegnato.' }))
/** Each person once, with the first reason, and without the one who did it. */
export const withoutCaller = (people: readonly Recipient[], { user }: { user: { id: number } }) =>
  people.filter(({ user_id }, at) => user_id !== user.id && people.findIndex((one) => one.user_id === user_id) === at)
