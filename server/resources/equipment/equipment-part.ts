import { and, eq } from 'drizzle-orm'
import type { PieceKind } from '../../../src/contract/equipment/piece-kinds.ts'
import { type ExpirationSubject, type ExpirationType, monthsOf, type Periodicity } from '../../../src/contract/expirations/words.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { pieceFaults } from '../../../src/rules/equipment/piece-faults.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import { files } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { refuse } from '../../lib/core/problem.ts'
import { cancelExpirationsAbout, syncExpiration } from '../expirations/sync-expiration.ts'
import { type Part, type PartOptions, partOn, type PartRow as Row } from '../stations/station-part.ts'

/** A periodic check: the field `next` follows from `last` and is kept as an expiration. */
export interface Check {
  last: string
  next: string
  type: ExpirationType
  /** 'Controllo' */
  what: string
  /** Interval in months; undefined if unknown. */
  months: (row: Row) => number | undefined
  /** Day from which the first check counts, if none was done yet. */
  since?: (row: Row) => string | undefined
}
const periodicityOf = (months: number | undefined) =>
  (Object.entries(monthsOf) as [Periodicity, number][]).find(([, one]) => one && one === months)?.[0] ?? 'once'

/** Adds the next day of each check to `given`, if the last day changed and no next day was entered. */
export function withNextDates(checks: readonly Check[], given: Row, before?: Row): Row {
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
export const NOT_AFTER = 'Deve essere dopo l’ultima data eseguita.'
/** An error at each next day that is not after the last one. What was stored so before this rule does not hold up another change. */
export const nextDayErrors = (checks: readonly Pick<Check, 'last' | 'next'>[], row: Row, before?: Row): Record<string, string> =>
  Object.fromEntries(
    checks
      .filter(({ last, next }) => row[last] && row[next] && row[next] <= row[last])
      .filter(({ last, next }) => row[last] !== before?.[last] || row[next] !== before?.[next])
      .map(({ next }) => [next, NOT_AFTER]),
  )
const isOutOfUse = ({ status, active }: Row) => status === 'dismesso' || active === false
/** Creates, moves or cancels the expirations of a row. A row out of use has none. `label` names the row. */
export async function syncCheckExpirations(
  kind: ExpirationSubject,
  checks: readonly Check[],
  row: Row,
  label: string,
  context: Context,
): Promise<void> {
  for (const { next, type, what, months } of checks)
    await syncExpiration(
      {
        ...{
          subject_type: kind,
          subject_id: row.id,
          field: next,
          type,
          station_id: row.station_id,
          date: isOutOfUse(row) ? null : row[next],
        },
        message: `${what}: ${label}`.slice(0, 500),
        periodicity: periodicityOf(months(row)),
      },
      context,
    )
}

interface EquipmentOptions<T extends Part> extends Omit<PartOptions<T>, 'model'> {
  kind: PieceKind
  /** Periodic checks, or a function that reads them from the settings. */
  checks?: readonly Check[] | ((context: Context) => Promise<readonly Check[]>)
  /** Label of a row in a list. */
  labelOf: (row: Row) => string
  /** Errors by field; `before` is undefined for a new row. */
  rules?: (row: Row, context: Context, before: Row) => Promise<Record<string, string | undefined>> | Record<string, string | undefined>
  /** Values that the server derives on every write. */
  derive?: (row: Row, context: Context, given: Row, before: Row) => object
}
/** Handlers of a kind of equipment: those of `partOn`, with its rules, and its next checks kept as expirations. `rows` reads across stations. */
export function piecesOn<T extends Part>(contract: Record<string, Endpoint>, table: T, options: EquipmentOptions<T>) {
  const { kind, checks = [], labelOf, rules, derive, ...rest } = options
  const checksOf = async (context: Context) => (typeof checks === 'function' ? checks(context) : checks)
  const syncExpirations = async (row: Row, context: Context) => {
    const known = await checksOf(context)
    if (known.length) await syncCheckExpirations(kind as ExpirationSubject, known, row, labelOf(row), context)
    return row
  }
  async function prepare(given: Row, context: Context, before?: Row) {
    const known = await checksOf(context)
    const wanted = withNextDates(known, given, before)
    const row = { ...before, ...wanted }
    refuse({ ...nextDayErrors(known, row, before), ...(await rules?.(row, context, before)), ...pieceFaults(kind, row, before) })
    return { ...wanted, ...derive?.(row, context, wanted, before) }
  }
  const { handlers: part, rows } = partOn(contract, table, { ...rest, model: kind, prepare } as PartOptions<T>)
  const handlers = {
    list: part.list as (...given: Parameters<typeof part.list>) => Promise<Row>,
    async create(input: Row, context: Context): Promise<Row> {
      return syncExpirations(await part.create(input, context), context)
    },
    async update(input: Row, context: Context): Promise<Row> {
      return syncExpirations(await part.update(input, context), context)
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
