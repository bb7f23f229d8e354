import { eq } from 'drizzle-orm'
import { ticket_categories } from '../../../server/db/schema/tickets/tickets.ts'
import type { Caller, World } from './world.ts'

/** A ticket without a station, by its year and number. */
export async function openedBy(
  { db }: Pick<World, 'db'>,
  caller: Caller,
  more: object = {},
): Promise<{ y: number; n: number; id: number; uid: string }> {
  const [category] = await db.select().from(ticket_categories).where(eq(ticket_categories.requires_station, false)).limit(1)
  const body = { category_id: category!.id, subject: 'Pompa 3 ferma', description: 'Non eroga da stamattina.', ...more }
  const made = await caller.post('/support/ticket', body)
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { id, id_year, id_number, uid } = made.body.data
  return { y: id_year, n: id_number, id, uid }
}
export const paper = (name = 'preventivo.pdf') => ({ name, bytes: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n') })
