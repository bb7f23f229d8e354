import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readyModels } from '../../../server/db/seed/inspections/model-library.ts'
import { readXlsForm } from '../../../server/domain/inspections/xlsform/read-form.ts'
import { type WrittenModel, writeXlsForm } from '../../../server/domain/inspections/xlsform/write-form.ts'
import { ModelFields } from '../../../src/contract/inspections/models.ts'

/** Sheets out of tables like `type | name | label`. */
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
function read(survey: string, choices = 'list_name|name|label', settings?: string) {
  const sheets = [
    { name: 'survey', rows: rowsOf(survey) },
    { name: 'choices', rows: rowsOf(choices) },
  ]
  const form = readXlsForm(settings ? [...sheets, { name: 'settings', rows: rowsOf(settings) }] : sheets, 'prova.xlsx')!
  const told = form.lost.filter(({ sheet }) => sheet === 'survey').map(({ row }) => row)
  expect(form.rows.filter((row) => !form.made.includes(row) && !told.includes(row))).toEqual([])
  return form
}
const questionsOf = ({ model }: ReturnType<typeof read>) => model.categories!.flatMap(({ questions = [] }) => questions) as any[]
const one = (survey: string, choices?: string) => {
  const form = read(survey, choices)
  return { question: questionsOf(form).at(-1), lost: form.lost.map(({ row, made, reason }) => [row, made, reason]) }
}
const bare = (value: unknown) => JSON.parse(JSON.stringify(value, (_key, one: unknown) => (one === null ? undefined : one)))
const ready = readyModels.map(({ definition, ...about }) => ({ version: 1, ...v.parse(ModelFields, { ...about, ...definition }) }))

test.each(ready.map((model) => [model.code, model] as const))(
  '%s written as an XLSForm and read again is the same model',
  (_code, model) => {
    const { version: _, ...fields } = model
    const back = readXlsForm(writeXlsForm(model as unknown as WrittenModel), 'altro.xlsx')!
    expect(back.lost).toEqual([])
    expect(bare(back.model)).toEqual(bare(fields))
  },
)

test('every ready model keeps each question in the words of XLSForm alone, without our own column', () => {
  for (const model of ready) {
    const sheets = writeXlsForm(model as unknown as WrittenModel).map(({ name, rows }) => {
      const own = rows[0]!.indexOf('piazzale')
      return { name, rows: rows.map((row) => row.filter((_, at) => at !== own)) }
    })
    const { model: read } = readXlsForm(sheets, 'x.xlsx')!
    const labels = (categories: readonly { name: string; questions?: readonly { key: string; label: string }[] }[]) =>
      categories.map(({ name, questions = [] }) => [name, questions.map(({ key, label }) => [key, label])])
    expect(labels(read.categories as never)).toEqual(labels(model.categories as never))
  }
})

test('what was changed in the sheet of a written model counts, and the rest of the question stays', () => {
  const model = ready.find(({ code }) => code === 'GPL')!
  const sheets = writeXlsForm(model as unknown as WrittenModel).map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => (row[1] === 'q_gpl_uomo' ? row.map((cell, at) => (at === 2 ? 'Uomo presente?' : at === 4 ? '' : cell)) : row)),
  }))
  const back = questionsOf(readXlsForm(sheets, 'x.xlsx')!).find(({ key }) => key === 'q_gpl_uomo')
  expect(back).toMatchObject({ label: 'Uomo presente?', required: false, weight: 3, critical: true, nc: { severity: 'critica' } })
})

test('groups are sections, repeats are sections with a free list, and every type has its question', () => {
  const form = read(
    `type|name|label|hint|required|appearance
     text|intro|Nome||yes|
     begin_group|g1|Primo|||
     integer|n|Quanti|Interi|true()|
     decimal|d|Litri|||
     date|giorno|Giorno|||
     time|ora|Ora|||
     dateTime|quando|Quando|||
     image|foto|Foto|||
     image|firma|Firma del gestore|||signature
     geopoint|dove|Dove|||
     barcode|codice|Codice|||
     note|avviso|Attenzione al vento|||
     text|lungo|Osservazioni|||multiline
     end_group||||||
     begin repeat|r|Pistola|||
     select_one stato|s|Stato|||
     select_multiple stato|m|Difetti|||
     select_one si_no|c|Conforme?|||
     end repeat|||||`,
    `list_name|name|label
     stato|Buono Stato|Buono
     stato|rotto|Rotto
     si_no|yes|Sì
     si_no|no|No`,
    `form_title|form_id
     Verifica cantiere|cantiere_1`,
  )
  expect(form.lost).toEqual([])
  expect(form.model).toMatchObject({ name: 'Verifica cantiere', code: 'CANTIERE_1' })
  expect(
    form.model.categories!.map(({ key, name, repeat, questions = [] }) => [key, name, repeat ?? null, questions.map(({ type }) => type)]),
  ).toEqual([
    ['c_domande', 'Domande', null, ['text']],
    ['c_g1', 'Primo', null, ['number', 'number', 'date', 'time', 'datetime', 'photo', 'signature', 'gps', 'scan', 'info', 'textarea']],
    ['c_r', 'Pistola', { source: 'free', label: 'Pistola' }, ['single_choice', 'multi_choice', 'yes_no']],
  ])
  const [intro, n, , , , , , firma] = questionsOf(form)
  expect([intro.required, n.required, n.decimals, n.help, firma.role]).toEqual([true, true, 0, 'Interi', 'gestore'])
  expect(
    questionsOf(form)
      .find(({ key }) => key === 'q_s')
      .options.map(({ key, label }: any) => [key, label]),
  ).toEqual([
    ['buono_stato', 'Buono'],
    ['rotto', 'Rotto'],
  ])
})

