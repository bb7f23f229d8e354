import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { sortKey } from '../../db/folded.ts'

/** A text of another table: `by` holds the id of its row. */
interface JoinedText {
  by: AnyPgColumn
  id: AnyPgColumn
  text: AnyPgColumn
}
/**
 * For sorting a long list by a text of a shorter table: the texts are folded and compared once each, and the rows that point to them sort by whole numbers.
 * Only the texts that `sort` names are ranked. `joins` belongs behind the list's table in its `from`; `sorts` replaces the list's own sorts of these names.
 */
export function ranksOf(sort: string, texts: Readonly<Record<string, JoinedText>>): { joins: SQL; sorts: Record<string, SQL> } {
  const named = sort.split(',').map((part) => part.replace(/^-/, ''))
  const wanted = Object.entries(texts).filter(([name]) => named.includes(name))
  const joins = wanted.map(([name, { by, id, text }]) => {
    const ranked = sql.identifier(`${name}_rank`)
    return sql` left join (select ${id} as id, rank() over (order by ${sortKey(text)}) as place from ${id.table}) ${ranked} on ${ranked}.id = ${by}`
  })
  return {
    joins: sql.join(joins),
    sorts: Object.fromEntries(wanted.map(([name]) => [name, sql`${sql.identifier(`${name}_rank`)}.place`])),
  }
}
