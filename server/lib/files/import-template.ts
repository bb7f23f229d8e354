import type * as v from 'valibot'
import writeXlsx from 'write-excel-file/node'
import { choiceLabels, fieldKind, scaleOf } from '../../../src/contract/kernel/fields.ts'
import { labelOf } from '../../../src/contract/kernel/valibot-it.ts'

/** How a cell of the field is written, in words. */
function form(schema: v.GenericSchema): string {
  const needed = !(schema as { wrapped?: unknown }).wrapped
  const words = choiceLabels(schema)
  const inner = (schema as { wrapped?: v.GenericSchema }).wrapped ?? schema
  const type = ((inner as { wrapped?: v.GenericSchema }).wrapped ?? inner).type
  const kind = words
    ? Object.values(words).join(' / ')
    : type === 'boolean'
      ? 'Sì / No'
      : fieldKind(schema) === 'day'
        ? 'gg/mm/aaaa'
        : type === 'number'
          ? scaleOf(schema) === 0
            ? 'numero intero'
            : 'numero, con la virgola'
          : 'testo'
  return needed ? `obbligatorio per i nuovi: ${kind}` : kind
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const bold = (value: string) => ({ value, type: String, fontWeight: 'bold' as const })
const text = (value: string) => ({ value, type: String })
/** The sheet to fill in: a column for each field, and a second page with help. `ways`: how fields are written that their type does not tell. */
export async function templateOf(fields: v.ObjectEntries, name: string, ways: Readonly<Record<string, string>> = {}) {
  const all = Object.values(fields) as v.GenericSchema[]
  const help = [
    [bold('Colonna'), bold('Come si compila')],
    ...(Object.entries(fields) as [string, v.GenericSchema][]).map(([key, schema]) => [
      text(labelOf(schema)!),
      text(ways[key] ?? form(schema)),
    ]),
    [text('Una cella vuota lascia il valore com’è; una colonna che manca, anche.'), null],
  ]
  const sheets = [
    { data: [all.map((schema) => bold(labelOf(schema)!))], columns: all.map(() => ({ width: 22 })), sheet: name },
    { data: help, columns: [{ width: 30 }, { width: 60 }], sheet: 'Come si compila' },
  ]
  const bytes = await writeXlsx(sheets as never).toBuffer()
  return { bytes, mime: XLSX, name: `Modello ${name.toLowerCase()}.xlsx` }
}

/** Lines that failed, under the headings of the template, with the reason of each in a last column, which an import does not read. */
export async function failedLines(fields: v.ObjectEntries, lines: readonly { values: Readonly<Record<string, string>>; reason: string }[]) {
  const given = new Set(lines.flatMap(({ values }) => Object.keys(values)))
  const names = Object.keys(fields).filter((name) => given.has(name))
  const data = [
    [...names.map((name) => bold(labelOf(fields[name] as v.GenericSchema)!)), bold('Errori')],
    ...lines.map(({ values, reason }) => [...names.map((name) => text(values[name] ?? '')), text(reason)]),
  ]
  const columns = [...names.map(() => ({ width: 22 })), { width: 60 }]
  const bytes = await writeXlsx([{ data, columns, sheet: 'Righe con errori' }] as never).toBuffer()
  return { bytes, mime: XLSX, name: 'righe-con-errori.xlsx' }
}
