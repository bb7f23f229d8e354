import type { Model } from '../../../../src/contract/inspections/models.ts'
import type { Question } from '../../../../src/contract/inspections/question.ts'
import { writeRelevant } from './conditions.ts'
import { writeConstraint } from './limits.ts'
import { OWN_COLUMN, type SheetTexts } from './sheets.ts'
import { typeText } from './types.ts'

type Section = Pick<Model['categories'][number], 'key' | 'name' | 'description' | 'weight' | 'icon' | 'repeat' | 'visible_if' | 'questions'>
/** The part of a model that is written into a form. */
export type WrittenModel = Pick<Model, 'code' | 'name' | 'description' | 'minutes' | 'periodicity' | 'thresholds' | 'require' | 'photos'> &
  Pick<Model, 'scoring' | 'intro' | 'color' | 'icon' | 'ticket_mode' | 'version'> & { categories: readonly Section[] }

const SURVEY = ['type', 'name', 'label', 'hint', 'required', 'relevant', 'constraint', 'appearance', 'parameters', OWN_COLUMN] as const
const GIVEN = {
  yes_no: [
    ['si', 'Sì'],
    ['no', 'No'],
  ],
  yes_no_na: [
    ['si', 'Sì'],
    ['no', 'No'],
    ['na', 'N.A.'],
  ],
} as const
type Cells = Partial<Record<(typeof SURVEY)[number], string>>
const line = (cells: Cells) => SURVEY.map((heading) => cells[heading] ?? '')
type TypeOf = (key: string) => Question['type'] | undefined

/** Categories of tickets are of one installation: a number of theirs would mean another one elsewhere. */
function portable(question: Question): object {
  if (question.type === 'info' || !question.nc) return question
  const { ticket_category_id: _, ...nc } = question.nc
  return { ...question, nc }
}
function questionLine(question: Question, typeOf: TypeOf): string[] {
  const isInfo = question.type === 'info'
  const appearance = question.type === 'signature' ? 'signature' : question.type === 'textarea' ? 'multiline' : ''
  return line({
    type: typeText(question),
    name: question.key,
    label: question.label,
    hint: (isInfo ? question.text : question.help) ?? '',
    required: !isInfo && question.required ? 'yes' : '',
    relevant: writeRelevant(question.visible_if, typeOf),
    constraint: writeConstraint(question),
    appearance,
    parameters: question.type === 'rating' ? `start=1 end=${question.max} step=1` : '',
    [OWN_COLUMN]: JSON.stringify(portable(question)),
  })
}
function sectionLines({ questions, ...section }: Section, typeOf: TypeOf): string[][] {
  const { key, name, description, weight, icon, repeat, visible_if } = section
  const kind = repeat ? 'repeat' : 'group'
  const own = JSON.stringify({ description, weight, icon, repeat, visible_if })
  const relevant = writeRelevant(visible_if, typeOf)
  return [
    line({ type: `begin_${kind}`, name: key, label: name, relevant, [OWN_COLUMN]: own }),
    ...questions.map((question) => questionLine(question, typeOf)),
    line({ type: `end_${kind}`, name: key }),
  ]
}
/** The list of a question; the given answers have one for all questions. */
function choiceLines(questions: readonly Question[]): string[][] {
  const given = (['yes_no', 'yes_no_na'] as const).filter((type) => questions.some((question) => question.type === type))
  const own = questions.flatMap((question) =>
    question.type === 'single_choice' || question.type === 'multi_choice'
      ? question.options.map(({ key, label }) => [question.key, key, label])
      : [],
  )
  return [...given.flatMap((list) => GIVEN[list].map(([name, label]) => [list, name, label])), ...own]
}

/**
 * A model as the sheets of an XLSForm, for other tools. What XLSForm has no column for (weights, non-conformities, tables, facts of the station)
 * stands in a column of our own, so that the file read again gives the same model.
 */
export function writeXlsForm(model: WrittenModel): SheetTexts[] {
  const questions = model.categories.flatMap((section) => section.questions)
  const types = new Map(questions.map(({ key, type }) => [key, type]))
  const { description, minutes, periodicity, thresholds, require, photos, scoring, intro, color, icon, ticket_mode } = model
  const own = { description, minutes, periodicity, thresholds, require, photos, scoring, intro, color, icon, ticket_mode }
  const survey = model.categories.flatMap((section) => sectionLines(section, (key) => types.get(key)))
  return [
    { name: 'survey', rows: [[...SURVEY], ...survey] },
    { name: 'choices', rows: [['list_name', 'name', 'label'], ...choiceLines(questions)] },
    {
      name: 'settings',
      rows: [
        ['form_title', 'form_id', 'version', 'default_language', OWN_COLUMN],
        [model.name, model.code, String(model.version), 'it', JSON.stringify(own)],
      ],
    },
  ]
}
