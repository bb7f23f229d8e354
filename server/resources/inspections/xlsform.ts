import writeXlsx from 'write-excel-file/node'
import type { FormPreview, Model } from '../../../src/contract/inspections/models.ts'
import { firstFreeName } from '../../domain/inspections/model-definition.ts'
import { type ReadForm, readXlsForm } from '../../domain/inspections/xlsform/read-form.ts'
import { writeXlsForm } from '../../domain/inspections/xlsform/write-form.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { sheetMimes } from '../../lib/files/export-file.ts'
import type { Upload } from '../../lib/files/files.ts'
import { readPages, type SheetCell, tooManyLines } from '../../lib/files/spreadsheet.ts'

/** A model has at most 500 questions; their options, and the lists that nobody uses, are more. */
const MAX_LINES = 3_000
/** Names and conditions are read as a program would: `1.5` and not `1,5`. */
const plainText = (cell: SheetCell) => (typeof cell === 'string' ? cell : 'day' in cell ? cell.day : String(cell.number))

/** @throws 415 for another kind of file, 422 for one that is no XLSForm */
export async function readFormFile(files: readonly Upload[], { user }: Context): Promise<ReadForm> {
  const [file] = files
  if (!file) throw problem.noFiles()
  const pages = await readPages(file, MAX_LINES, String(user.id))
  if (pages.some(({ rows }) => rows.length > MAX_LINES + 1)) throw tooManyLines(MAX_LINES)
  const form = readXlsForm(
    pages.map(({ name, rows }) => ({ name: name ?? '', rows: rows.map((cells) => cells.map(plainText)) })),
    file.name,
  )
  if (!form) throw problem.unprocessable('Il file non è un XLSForm: manca il foglio «survey» con la colonna «type».')
  if (!form.rows.length) throw problem.unprocessable('Il foglio «survey» è vuoto.')
  return form
}
/** The model under a code and a name that are free. */
export function previewOf({ model, lost }: ReadForm, others: readonly { code: string; name: string }[]): FormPreview {
  const codes = others.map(({ code }) => code)
  const names = others.map(({ name }) => name)
  const code = firstFreeName(codes, (n) => (n === 1 ? model.code : `${model.code.slice(0, 16)}-${n}`))
  const name = firstFreeName(names, (n) => (n === 1 ? model.name : `${model.name.slice(0, 112)} (${n})`))
  const sections = model.categories ?? []
  const questions = sections.reduce((sum, section) => sum + (section.questions?.length ?? 0), 0)
  return { model: { ...model, code, name }, sections: sections.length, questions, lost }
}

/** A model as a workbook of three sheets. */
export async function formFile(model: Model) {
  const sheets = writeXlsForm(model).map(({ name, rows }) => ({
    sheet: name,
    data: rows.map((cells) => cells.map((value) => (value ? { value, type: String } : null))),
  }))
  const bytes = await writeXlsx(sheets as never).toBuffer()
  return { bytes, mime: sheetMimes.xlsx, name: `XLSForm ${model.code}.xlsx` }
}
