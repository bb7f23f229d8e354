import fs from 'node:fs'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Db } from '../../../server/lib/core/db.ts'
import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import { resources } from '../../resources/registry.ts'
import { sample } from '../../values.ts'

export type Row = Record<string, unknown>
type Call = Endpoint & Named
export interface Listed {
  call: Call
  table: PgTable
  /** The columns that the list shows under their own names, each with the schema of its values. */
  shown: readonly { name: string; column: PgColumn; schema: v.GenericSchema }[]
}
/** Every table, by name. */
const tables = new Map<string, PgTable>()
for (const file of fs.readdirSync('server/db/schema', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')))
  for (const one of Object.values(await import(`../../../server/db/schema/${file}`)))
    if (is(one, PgTable)) tables.set(getTableConfig(one).name, one)

const entriesOf = (schema: unknown): Record<string, v.GenericSchema> | undefined => {
  const { entries, wrapped, item, type } = schema as {
    entries?: Record<string, v.GenericSchema>
    wrapped?: unknown
    item?: unknown
    type: string
  }
  if (entries && 'data' in entries && 'total' in entries) return entriesOf(entries.data)
  return entries ?? (type === 'array' ? entriesOf(item) : wrapped ? entriesOf(wrapped) : undefined)
}
/** Lists of the whole network, each with the table its rows are of. */
export const lists: readonly Listed[] = resources.flatMap(({ contract, history = {} }) => {
  const [name] = Object.values(history).filter((one) => typeof one === 'string')
  const table = name && tables.get(name as string)
  const call = (contract as Record<string, Call>).list
  if (!table || !call || call.method !== 'GET' || call.path.includes('{')) return []
  const { columns } = getTableConfig(table)
  const shown = Object.entries(entriesOf(call.output) ?? {}).flatMap(([key, schema]) => {
    const column = columns.find((one) => one.name === key)
    return column ? [{ name: key, column, schema }] : []
  })
  return [{ call, table, shown }]
})

/** Columns that an answer does not give as they are stored, or that are no value by themselves. */
const NOT_AS_STORED: Readonly<Record<string, string>> = {
  'cards.number': 'masked',
  'managements.iban': 'masked',
  'managers.residence': 'masked',
  'managers.identityCard': 'masked',
  'station_employees.residence': 'masked',
  'station_employees.identityCard': 'masked',
  'prices.updated_at': 'the last change of any price of the station',
}
const KEYS = /^(id|rev|uuid|client_uuid|created_by|updated_by|parent_id|position)$|_id$|_by$/
/** Values that no column has by default, each its own, of which the first is taken that the answer may hold. */
function candidates(column: PgColumn, schema: v.GenericSchema, at: number): unknown[] {
  const { columnType, dataType } = column
  const own: unknown[] =
    columnType === 'PgBoolean'
      ? [true, false].filter((one) => one !== column.default)
      : dataType === 'number'
        ? [40 + at, 4 + at / 8, at % 9, 1]
        : columnType === 'PgDateString'
          ? [`2031-03-${String(1 + (at % 28)).padStart(2, '0')}`]
          : columnType === 'PgCustomColumn'
            ? [`2031-06-${String(1 + (at % 28)).padStart(2, '0')}T22:1${at % 10}:00.000Z`]
            : [`è ${column.name} ${at}`]
  const drawn = [1, 2, 3, 4, 5].map((seed) => sample(v.object({ one: schema as never }), 'all', seed).one)
  return [...own, ...drawn].filter((one) => one !== null && one !== undefined && one !== column.default && v.safeParse(schema, one).success)
}
/** Fills every column of a row, as far as the database takes it, and gives what is in it then. */
export async function fill(db: Db, { table, shown }: Pick<Listed, 'table' | 'shown'>, id: number): Promise<Row> {
  const taken: Row = {}
  const foreign = new Set(getTableConfig(table).foreignKeys.flatMap((key) => key.reference().columns.map(({ name }) => name)))
  for (const [at, { name, column, schema }] of shown.entries()) {
    if (KEYS.test(name) || foreign.has(name) || NOT_AS_STORED[`${getTableConfig(table).name}.${name}`]) continue
    for (const value of candidates(column, schema, at)) {
      await db.execute(sql`savepoint one`)
      try {
        await db
          .update(table)
          .set({ [name]: value })
          .where(sql`id = ${id}`)
        taken[name] = value
        break
      } catch {
        await db.execute(sql`rollback to savepoint one`)
      }
    }
  }
  return taken
}
