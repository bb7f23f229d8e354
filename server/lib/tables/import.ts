import { and, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Checked, CheckedLine, Sheet, StartedSheet } from '../../../src/contract/kernel/importing.ts'
import { type FieldReading, readField } from '../../../src/contract/kernel/read-field.ts'
import { fieldErrors, labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { problem } from '../core/problem.ts'
import type { JobContext, PlannedRow } from '../jobs/job-kind.ts'

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
  /** What a line gives that would not be stored, by field: why, and the ways out. */
  lost?: (given: Values, record: any) => Record<string, Unclear>
  /** True if the person may create records. */
  makes: (user: JobContext['user']) => boolean
  /** Selects the records the person may change. */
  scope: (user: JobContext['user']) => SQL | undefined
}
type Asks = NonNullable<CheckedLine['asks']>
/** Why the cell of a field has no one value, and what a person may choose. */
export interface Unclear {
  sentence: string
  asks?: Asks[string]
}
/** What is to be said of a cell that has no one value; undefined if it has. `cell`: such as `G2`. */
function unclear(name: string, reading: FieldReading, text: string, cell: string | undefined): Unclear | undefined {
  if (reading.kind === 'ambiguous')
    return {
      sentence: `«${text.trim()}» si può leggere in due modi: scegli quale.`,
      asks: reading.meanings.map((meaning) => ({ ...meaning, field: name })),
    }
  if (reading.kind !== 'refused') return undefined
  const { sentence, unreadable } = reading
  if (!unreadable) return { sentence }
  return { sentence: cell ? `Cella ${cell}: ${sentence}` : `${sentence[0]!.toUpperCase()}${sentence.slice(1)}` }
}
type Asked = Pick<JobContext, 'db' | 'user'>

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
/** The cells of a line as values, parsed as they will be stored, so that a code is found in any spelling; and what is not clear, by field. */
export function readLine(fields: v.ObjectEntries, { columns, letters }: Omit<Sheet, 'lines'>, { line, cells }: Sheet['lines'][number]) {
  const values: Values = {}
  const doubts: Record<string, Unclear> = {}
  for (const [at, name] of columns.entries()) {
    const field = fields[name] as v.GenericSchema | undefined
    if (!field) continue
    const text = cells[at] ?? ''
    const reading = readField(field, text)
    const doubt = unclear(name, reading, text, letters?.[at] && `${letters[at]}${line}`)
    if (doubt) doubts[name] = doubt
    if (reading.kind !== 'value') continue
    const parsed = v.safeParse(field, reading.value)
    values[name] = (parsed.success ? parsed.output : reading.value) as Value
  }
  return { values, doubts }
}
/** Compares lines with the existing records. An empty cell leaves the value as it is; in a new record it gets the default. */
export async function judge(kind: Importable, { lines, ...sheet }: Sheet, asked: Asked): Promise<Judged[]> {
  const { fields, key, uniques, rules, makes, lost } = kind
  const schema = v.object(fields)
  const read = lines.map((line) => readLine(fields, sheet, line))
  const given = read.map(({ values }) => values)
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
    const record = parsed.success ? (parsed.output as Record<string, Value>) : undefined
    const doubts = { ...(record && lost?.(values, record)), ...read[at]!.doubts }
    const errors = {
      ...(parsed.success ? {} : fieldErrors(schema, parsed.issues)),
      ...Object.fromEntries(Object.entries(doubts).map(([name, { sentence }]) => [name, sentence])),
    }
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
    if (Object.keys(errors).length) return { line, cells, state: 'errore', changes: [], errors, ...asksOf(doubts) }
    const changes = Object.keys(values)
      .filter((name) => before && (before[name] ?? null) !== (record![name] ?? null))
      .map((field) => ({ field, before: (before![field] ?? null) as Value, after: record![field] ?? null }))
    const state = !before ? 'nuovo' : changes.length ? 'modificato' : 'uguale'
    return { line, cells, state, changes, errors, record: record!, ...(before && { before }) }
  })
}
export function asksOf(doubts: Readonly<Record<string, Unclear>>): { asks?: Asks } {
  const asks = Object.entries(doubts).flatMap(([name, doubt]) => (doubt.asks ? [[name, doubt.asks] as const] : []))
  return asks.length ? { asks: Object.fromEntries(asks) } : {}
}
/** The answer to the person, without what is for the job alone. */
export const checked = (
  { columns, letters }: Omit<Sheet, 'lines'>,
  judged: readonly Judged[],
  { unknown = [], notes = [] }: { unknown?: readonly string[]; notes?: readonly string[] } = {},
): Checked => ({
  columns: [...columns],
  ...(letters && { letters: [...letters] }),
  lines: judged.map(({ line, cells, state, changes, errors, asks }) => ({ line, cells, state, changes, errors, ...(asks && { asks }) })),
  unknown: [...unknown],
  notes: [...notes],
})

/** Data of the job row of a line: its texts by field; `reason` and `final` where it was left out. */
export interface ImportedLine {
  line: number
  values: Record<string, string>
  reason?: string
  final?: true
}
/** The rows of the job of an import in the order of the sheet. A line that is left out is one too, so that nobody must remember which. */
export function plannedLines(
  { columns, lines, left }: StartedSheet,
  about: (values: Record<string, string | undefined>) => string,
): PlannedRow<ImportedLine>[] {
  const all: (StartedSheet['lines'][number] & { reason?: string })[] = [...lines, ...left]
  return all
    .sort((a, b) => a.line - b.line)
    .map(({ line, cells, reason }) => {
      const values = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))
      return {
        label: `Riga ${line} · ${about(values)}`.trim(),
        data: { line, values, ...(reason !== undefined && { reason, final: true }) },
      }
    })
}
/** A line as a sheet of its own. @throws 422 with its reason if it was left out */
export function lineSheet({ line, values, reason }: ImportedLine): Sheet {
  if (reason !== undefined) throw problem.unprocessable(`Non importata: ${reason}`, { final: true })
  return { columns: Object.keys(values), lines: [{ line, cells: Object.values(values) }] }
}
