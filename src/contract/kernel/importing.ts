import * as v from 'valibot'
import { get, post } from './endpoint.ts'
import { Job } from './jobs.ts'
import type { PolicyName } from './policies.ts'

/** Maximum lines of a sheet, without its heading. */
export const IMPORT_LINES = 5_000
/** Effect of a line; `errore` is not imported. */
export const lineStates = { errore: 'Errore', nuovo: 'Nuovo', modificato: 'Modificato', uguale: 'Uguale' } as const
export type LineState = keyof typeof lineStates
/** Cell texts in the order of the columns. An empty one leaves the value unchanged. */
const cells = v.pipe(v.array(v.pipe(v.string(), v.maxLength(10_000))), v.maxLength(100))
const Line = v.object({
  /** Line number in the sheet; the heading is 1. */
  line: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1_000_000)),
  cells,
})
export type Line = v.InferOutput<typeof Line>
const Sheet = v.object({
  /** Field names in the order of the cells. */
  columns: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1), v.maxLength(100)),
  /** Letters of the columns in the spreadsheet, so that an error can name its cell. */
  letters: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{0,3}$/))), v.maxLength(100))),
  lines: v.pipe(v.array(Line), v.minLength(1), v.maxLength(IMPORT_LINES)),
})
export type Sheet = v.InferOutput<typeof Sheet>
/** A sheet to be written, with the lines that are left out of it and why: the job names these too. */
const StartedSheet = v.object({
  ...Sheet.entries,
  left: v.optional(
    v.pipe(v.array(v.object({ ...Line.entries, reason: v.pipe(v.string(), v.maxLength(10_000)) })), v.maxLength(IMPORT_LINES)),
    [],
  ),
})
export type StartedSheet = v.InferOutput<typeof StartedSheet>
const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))
export const CheckedLine = v.object({
  line: v.number(),
  cells: v.array(v.string()),
  state: v.picklist(Object.keys(lineStates) as LineState[]),
  /** For a line that changes a record: the old and new value of each field. */
  changes: v.array(v.object({ field: v.string(), before: value, after: value })),
  /** One message per field; those of the whole line under ''. */
  errors: v.record(v.string(), v.string()),
  /** Ways out of an error by field, of which a person chooses one: each puts a text into a cell, of a further column if need be. */
  asks: v.optional(v.record(v.string(), v.array(v.object({ label: v.string(), field: v.string(), text: v.string() })))),
})
export type CheckedLine = v.InferOutput<typeof CheckedLine>
const Checked = v.object({
  columns: v.array(v.string()),
  lines: v.array(CheckedLine),
  letters: v.optional(v.array(v.string())),
  /** Headings that match no field; their cells are ignored. */
  unknown: v.array(v.string()),
  /** Sentences about the file: which sheet was read, what is hidden in it. */
  notes: v.array(v.string()),
})
export type Checked = v.InferOutput<typeof Checked>
/** Headings of a file that a person has assigned to a field. */
const Assigned = v.array(v.object({ heading: v.pipe(v.string(), v.maxLength(200)), field: v.pipe(v.string(), v.maxLength(60)) }))
export type Assigned = v.InferOutput<typeof Assigned>

/**
 * The calls that import a sheet of records: the empty template; a dry run that reads a file and compares it with the records; the same for
 * lines corrected by hand; and the job that writes the valid lines.
 */
export const importing = <const P extends string>(path: P, policy: PolicyName) => ({
  template: get(`${path}/import/template` as const, { envelope: 'blob', policy }),
  read: post(`${path}/import/read` as const, {
    files: true,
    spool: true,
    body: v.object({ assigned: v.optional(v.pipe(Assigned, v.maxLength(100)), []) }),
    output: Checked,
    success: [200],
    policy,
  }),
  check: post(`${path}/import/check` as const, { body: Sheet, output: Checked, success: [200], policy }),
  start: post(`${path}/import` as const, { body: StartedSheet, output: Job, ok: 'Importazione avviata', policy }),
})
