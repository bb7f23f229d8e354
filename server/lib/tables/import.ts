import { and, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { choiceLabels, fieldKind, scaleOf } from '../../../src/contract/kernel/fields.ts'
import type { Checked, CheckedLine, Line, Sheet } from '../../../src/contract/kernel/importing.ts'
import { fieldErrors, labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { fold } from '../../../src/rules/shared/fold.ts'
import type { JobContext } from '../jobs/job-kind.ts'

type Value = string | number | boolean | null
type Values = Record<string, Value>
/** A kind of record that can be imported from a sheet: its fields, and the one that identifies the record of a line. */
export interface Importable {
  table: PgTable
  fields: v.ObjectEntries
  key: string
  /** Unique fields besides the key. */
  uniques: readonly string[]
  /** Error sentences by field: rules between fields, and what this person may change in the record as it is. */
  rules: (record: any, before: any, user: JobContext['user']) => Record<string, string | undefined>
  /** True if the person may create records. */
  makes: (user: JobContext['user']) => boolean
  /** Selects the records the person may change. */
  scope: (user: JobContext['user']) => SQL | undefined
}
type Asked = Pick<JobContext, 'db' | 'user'>

const plain = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
/** The field of each heading, by label or name in any spelling; of two headings for one field the first counts. */
export function fieldsOf(headings: readonly string[], fields: v.ObjectEntries) {
  const byName = new Map(
    Object.entries(fields).flatMap(([name, schema]) =>
      [name, labelOf(schema as v.GenericSchema)!].map((one) => [plain(one), name] as const),
    ),
  )
  const found = headings.map((heading) => byName.get(plain(heading)))
  return found.map((name, at) => (name && found.indexOf(name) === at ? name : undefined))
}

const YES = ['si', 'x', 'vero', 'true', '1']
const NO = ['no', 'falso', 'false', '0']
const standsFor = (schema: v.GenericSchema): v.GenericSchema => {
  const { wrapped } = schema as { wrapped?: v.GenericSchema }
  return wrapped ? standsFor(wrapped) : schema
}
/** The value of a cell for its field. What cannot be read stays as it is written, for the field to refuse. */
export function cellValue(schema: v.GenericSchema, text: string): Value {
  const words = choiceLabels(schema)
  const said = plain(text)
  if (words) return Object.entries(words).find(([value, word]) => plain(word) === said || plain(value) === said)?.[0] ?? text
  const { type } = standsFor(schema)
  if (type === 'number') {
    // A point separates thousands if there is a comma, or if the field takes whole numbers alone.
    const number = text.includes(',') || scaleOf(schema) === 0 ? text.replaceAll('.', '').replace(',', '.') : text
    return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text
  }
  if (type === 'boolean') return YES.includes(said) ? true : NO.includes(said) ? false : text
  const date = fieldKind(schema) === 'day' && /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  return date ? `${date[3]}-${date[2]!.padStart(2, '0')}-${date[1]!.padStart(2, '0')}` : text
}

/** Existing records by the values of the key and of each unique field that the lines name. */
async function stored({ table, key, uniques }: Importable, values: readonly Values[], { db }: Asked) {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const holders = new Map<string, Map<Value, any>>()
  for (const name of [key, ...uniques]) {
    const wanted = [...new Set(values.flatMap((one) => (one[name] === undefined || one[name] === null ? [] : [one[name]])))]
    const rows: any[] = wanted.length
      ? await db
          .select()
          .from(table as PgTable)
          .where(inArray(columns[name]!, wanted))
      : []
    holders.set(name, new Map(rows.map((row) => [row[name], row])))
  }
  return holders
}
/** The ids of those records that this person may change. */
async function within({ table, scope }: Importable, records: readonly { id: number }[], { db, user }: Asked): Promise<ReadonlySet<number>> {
  const { id } = getTableColumns(table) as Record<string, AnyPgColumn>
  const ids = records.map((record) => record.id)
  if (!ids.length) return new Set()
  const rows = await db
    .select({ id: id! })
    .from(table as PgTable)
    .where(and(inArray(id!, ids), scope(user)))
  return new Set(rows.map((row) => row.id as number))
}

export interface Judged extends CheckedLine {
  /** The whole record after the import; absent if there are errors. */
  record?: Record<string, unknown>
  /** The record before the import. */
  before?: Record<string, any>
}
/** Compares lines with the existing records. An empty cell leaves the value as it is; in a new record it gets the default. */
export async function judge(kind: Importable, { columns, lines }: Sheet, asked: Asked): Promise<Judged[]> {
  const { fields, key, uniques, rules, makes } = kind
  const schema = v.object(fields)
  const given = lines.map(({ cells }) => {
    const values: Values = {}
    for (const [at, name] of columns.entries()) {
      const text = (cells[at] ?? '').trim()
      const field = fields[name] as v.GenericSchema | undefined
      if (!field || !text) continue
      const value = cellValue(field, text)
      // Parsed as it will be stored, so that a code is found in any spelling.
      const parsed = v.safeParse(field, value)
      values[name] = (parsed.success ? parsed.output : value) as Value
    }
    return values
  })
  const holders = await stored(kind, given, asked)
  const known = [...holders.get(key)!.values()].filter(({ deleted_at }) => !deleted_at)
  const mine = await within(kind, known, asked)
  /** By field and value, the first line that has it. */
  const first = new Map<string, Map<Value, number>>([key, ...uniques].map((name) => [name, new Map()]))
  return lines.map(({ line, cells }, at) => {
    const values = given[at]!
    const before = known.find((record) => record[key] === values[key])
    const standing = before && Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]]))
    const parsed = v.safeParse(schema, { ...standing, ...values })
    const errors: Record<string, string> = parsed.success ? {} : fieldErrors(schema, parsed.issues)
    const record = parsed.success ? (parsed.output as Record<string, Value>) : undefined
    for (const [name, sentence] of Object.entries(record ? rules(record, before, asked.user) : {})) if (sentence) errors[name] ??= sentence
    if (before && !mine.has(before.id)) errors[key] = 'Non puoi modificare questo record.'
    if (!before && !makes(asked.user)) errors[key] ??= 'Non puoi creare nuovi record.'
    for (const [name, seen] of first) {
      const value = values[name]
      if (value === undefined || value === null) continue
      const earlier = seen.get(value)
      const holder = holders.get(name)!.get(value)
      if (earlier !== undefined) errors[name] ??= `Lo stesso valore è già alla riga ${earlier}.`
      else if (holder && holder.id !== before?.id) errors[name] ??= messages.unique(labelOf(fields[name] as v.GenericSchema)!)
      seen.set(value, earlier ?? line)
    }
    if (Object.keys(errors).length) return { line, cells, state: 'errore', changes: [], errors }
    const changes = Object.keys(values)
      .filter((name) => before && (before[name] ?? null) !== (record![name] ?? null))
      .map((field) => ({ field, before: (before![field] ?? null) as Value, after: record![field] ?? null }))
    const state = !before ? 'nuovo' : changes.length ? 'modificato' : 'uguale'
    return { line, cells, state, changes, errors, record: record!, ...(before && { before }) }
  })
}
/** The answer to the person, without what is for the job alone. */
export const checked = (columns: readonly string[], judged: readonly Judged[], unknown: readonly string[] = []): Checked => ({
  columns: [...columns],
  lines: judged.map(({ line, cells, state, changes, errors }) => ({ line, cells, state, changes, errors })),
  unknown: [...unknown],
})
/** The lines of a sheet that are not empty, the fields of its columns, and the headings that belong to no field. */
export function sheetOf(rows: readonly string[][], fields: v.ObjectEntries): Sheet & { unknown: string[] } {
  const [headings = [], ...rest] = rows
  const names = fieldsOf(headings, fields)
  const kept = names.flatMap((name, at) => (name ? [at] : []))
  const lines: Line[] = rest.flatMap((row, at) =>
    kept.some((column) => row[column]?.trim()) ? [{ line: at + 2, cells: kept.map((column) => row[column] ?? '') }] : [],
  )
  return {
    columns: kept.map((at) => names[at]!),
    lines,
    unknown: headings.filter((heading, at) => heading.trim() && !names[at]),
  }
}
