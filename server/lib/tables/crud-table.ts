import { eq, getTableColumns, inArray, isNull, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { choiceLabels } from '../../../src/contract/kernel/fields.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { inWords } from '../../db/folded.ts'
import type { Context } from '../core/context.ts'
import { rowsOf } from './children.ts'

/** Columns that are computed beside those of the table. */
export type Beside = Record<string, SQL>
export type Columns<T extends PgTable> = Extract<keyof T['_']['columns'], string>
type Sentences = Record<string, readonly [field: string, sentence: string]>

export interface CrudOptions<T extends PgTable, R extends Beside, X extends Beside, C extends string> {
  /** Name in the history. */
  model: HistoryModel
  search: readonly Columns<T>[]
  /** Columns that never leave the table: no answer, no refusal and no history has them. */
  hidden?: readonly Columns<T>[]
  /** Allowed sorts; the first is the default. */
  sort: readonly (Columns<T> | Extract<keyof NoInfer<R>, string>)[]
  /** Fields of a list's row beside its columns; a record has them too. */
  row?: R
  /** Fields of a record beside its columns. */
  record?: X
  /** Lists in the body that are rows of their own: the column in which these name their record. */
  children?: Record<C, AnyPgColumn>
  /** By list of children, a number that is unique among all of them: two rows may swap theirs. */
  numbered?: Record<string, AnyPgColumn>
  /** Condition of the rows that a person may reach at all. */
  scope?: (context: Context) => SQL | undefined
  /** Choices that no input has, such as a state that only steps change, by the words they are shown as. */
  words?: Record<string, Readonly<Record<string, string>>>
  /** Filters of the list that are more than equality with the column of their name. */
  filters?: Record<string, (value: any, context: Context) => SQL | undefined>
  /** Sentences by name of the constraint, where the usual ones (must be unique, must exist) do not do. */
  sentences?: Sentences
  /** Columns whose rows prevent a record from being deleted, with the sentence that says how many there are. */
  inUse?: readonly (readonly [column: AnyPgColumn, say: (count: number) => string])[]
}

/** A table with all that its handlers need to know of it. */
export type CrudTable = ReturnType<typeof crudTable>

/** Puts together what a contract, a table and the options say. */
export function crudTable(contract: Record<string, Endpoint>, table: PgTable, options: CrudOptions<any, Beside, Beside, string>) {
  const columns = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !options.hidden?.includes(name as never)))
  const column = (name: string) => columns[name]!
  const id = column('id')
  const fields = (contract.create ?? contract.update)?.body?.entries ?? {}
  const children = Object.entries<AnyPgColumn>(options.children ?? {})
  const childRows = Object.fromEntries(children.map(([name, owner]) => [name, rowsOf(owner, id)]))
  const row = { ...columns, ...options.row } as Record<string, AnyPgColumn>
  /** A column as it is read on screen: a choice by its words. */
  const asRead = (name: string): AnyPgColumn | SQL => {
    const words = options.words?.[name] ?? (fields[name] && choiceLabels(fields[name]))
    return words ? inWords(column(name), words) : row[name]!
  }
  return {
    ...{ table, id, columns, children, row },
    model: options.model,
    /** Values computed from children stand under the children's name. */
    record: { ...columns, ...childRows, ...options.row, ...options.record } as Record<string, AnyPgColumn>,
    alive: columns.deleted_at ? isNull(columns.deleted_at) : undefined,
    scope: options.scope,
    numbered: options.numbered,
    inUse: options.inUse ?? [],
    sorts: Object.fromEntries(options.sort.map((name) => [name, asRead(name)])),
    searched: options.search.map(asRead),
    filters: filtersOf(contract, columns, options.filters ?? {}),
    sentences: { ...sentencesOf(table, (field) => (fields[field] && labelOf(fields[field])) ?? field), ...options.sentences },
    /** The part of an input that is stored in the table's own columns. */
    own: (input: any) => Object.fromEntries(Object.entries(input).filter(([key]) => key in columns && !['id', 'rev'].includes(key))),
  }
}

/** The filters of the list: their names, and their conditions for an input. */
function filtersOf(
  contract: Record<string, Endpoint>,
  columns: Record<string, AnyPgColumn>,
  special: NonNullable<CrudOptions<any, Beside, Beside, string>['filters']>,
) {
  const names = Object.keys(contract.list?.query?.entries ?? {}).filter((name) => special[name] ?? name in columns)
  const conditions = (input: any, context: Context) =>
    names.map((name) => {
      const value = input[name]
      if (value === undefined) return undefined
      if (special[name]) return special[name](value, context)
      return Array.isArray(value) ? (value.length ? inArray(columns[name]!, value) : undefined) : eq(columns[name]!, value)
    })
  return { names, conditions }
}

/** PostgreSQL cuts longer names of constraints. */
const NAME_LENGTH = 63
/** The sentences of what must be unique and of what must exist, from the labels of the contract. */
function sentencesOf(table: PgTable, labels: (field: string) => string): Sentences {
  const entries = Object.entries(getTableColumns(table))
  const fieldOf = (column: { name: string }) => entries.find(([, one]) => one.name === column.name)![0]
  const uniques = entries.flatMap(([field, { isUnique, uniqueName }]) =>
    isUnique ? [[uniqueName!, [field, messages.unique(labels(field))] as const] as const] : [],
  )
  const references = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns } = key.reference()
    return columns.length === 1
      ? [[key.getName().slice(0, NAME_LENGTH), [fieldOf(columns[0]!), messages.exists(labels(fieldOf(columns[0]!)))] as const] as const]
      : []
  })
  return Object.fromEntries([...references, ...uniques])
}
