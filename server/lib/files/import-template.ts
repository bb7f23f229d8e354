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

/** The sheet to fill in: a column for each field, and a second page with help. `ways`: how fields are written that their type does not tell. */
export async function templateOf(fields: v.ObjectEntries, name: string, ways: Readonly<Record<string, string>> = {}) {
  const all = Object.values(fields) as v.GenericSchema[]
  const bold = (value: string) => ({ value, type: String, fontWeight: 'bold' as const })
  const text = (value: string) => ({ value, type: String })
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
  return { bytes, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: `Modello ${name.toLowerCase()}.xlsx` }
}
