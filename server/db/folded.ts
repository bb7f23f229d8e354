import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { JOINERS } from '../../src/contract/kernel/fold.ts'

/**
 * Lower case without accents, in SQL: a function of the database (migration 0064) that does what `fold` in src/contract/kernel/fold.ts does, letter by
 * letter. It needs no extension, so that both engines agree; whoever changes one changes both, and builds the indexes over it anew.
 */
export const folded = (value: AnyPgColumn | SQL) => sql<string>`folded(${value})`
const kept = new Map<AnyPgColumn, SQL<string>>()
/**
 * Says where the database keeps what a text is sorted by: a generated column of the same table, which migrations alone know, or the column itself, if its
 * texts are capitals and digits. A sort by it reads an index only; through an index over an expression every row before the page is fetched.
 */
export const keepsFolded = (column: AnyPgColumn, name: string) => void kept.set(column, sql`${column.table}.${sql.identifier(name)}`)
/** What a text is sorted by. */
export const sortKey = (column: AnyPgColumn) => kept.get(column) ?? folded(column)
const texts: { columns: readonly (AnyPgColumn | SQL)[]; kept: SQL<string> }[] = []
/** Says where the database keeps `foldedText` of some columns: folding thousands of rows takes longer than all the rest of a search. */
export const keepsText = (columns: readonly AnyPgColumn[], kept: SQL<string>) =>
  void texts.push({ columns, kept: sql`coalesce(${kept}, '')` })
/** A choice by the words it is shown as, for sorting and searching. They are part of the statement and not parameters, so that an index may stand over them. */
export const inWords = (column: AnyPgColumn | SQL, words: Readonly<Record<string, string>>): SQL<string> =>
  sql`(case ${column} ${sql.raw(
    Object.entries(words)
      .map(([value, text]) => `when ${literal(value)} then ${literal(text)}`)
      .join(' '),
  )} end)`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const joined = (columns: (AnyPgColumn | SQL)[]) =>
  folded(
    sql.join(
      columns.map((column) => sql`coalesce(${column}::text, '')`),
      sql` || ' ' || `,
    ),
  )
// The marks are part of the statement and not parameters, or no index over the expression would be used.
const marks = sql.raw(`'${JOINERS.replaceAll("'", "''")}'`)
/** A folded text as it is searched (`searchable`). */
const withoutMarks = (text: SQL) => sql<string>`translate(${text}, ${marks}, '')`
/** The texts of some columns as they are searched, one after the other. */
export const foldedText = (...columns: (AnyPgColumn | SQL)[]) =>
  texts.find((one) => one.columns.length === columns.length && one.columns.every((column, at) => column === columns[at]))?.kept ??
  withoutMarks(joined(columns))
/** The words of some columns, letters and digits alone, as a GIN index has them; parts of words with an apostrophe or hyphen, and the whole. */
export const words = (...columns: (AnyPgColumn | SQL)[]) =>
  sql`to_tsvector('simple', regexp_replace(${joined(columns)} || ' ' || ${withoutMarks(joined(columns))}, '[^a-z0-9]+', ' ', 'g'))`
