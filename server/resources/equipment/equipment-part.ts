import { and, eq } from 'drizzle-orm'
import type { PieceKind } from '../../../src/contract/equipment/equipment-words.ts'
import { type ExpirationSubject, type ExpirationType, monthsOf, type Periodicity } from '../../../src/contract/expirations/words.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import { files } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { refuse } from '../../lib/core/problem.ts'
import { cancelExpirationsAbout, syncExpiration } from '../expirations/sync-expiration.ts'
import { type Part, type PartOptions, partOn, type PartRow as Row } from '../stations/station-part.ts'

/** Something that is done again and again: `next` follows `last` by itself, and is an expiration. */
export interface Check {
  last: string
  next: string
  type: ExpirationType
  /** 'Controllo' */
  what: string
  /** Undefined where that is not known. */
  months: (row: Row) => number | undefined
  /** From when the first is counted, where none was done yet. */
  since?: (row: Row) => string | undefined
}
const periodicityOf = (months: number | undefined) =>
  (Object.entries(monthsOf) as [Periodicity, number][]).find(([, one]) => one && one === months)?.[0] ?? 'once'

/** `given` over `before`, with the next day of each check moved by who tells of the last one and of no next (domain.md 1.2.1, 1.2.3). */
export function withNext(checks: readonly Check[], given: Row, before?: Row): Row {
  const row = { ...before, ...given }
  const moved = checks.flatMap(({ last, next, months, since }) => {
    const told = row[next] && row[next] !== before?.[next]
    const done = row[last] && row[last] !== before?.[last] && given[last] !== undefined
    const from = done ? row[last] : before || row[last] ? undefined : since?.(row)
    const every = months(row)
    return told || !from || !every ? [] : [[next, addMonths(from, every)]]
  })
  return { ...given, ...Object.fromEntries(moved) }
}
const isOut = ({ status, active }: Row) => status === 'dismesso' || active === false
/** Makes, moves or cancels the expirations of a row; of one that is out of use nothing is due. `say`: which one it is. */
export async function keepChecks(
  kind: ExpirationSubject,
  checks: readonly Check[],
  row: Row,
  say: string,
  context: Context,
): Promise<void> {
  for (const { next, type, what, months } of checks)
    await syncExpiration(
      {
        ...{ subject_type: kind, subject_id: row.id, field: next, type, station_id: row.station_id, date: isOut(row) ? null : row[next] },
        message: `${what}: ${say}`.slice(0, 500),
        periodicity: periodicityOf(months(row)),
      },
      context,
    )
}

interface EquipmentOptions<T extends Part> extends Omit<PartOptions<T>, 'model'> {
  kind: PieceKind
  /** Asked for where they stand in the settings. */
  checks?: readonly Check[] | ((context: Context) => Promise<readonly Check[]>)
  /** What one is called in a list. */
  say: (row: Row) => string
  /** Sentences, by field, of what does not go together; `before` is undefined for a new one. */
  rules?: (row: Row, context: Context, before: Row) => Promise<Record<string, string | undefined>> | Record<string, string | undefined>
  /** What is always so, whoever writes what. */
  settle?: (row: Row, context: Context, given: Row, before: Row) => object
}
/** The handlers of a kind of equipment: those of what stands on a station, its rules, and its next days kept as expirations. `rows`: of all stations. */
export function piecesOn<T extends Part>(contract: Record<string, Endpoint>, table: T, options: EquipmentOptions<T>) {
  const { kind, checks = [], say, rules, settle, ...rest } = options
  const checksOf = async (context: Context) => (typeof checks === 'function' ? checks(context) : checks)
  const keep = async (row: Row, context: Context) => {
    const known = await checksOf(context)
    if (known.length) await keepChecks(kind as ExpirationSubject, known, row, say(row), context)
    return row
  }
  async function ready(given: Row, context: Context, before?: Row) {
    const wanted = withNext(await checksOf(context), given, before)
    const row = { ...before, ...wanted }
    refuse((await rules?.(row, context, before)) ?? {})
    return { ...wanted, ...settle?.(row, context, wanted, before) }
  }
  const { handlers: part, rows } = partOn(contract, table, { ...rest, model: kind, prepare: ready } as PartOptions<T>)
  const handlers = {
    list: part.list as (...given: Parameters<typeof part.list>) => Promise<Row>,
    async create(input: Row, context: Context): Promise<Row> {
      return keep(await part.create(input, context), context)
    },
    async update(input: Row, context: Context): Promise<Row> {
      return keep(await part.update(input, context), context)
    },
    async remove(input: { stationId?: number; id: number }, context: Context): Promise<undefined> {
      await part.remove(input, context)
      await cancelExpirationsAbout(kind as ExpirationSubject, input.id, context)
      await context.db.delete(files).where(and(eq(files.owner_type, kind), eq(files.owner_id, input.id)))
    },
  }
  return { handlers, rows }
}
export const equipmentOn = <T extends Part>(contract: Record<string, Endpoint>, table: T, options: EquipmentOptions<T>) =>
  piecesOn(contract, table, options).handlers
export const SERIAL_TAKEN = 'Matricola già presente per questo punto vendita.'