const relevant = (text: string) =>
  one(
    `type|name|label|relevant
     select_one l|a|A|
     select_multiple l|b|B|
     integer|n|N|
     text|t|T|
     date|g|G|
     text|ultima|Ultima|${text.replaceAll('|', ' ')}`,
    `list_name|name|label
     l|x|Ics
     l|y|Ipsilon`,
  )
const missing = (q: string) => ({ q, op: 'not_answered' })
test.each([
  ["${a} = 'x'", { all: [{ q: 'q_a', op: 'eq', value: 'x' }] }],
  ["selected(${a}, 'x')", { all: [{ q: 'q_a', op: 'eq', value: 'x' }] }],
  ['selected( ${b} , "x" )', { all: [{ q: 'q_b', op: 'contains', value: 'x' }] }],
  ["${a} != 'x'", { any: [{ q: 'q_a', op: 'ne', value: 'x' }, missing('q_a')] }],
  ["not(selected(${b}, 'x'))", { any: [{ q: 'q_b', op: 'not_in', value: ['x'] }, missing('q_b')] }],
  ["${t} != ''", { all: [{ q: 'q_t', op: 'answered' }] }],
  ["${t} = ''", { all: [missing('q_t')] }],
  ['count-selected(${b}) > 0', { all: [{ q: 'q_b', op: 'answered' }] }],
  [
    '${n} >= 3 and 10 > ${n}',
    {
      all: [
        { q: 'q_n', op: 'gte', value: 3 },
        { q: 'q_n', op: 'lt', value: 10 },
      ],
    },
  ],
  [
    "${n} = 1 or (${a} = 'y' and ${t} = 'ciao')",
    {
      any: [
        { q: 'q_n', op: 'eq', value: 1 },
        {
          all: [
            { q: 'q_a', op: 'eq', value: 'y' },
            { q: 'q_t', op: 'eq', value: 'ciao' },
          ],
        },
      ],
    },
  ],
  ["${g} > date('2026-01-31')", { all: [{ q: 'q_g', op: 'gt', value: '2026-01-31' }] }],
  ['${a} = ‘x’', { all: [{ q: 'q_a', op: 'eq', value: 'x' }] }],
])('the condition %s is read', (text, condition) => {
  const { question, lost } = relevant(text)
  expect(lost).toEqual([])
  expect(question.visible_if).toEqual(condition)
})
test.each(["${a} = 'zeta'", '${dopo} = 1', '${n} + 1 = 3', 'position(..) = 1', "${a} = 'x' and", "pulldata('f', 'a', 'b', ${t})"])(
  'the condition %s is listed, and its question always shown',
  (text) => {
    const { question, lost } = relevant(text)
    expect(question.visible_if ?? null).toBeNull()
    expect(lost).toEqual([[7, true, expect.stringContaining('La condizione non si può tradurre')]])
  },
)

const limit = (type: string, constraint: string) =>
  one(`type|name|label|constraint\n${type}|q|Q|${constraint}`, type.startsWith('select') ? 'list_name|name|label\nl|x|X\nl|y|Y' : undefined)
test.each([
  ['integer', '. >= 1 and . <= 10', { min: 1, max: 10 }],
  ['integer', '. > 0 and 11 > .', { min: 1, max: 10 }],
  ['decimal', '.>=-1.5', { min: -1.5 }],
  ['date', '. <= today() and . >= today() - 30', { not_after: 'today', not_before: 'today-30' }],
  ['date', ". >= date('2026-01-31')", { not_before: '2026-01-31' }],
  ['text', 'string-length(.) < 21', { max_length: 20 }],
  ['text', "regex(., '^[A-Z]{2}[0-9]{3}$')", { pattern: '[A-Z]{2}[0-9]{3}', max_length: 200 }],
  ['select_multiple l', 'count-selected(.) <= 1', { max: 1 }],
])('the limit of a %s: %s', (type, constraint, limits) => {
  const { question, lost } = limit(type, constraint)
  expect(lost).toEqual([])
  expect(question).toMatchObject(limits)
})
test.each([
  ['decimal', '. > 0'],
  ['integer', '. != 3'],
  ['integer', '. >= 5 and . <= ${altro}'],
  ['text', 'string-length(.) >= 3'],
  ['text', "regex(., '(a+)+')"],
])('the limit of a %s that has no counterpart is listed: %s', (type, constraint) => {
  expect(limit(type, constraint).lost).toEqual([[2, true, expect.stringContaining('Il limite non si può tradurre del tutto')]])
})

