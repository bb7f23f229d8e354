import { and, type SQL, sql } from 'drizzle-orm'
import { searchable } from '../../../src/contract/kernel/fold.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import {
  COUNTED,
  search as contract,
  HITS,
  RECENT,
  SEARCH_LETTERS,
  type SearchKind,
  searchKinds,
} from '../../../src/contract/kernel/search.ts'
import type { User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { begins, hasBegin, wordsOf } from '../../lib/tables/table.ts'
import { found } from './search-kinds.ts'

/** The first records of a kind, with how many there are (`COUNTED`); undefined where none was asked for. Those opened lately come first, then those that begin with what is typed. */
function firstOf(kind: SearchKind, typed: string, recent: readonly string[], user: User): SQL | undefined {
  const { from, scope, matches, named, text, order, shown } = found[kind]
  const lately = named(recent)
  const wanted = typed ? matches(typed, user, lately) : lately
  if (!wanted) return undefined
  const best = [
    ...(lately ? [lately] : []),
    ...(typed ? [begins(text, searchable(typed)), and(...wordsOf(typed).map((word) => hasBegin(text, word)))!] : []),
  ].map((one) => sql`(${one}) desc, `)
  const columns = Object.entries(shown).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  return sql`(select json_agg(f) from (select ${sql.join(columns, sql`, `)}, least(count(*) over (), ${sql.raw(String(COUNTED + 1))})::int as total from ${from}
    where ${and(scope(user), wanted)} order by ${sql.join(best)}${order} limit ${sql.raw(String(typed ? HITS : RECENT))}) f) as ${sql.identifier(kind)}`
}

export default implement(contract, {
  async find({ search, recent = [] }, { db, user }) {
    const typed = wordsOf(search).join(' ').length < SEARCH_LETTERS ? '' : search.trim()
    const ids = (kind: string) => recent.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))
    const mine = (Object.keys(searchKinds) as SearchKind[]).filter((kind) => allows(searchKinds[kind].policy, user))
    const asked = mine.flatMap((kind) => firstOf(kind, typed, ids(kind), user) ?? [])
    if (!asked.length) return []
    const { rows } = await db.transaction(async (tx) => {
      // Planned once for all words: to plan its two dozen parts anew for each took as long as to carry them out.
      await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
      return (await tx.execute(sql`select ${sql.join(asked, sql`, `)}`)) as unknown as {
        rows: [Partial<Record<SearchKind, ({ total: number } & Record<string, unknown>)[] | null>>]
      }
    })
    return mine.flatMap((kind) => {
      const list = rows[0][kind]
      return list?.length ? [{ kind, total: list[0]!.total, hits: list.map((row) => found[kind].hit(row as never)) }] : []
    })
  },
})
