/** A sheet of a workbook as plain texts. */
export interface SheetTexts {
  name: string
  rows: readonly (readonly string[])[]
}
/** A row by its headings. `line`: as the spreadsheet numbers it, the heading being 1. */
export interface FormRow {
  line: number
  cells: Readonly<Record<string, string>>
}
export interface XlsForm {
  survey: FormRow[]
  choices: FormRow[]
  settings: FormRow[]
}
/** The column of what XLSForm has no word for; other tools leave an unknown column alone. */
export const OWN_COLUMN = 'piazzale'

/** Spellings of headings in older forms. */
const ALIASES: Readonly<Record<string, string>> = {
  relevance: 'relevant',
  caption: 'label',
  calculate: 'calculation',
  read_only: 'readonly',
  listname: 'list_name',
  value: 'name',
  form_name: 'form_title',
  title: 'form_title',
  set_form_title: 'form_title',
  set_form_id: 'form_id',
}
const ACROSS_LANGUAGES = /^(label|caption|hint|constraint_message|required_message|guidance_hint)\s*::?\s*(.+)$/
/** `Bind:Relevant` → `relevant`, `Label :: Italian (it)` → `label::italian (it)`. */
function headingOf(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^bind::?/, '')
  const [, column, language] = ACROSS_LANGUAGES.exec(plain) ?? []
  if (column) return `${ALIASES[column] ?? column}::${language}`
  const name = plain.replace(/[ -]+/g, '_')
  return ALIASES[name] ?? name
}
function rowsOf(sheet: SheetTexts | undefined): FormRow[] {
  if (!sheet) return []
  const [head = [], ...rows] = sheet.rows
  const headings = head.map(headingOf)
  return rows.flatMap((row, at) => {
    const pairs = headings.flatMap((heading, column) => {
      const text = (row[column] ?? '').trim()
      return heading && text ? [[heading, text] as const] : []
    })
    return pairs.length ? [{ line: at + 2, cells: Object.fromEntries(pairs) }] : []
  })
}
/** The sheets of an XLSForm by their names; undefined if there is no `survey` with a column `type`. */
export function formOf(sheets: readonly SheetTexts[]): XlsForm | undefined {
  const named = (...names: string[]) => sheets.find(({ name }) => names.includes(name.trim().toLowerCase()))
  const survey = named('survey')
  if (!survey?.rows[0]?.some((cell) => headingOf(cell) === 'type')) return undefined
  return { survey: rowsOf(survey), choices: rowsOf(named('choices', 'choices_and_columns')), settings: rowsOf(named('settings')) }
}

/** Languages of the labels, as the headings name them; '' is a label without one. */
function languagesOf({ survey, choices }: XlsForm): string[] {
  const headings = [...survey, ...choices].flatMap(({ cells }) => Object.keys(cells))
  return [...new Set(headings.flatMap((heading) => (/^label(::|$)/.test(heading) ? [heading.slice('label::'.length)] : [])))]
}
const isItalian = (language: string) => /^(it|ita|italian|italiano|italiana)\b|\(it(-[a-z]+)?\)/.test(language)
/** Languages in the order in which a text is looked for: Italian, the form's own, none, any other. */
export function languageOrder(form: XlsForm): string[] {
  const all = languagesOf(form)
  const own = form.settings[0]?.cells.default_language?.toLowerCase()
  const rank = (language: string) => (isItalian(language) ? 0 : language && language === own ? 1 : language ? 3 : 2)
  return all.sort((a, b) => rank(a) - rank(b))
}
/** The text of a column in the first language that has one. */
export function textIn({ cells }: FormRow, column: string, languages: readonly string[]): string {
  for (const language of [...languages, '']) {
    const text = cells[language ? `${column}::${language}` : column]
    if (text) return text
  }
  return Object.entries(cells).find(([heading]) => heading.startsWith(`${column}::`))?.[1] ?? ''
}
/** The object in the column of our own; undefined if there is none, or what stands there is not one. */
export function ownOf({ cells }: FormRow): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(cells[OWN_COLUMN] ?? '')
    return typeof value === 'object' && value && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