test('Italian is read first, then the language of the form, then none, and the others are named', () => {
  const labels = (head: string, settings?: string) => {
    const form = read(`type|name|${head}\ntext|t|uno|due|tre`, undefined, settings)
    return [questionsOf(form)[0].label, form.lost.length]
  }
  expect(labels('label::English (en)|label::Italiano (it)|label::French')).toEqual(['due', 1])
  expect(labels('label::English|label::French|label', 'default_language\nFrench')).toEqual(['due', 1])
  expect(labels('label::English|label::French|label')).toEqual(['tre', 1])
})

test('what has no counterpart is listed row by row, with what becomes of the rest', () => {
  const form = read(
    `type|name|label|calculation|relevant
     start|inizio||
     calculate|somma||1 + 1
     begin_group|fuori|Fuori|
     begin_group|dentro|Dentro|
     text|t|Testo|
     end_group|||
     end_group|||
     begin_repeat|r|Ripetuta|
     begin_group|g|Gruppo||\${t} = 'a'
     text|u|Altro testo|
     end_group|||
     end_repeat|||
     select_one l or_other|s|Scelta|
     select_one manca|z|Senza lista|
     audio|voce|Voce|
     select_one_from_file f.csv|f|Da file|
     begin_group|vuoto|Vuoto|
     end_group|||`,
    `list_name|name|label|image
     l|x|Ics|x.png
     l|y|Ipsilon|
     sola|k|Kappa|`,
  )
  expect(form.lost.map(({ sheet, row, name, made, reason }) => [sheet, row, name, made, reason])).toEqual([
    ['survey', 2, 'inizio', false, 'Dato tecnico: persona, ora e dispositivo li registra già la verifica.'],
    ['survey', 3, 'somma', false, 'Un modello non ha calcoli.'],
    ['survey', 4, 'fuori', false, 'Non ha domande proprie: non diventa una sezione.'],
    ['survey', 5, 'dentro', true, 'È dentro «Fuori»: diventa una sezione a sé.'],
    [
      'survey',
      10,
      'g',
      false,
      'Un gruppo dentro una ripetizione: le sue domande stanno in «Ripetuta». Non ha domande proprie: non diventa una sezione.',
    ],
    ['survey', 14, 's', true, '«Altro» è un’opzione come le altre: che cosa, si scrive nella nota della risposta.'],
    ['survey', 15, 'z', false, 'La lista «manca» non è nel foglio «choices».'],
    ['survey', 16, 'voce', false, 'Un modello non ha registrazioni audio.'],
    ['survey', 17, 'f', false, 'Le opzioni stanno in un altro file: un modello le ha in sé.'],
    ['survey', 18, 'vuoto', false, 'Non ha domande proprie: non diventa una sezione.'],
    ['choices', 2, 'l', true, 'Senza corrispondenza: image (x.png).'],
    ['choices', 4, 'sola', true, 'Nessuna domanda usa questa lista.'],
  ])
  expect(form.model.categories!.map(({ name }) => name)).toEqual(['Fuori – Dentro', 'Ripetuta', 'Domande'])
  expect(questionsOf(form)[1].visible_if).toEqual({ all: [{ q: 'q_t', op: 'eq', value: 'a' }] })
})

test('a range is a rating or a number, and a column of ours that was broken by hand is no harm', () => {
  const { question } = one('type|name|label|parameters\nrange|r|R|start=1 end=5 step=1')
  expect(question).toMatchObject({ type: 'rating', max: 5 })
  expect(one('type|name|label|parameters\nrange|r|R|start=0 end=2 step=0.5').question).toMatchObject({
    type: 'number',
    min: 0,
    max: 2,
    step: 0.5,
    decimals: 1,
  })
  for (const own of ['{', '[]', '{"type":"table"}', '{"visible_if":{"all":[{"q":1}]}}'])
    expect(one(`type|name|label|piazzale\ntext|t|T|${own}`).question).toMatchObject({ key: 'q_t', type: 'text' })
})

test('more than a section or a model can have goes into further sections, or is listed', () => {
  const many = (n: number) => Array.from({ length: n }, (_, at) => `text|t${at}|T ${at}`).join('\n')
  const form = read(`type|name|label\n${many(510)}`)
  expect(form.model.categories!.map(({ questions = [] }) => questions.length)).toEqual([80, 80, 80, 80, 80, 80, 20])
  expect(form.lost.filter(({ made }) => !made)).toHaveLength(10)
})

test('a condition of nothing but brackets does not exhaust the stack', () => {
  expect(relevant('('.repeat(1_900)).question.visible_if ?? null).toBeNull()
})

test('a workbook without a survey is none', () => {
  expect(readXlsForm([{ name: 'Foglio1', rows: [['type', 'name']] }], 'x.xlsx')).toBeUndefined()
  expect(readXlsForm([{ name: 'survey', rows: [['a', 'b']] }], 'x.xlsx')).toBeUndefined()
  expect(readXlsForm([], 'x.xlsx')).toBeUndefined()
})
