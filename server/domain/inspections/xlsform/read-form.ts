import * as v from 'valibot'
import { Condition } from '../../../../src/contract/inspections/condition.ts'
import { FORM_LIMITS } from '../../../../src/contract/inspections/form.ts'
import { ModelFields, SectionInput } from '../../../../src/contract/inspections/models.ts'
import type { Question } from '../../../../src/contract/inspections/question.ts'
import { aboutOf, formLost, MAX_NAME } from './about-form.ts'
import { freeKey } from './choices.ts'
import { type Asked, together } from './conditions.ts'
import { groupedBy, inOrder, type Lost } from './lost-rows.ts'
import { readQuestion } from './read-question.ts'
import { conditionOf, leftovers, type Reading } from './row-reading.ts'
import { type FormRow, formOf, languageOrder, ownOf, type SheetTexts, textIn, type XlsForm } from './sheets.ts'
import { boundaryOf } from './types.ts'

export interface ReadForm {
  model: v.InferInput<typeof ModelFields>
  lost: Lost[]
  /** Lines of the survey that say something, and those of them that are a question or a section of the model. */
  rows: number[]
  made: number[]
}
/** A group or repeat that is open, and what its sections need. */
interface Container {
  kind: 'group' | 'repeat'
  row: FormRow
  name: string
  condition: Condition | null
  own: Record<string, unknown> | undefined
}
interface Draft {
  home: Container | undefined
  section: Omit<SectionInput, 'questions'> & { questions: Question[] }
}
const MAX_REPEAT_LABEL = 60

class FormReader {
  readonly #form: XlsForm
  readonly #reading: Reading & { asked: Map<string, Asked>; types: Map<string, Question['type']> }
  readonly #open: Container[] = []
  readonly #drafts: Draft[] = []
  readonly #keys = new Set<string>()
  readonly #made = new Set<number>()
  readonly #lost: Omit<Lost, 'made'>[] = []
  #questions = 0

