import * as v from 'valibot'
import { get, post } from './endpoint.ts'
import { Job } from './jobs.ts'
import type { PolicyName } from './policies.ts'

/** Lines of a sheet at most, its heading aside. */
export const IMPORT_LINES = 5_000
/** What becomes of a line: `errore` stays out. */
export const lineStates = { errore: 'Errore', nuovo: 'Nuovo', modificato: 'Modificato', uguale: 'Uguale' } as const
export type LineState = keyof typeof lineStates
/** Cells as they are written, by the order of the columns; an empty one leaves the value as it is. */
const cells = v.pipe(v.array(v.pipe(v.string(), v.maxLength(10_000))), v.maxLength(100))
const Line = v.object({
  /** Of the sheet, its heading is 1. */
  line: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1_000_000)),
  cells,
})
export type Line = v.InferOutput<typeof Line>
const Sheet = v.object({
  /** Names of fields, by the order of the cells. */
  columns: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1), v.maxLength(100)),
  lines: v.pipe(v.array(Line), v.minLength(1), v.maxLength(IMPORT_LINES)),
})
export type Sheet = v.InferOutput<typeof Sheet>
const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))
export const CheckedLine = v.object({
  line: v.number(),
  cells: v.array(v.string()),
  state: v.picklist(Object.keys(lineStates) as LineState[]),
  /** Of a line that changes a record: by field, what is there and what would be. */
  changes: v.array(v.object({ field: v.string(), before: value, after: value })),
  /** One sentence a field; under '' those of the line. */
  errors: v.record(v.string(), v.string()),
})
export type CheckedLine = v.InferOutput<typeof CheckedLine>
const Checked = v.object({
  columns: v.array(v.string()),
  lines: v.array(CheckedLine),
  /** Headings that are no field: their cells are left out. */
  unknown: v.array(v.string()),
})
export type Checked = v.InferOutput<typeof Checked>

/**
 * The calls that take a sheet of records in: its form to fill in; a file, read and compared with what is there (nothing is written); the same of lines put right
 * by hand; and the job that writes those that are right.
 */
export const importing = <const P extends string>(path: P, policy: PolicyName) => ({
  template: get(`${path}/import/template` as const, { envelope: 'blob', policy }),
  read: post(`${path}/import/read` as const, { files: true, spool: true, output: Checked, success: [200], policy }),
  check: post(`${path}/import/check` as const, { body: Sheet, output: Checked, success: [200], policy }),
  start: post(`${path}/import` as const, { body: Sheet, output: Job, ok: 'Importazione avviata', policy }),
})
