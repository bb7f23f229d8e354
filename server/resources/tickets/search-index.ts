import { eq, inArray, sql } from 'drizzle-orm'
import { folded } from '../../db/folded.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { ticket_comments, ticket_files, ticket_words, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Db } from '../../lib/core/db.ts'

/** Letters and digits only, without accents: the text that is then stemmed as Italian. */
const plainText = (text: ReturnType<typeof sql>) => sql`regexp_replace(${folded(text)}, '[^a-z0-9]+', ' ', 'g')`
/** The stems of a text, as the index has them. */
export const stem = (text: ReturnType<typeof sql>) => sql`strip(to_tsvector('italian', left(${plainText(text)}, 400000)))`
/**
 * Rebuilds the full-text index of these tickets; without ids, of all tickets (the seed).
 *
 * Text is cut at 400,000 characters, newest comments first, because PostgreSQL refuses a larger tsvector. `said`, the words that everybody may read, is
 * stored only if it differs from `all_words`: smaller rows are read faster.
 */
export async function indexTickets(db: Db, ...ids: number[]): Promise<void> {
  const these = ids.length ? inArray(tickets.id, ids) : sql`true`
  const own = sql`${tickets.subject} || ' ' || ${tickets.description} || ' ' || coalesce(${tickets.resolution}, '') || ' ' || concat_ws(' ', ${stations.code}, ${stations.name}, ${stations.city})`
  const said = stem(sql`${own} || ' ' || coalesce(said.text, '') || ' ' || coalesce(named.text, '')`)
  // Without `offset 0` the stems would be made once for each place that names them, and to make them is what takes time.
  await db.execute(sql`
    insert into ${ticket_words} (ticket_id, said, all_words)
    select id, case when said <> all_words then said end, coalesce(all_words, said) from (
      select ${tickets.id} as id, ${said} as said, case when said.inner_text is not null or named.all_text is distinct from named.text then
        ${stem(sql`${own} || ' ' || coalesce(said.text, '') || ' ' || coalesce(said.inner_text, '') || ' ' || coalesce(named.all_text, '')`)} end as all_words
      from ${tickets} left join ${stations} on ${eq(stations.id, tickets.station_id)}
      left join lateral (
        select string_agg(c.message, ' ' order by c.id desc) filter (where not c.internal) as text,
          string_agg(c.message, ' ' order by c.id desc) filter (where c.internal) as inner_text
        from ${ticket_comments} c where c.ticket_id = ${tickets.id}) said on true
      left join lateral (
        select string_agg(f.original_name, ' ') filter (where not coalesce(c.internal, false)) as text, string_agg(f.original_name, ' ') as all_text
        from ${ticket_files} f left join ${ticket_comments} c on c.id = f.comment_id where f.ticket_id = ${tickets.id}) named on true
      where ${these} offset 0) words
    on conflict (ticket_id) do update set said = excluded.said, all_words = excluded.all_words`)
}
