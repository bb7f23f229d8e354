import { inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { type TicketRecord, ticketScope } from './scope.ts'

/** The tickets in which these merged ones go on. A ticket may be merged into one that is merged itself later, so the last of each chain counts. */
export async function continuations(sources: readonly number[], { db, user }: Pick<Context, 'db' | 'user'>) {
  if (!sources.length) return []
  const chain: SQL = sql`(with recursive chain(source, id) as (
    select ${tickets.id}, ${tickets.merged_into} from ${tickets} where ${inArray(tickets.id, [...sources])} and ${tickets.merged_into} is not null
    union all select chain.source, ${tickets.merged_into} from ${tickets} join chain on chain.id = ${tickets.id} where ${tickets.merged_into} is not null
  ) select source, id from chain) chain`
  return db
    .select({
      ...{ source: sql<number>`chain.source`, id: tickets.id, id_year: tickets.id_year, id_number: tickets.id_number },
      closed: sql<boolean>`(${tickets.status_id} = ${CLOSED} or ${tickets.deleted_at} is not null)`,
      seen: sql<boolean>`coalesce((${ticketScope(user)}), false)`,
    })
    .from(tickets)
    .innerJoin(chain, sql`chain.id = ${tickets.id}`)
    .where(isNull(tickets.merged_into))
}

/** The tickets merged into this one, directly or through others, oldest first. */
export async function mergedSources(db: Db, { id }: Pick<TicketRecord, 'id'>): Promise<TicketRecord[]> {
  const found: TicketRecord[] = []
  for (let into = [id]; into.length; ) {
    const next = await db.select().from(tickets).where(inArray(tickets.merged_into, into))
    found.push(...next)
    into = next.map((one) => one.id)
  }
  return found.toSorted((a, b) => a.id - b.id)
}