  constructor(form: XlsForm) {
    this.#form = form
    const lists = groupedBy(
      form.choices.filter(({ cells }) => cells.list_name),
      ({ cells }) => cells.list_name!,
    )
    this.#reading = { languages: languageOrder(form), lists, asked: new Map(), types: new Map() }
  }
  read() {
    for (const row of this.#form.survey) this.#row(row)
    for (const { row } of this.#open) this.#tell(row, ['Non è chiuso: finisce con il foglio.'])
    const rows = this.#form.survey.filter(({ cells }) => boundaryOf(cells.type ?? '')?.begins !== false).map(({ line }) => line)
    return { categories: this.#drafts.map(({ section }) => section), rows, made: this.#made, lost: [...this.#lost, ...this.#choicesLost()] }
  }
  #tell(row: FormRow, reasons: readonly string[]) {
    const name = row.cells.name ?? row.cells.type ?? ''
    for (const reason of reasons) this.#lost.push({ sheet: 'survey', row: row.line, name, reason })
  }
  #row(row: FormRow) {
    const { type, disabled } = row.cells
    if (!type) return this.#tell(row, ['La riga non ha un tipo.'])
    if (/^(yes|true)$/i.test(disabled ?? '')) return this.#tell(row, ['La riga è disattivata nel foglio.'])
    const boundary = boundaryOf(type)
    if (!boundary) return this.#ask(row)
    if (boundary.begins) return this.#begin(row, boundary.kind)
    const closed = this.#open.pop()
    if (!closed) return this.#tell(row, ['Chiude un gruppo che non è aperto.'])
    if (!this.#made.has(closed.row.line)) this.#tell(closed.row, ['Non ha domande proprie: non diventa una sezione.'])
  }
  #begin(row: FormRow, kind: Container['kind']) {
    const { condition, reasons } = conditionOf(row, ownOf(row)?.visible_if, this.#reading)
    const outer = this.#open.at(-1)
    const inRepeat = this.#open.some((one) => one.kind === 'repeat')
    const own = textIn(row, 'label', this.#reading.languages) || row.cells.name || 'Sezione'
    const name = outer && !inRepeat ? `${outer.name} – ${own}` : own
    const container: Container = { kind, row, name: name.slice(0, MAX_NAME), condition, own: ownOf(row) }
    const left = leftovers(row, ['appearance'])
    if (inRepeat && kind === 'repeat')
      left.push(`Una ripetizione dentro un’altra: le sue domande stanno in «${outer!.name}», una volta sola.`)
    else if (inRepeat) left.push(`Un gruppo dentro una ripetizione: le sue domande stanno in «${outer!.name}».`)
    else if (outer) left.push(`È dentro «${outer.name}»: diventa una sezione a sé.`)
    if (name.length > MAX_NAME) left.push(`Il titolo è accorciato a ${MAX_NAME} caratteri.`)
    this.#tell(row, [...reasons, ...left])
    this.#open.push(container)
    // A section of ours is one even while it has no questions.
    if (container.own && !outer) this.#section(row)
  }
  /** The containers whose conditions a section has, and those inside a repeat, whose conditions its questions have. */
  #levels() {
    const at = this.#open.findIndex(({ kind }) => kind === 'repeat')
    const depth = at < 0 ? this.#open.length : at + 1
    return { outside: this.#open.slice(0, depth), inside: this.#open.slice(depth) }
  }
  #all(row: FormRow, conditions: readonly (Condition | null | undefined)[]): Condition | undefined {
    const joined = together(conditions.filter((one) => !!one))
    if (!joined) return undefined
    const checked = v.safeParse(Condition, joined)
    if (!checked.success) this.#tell(row, ['Le condizioni dei gruppi intorno sono troppe per una sola: non c’è nessuna.'])
    return checked.success ? checked.output : undefined
  }
  /** The section that the next question goes to; undefined where a model can have no more. */
  #section(row: FormRow): Draft['section'] | undefined {
    const { outside } = this.#levels()
    const home = outside.at(-1)
    const last = this.#drafts.at(-1)
    const full = last && last.section.questions.length >= FORM_LIMITS.questionsPerSection
    if (last?.home === home && last && !full) return last.section
    if (this.#drafts.length >= FORM_LIMITS.sections) return undefined
    const name = home?.name ?? 'Domande'
    const { questions: _, ...own } = home?.own ?? {}
    const repeat = home?.kind === 'repeat' && { repeat: own.repeat ?? { source: 'free', label: home.name.slice(0, MAX_REPEAT_LABEL) } }
    const condition = this.#all(
      home?.row ?? row,
      outside.map((one) => one.condition),
    )
    const about = { key: this.#key('c_', home?.row.cells.name ?? 'domande'), name, ...(condition && { visible_if: condition }) }
    const whole = v.safeParse(SectionInput, { ...own, ...about, ...(repeat || { repeat: null }) })
    const section = whole.success ? whole.output : v.parse(SectionInput, about)
    if (home) this.#made.add(home.row.line)
    if (full && last.home === home)
      this.#tell(row, [`La sezione ha più di ${FORM_LIMITS.questionsPerSection} domande: da qui continua in un’altra.`])
    this.#drafts.push({ home, section })
    return section
  }
  #key(prefix: 'q_' | 'c_', name: string): string {
    const taken = this.#keys
    if (!/^[qc]_[a-z0-9_]{1,56}$/.test(name) || !name.startsWith(prefix) || taken.has(name)) return freeKey(name, taken, 60, prefix)
    taken.add(name)
    return name
  }
  #ask(row: FormRow) {
    const name = row.cells.name ?? `riga_${row.line}`
    const key = this.#key('q_', name)
    const { question, asked, reasons } = readQuestion(row, key, this.#reading)
    if (!question) return this.#tell(row, reasons)
    const section = this.#questions < FORM_LIMITS.questions ? this.#section(row) : undefined
    if (!section)
      return this.#tell(row, [`Oltre i limiti di un modello: ${FORM_LIMITS.sections} sezioni, ${FORM_LIMITS.questions} domande.`])
    const { inside } = this.#levels()
    const condition = inside.length ? this.#all(row, [...inside.map((one) => one.condition), question.visible_if]) : question.visible_if
    section.questions.push(inside.length && condition ? { ...question, visible_if: condition } : question)
    this.#questions++
    this.#made.add(row.line)
    this.#tell(row, reasons)
    this.#reading.types.set(key, question.type)
    if (asked) this.#reading.asked.set(name, asked)
  }
  /** Lists that no question asks for, and columns of options that are read nowhere. */
  #choicesLost(): Omit<Lost, 'made'>[] {
    const used = this.#form.survey.flatMap(({ cells }) => (cells.type ?? '').split(/\s+/))
    const lists = [...this.#reading.lists].flatMap(([name, rows]) => {
      const reasons = used.includes(name)
        ? rows.flatMap((row) => leftovers(row, ['list_name'])).slice(0, 1)
        : ['Nessuna domanda usa questa lista.']
      return reasons.map((reason) => ({ sheet: 'choices', row: rows[0]!.line, name, reason }))
    })
    const without = this.#form.choices.filter(({ cells }) => !cells.list_name || !cells.name)
    const incomplete = without.map(({ line }) => ({
      sheet: 'choices',
      row: line,
      name: '',
      reason: 'L’opzione non ha una lista o un nome.',
    }))
    return [...lists, ...incomplete]
  }
}

/**
 * An XLSForm as a model, with what has no counterpart row by row. Nothing is lost in silence: each line of the survey is in the model or in the list.
 * @returns undefined if there is no sheet `survey` with a column `type`
 */
export function readXlsForm(sheets: readonly SheetTexts[], fileName: string): ReadForm | undefined {
  const form = formOf(sheets)
  if (!form) return undefined
  const { categories, rows, made, lost } = new FormReader(form).read()
  const { own, about } = aboutOf(form, fileName)
  const whole = v.safeParse(ModelFields, { ...own, ...about, categories })
  const model = whole.success ? whole.output : v.parse(ModelFields, { ...about, categories })
  const all = [...formLost(form, sheets), ...lost].map((one) => ({
    ...one,
    made: one.sheet !== 'survey' || made.has(one.row) || one.row === 1,
  }))
  return { model, lost: inOrder(all), rows, made: [...made].sort((a, b) => a - b) }
}
