import type { Lost } from './lost-rows.ts'
import { leftovers } from './row-reading.ts'
import { languageOrder, ownOf, type SheetTexts, textIn, type XlsForm } from './sheets.ts'

const SHEETS = ['survey', 'choices', 'choices_and_columns', 'settings']
export const MAX_NAME = 120

/** What a form says of itself: title, code, and what only our own column says. */
export function aboutOf(form: XlsForm, fileName: string) {
  const [row] = form.settings
  const { ticket_category_id: _category, notification_group_id: _group, categories: _sections, ...own } = (row && ownOf(row)) ?? {}
  const stem = fileName.replace(/\.[a-z]+$/i, '')
  const name = ((row && textIn(row, 'form_title', [])) || stem || 'Modello').slice(0, MAX_NAME)
  const code = (row?.cells.form_id ?? name)
    .normalize('NFD')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .toUpperCase()
    .slice(0, 20)
  return { own, about: { name, code: code || 'MODELLO' } }
}
export function formLost(form: XlsForm, sheets: readonly SheetTexts[]): Omit<Lost, 'made'>[] {
  const [row] = form.settings
  const lost = sheets
    .filter(({ name, rows }) => rows.length > 1 && !SHEETS.includes(name.trim().toLowerCase()))
    .map(({ name }) => ({ sheet: name, row: 1, name: '', reason: 'Il foglio non fa parte di un modello: non viene letto.' }))
  const read = ['form_title', 'form_id', 'version', 'default_language', 'id_string']
  if (row) for (const reason of leftovers(row, read)) lost.push({ sheet: 'settings', row: row.line, name: '', reason })
  const [first, ...others] = languageOrder(form).filter(Boolean)
  if (first && others.length) {
    const reason = `Un modello ha una lingua sola: si legge «${first}», non ${others.map((one) => `«${one}»`).join(', ')}.`
    lost.push({ sheet: 'survey', row: 1, name: '', reason })
  }
  return lost
}
