import type { Question } from '../../../../src/contract/inspections/question.ts'

type Made = Partial<Question> & { type: Question['type'] }
/** Types of XLSForm, in lower case and without blanks, with what a question of ours is made of. */
export const TYPES: Readonly<Record<string, Made>> = {
  integer: { type: 'number', decimals: 0 },
  int: { type: 'number', decimals: 0 },
  decimal: { type: 'number' },
  range: { type: 'number', decimals: 0 },
  text: { type: 'text' },
  string: { type: 'text' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime' },
  image: { type: 'photo', gallery: true },
  photo: { type: 'photo', gallery: true },
  signature: { type: 'signature', role: 'terzo' },
  geopoint: { type: 'gps' },
  gps: { type: 'gps' },
  location: { type: 'gps' },
  barcode: { type: 'scan' },
  file: { type: 'file' },
  note: { type: 'info' },
  acknowledge: { type: 'yes_no' },
  trigger: { type: 'yes_no' },
}
const DEVICE = 'Dato tecnico: persona, ora e dispositivo li registra già la verifica.'
/** Types without a counterpart, with the reason that is listed. */
const WITHOUT: readonly (readonly [types: string, reason: string])[] = [
  ['start end today deviceid subscriberid simserial phonenumber username email audit uri_deviceid', DEVICE],
  ['start-geopoint background-geopoint background-audio', DEVICE],
  ['calculate calculation', 'Un modello non ha calcoli.'],
  ['hidden', 'Un modello non ha campi nascosti.'],
  ['audio', 'Un modello non ha registrazioni audio.'],
  ['video', 'Un modello non ha riprese video.'],
  ['rank', 'Un modello non ha domande da mettere in ordine.'],
  ['geotrace geoshape', 'Un modello registra un punto, non linee o aree.'],
  ['xml-external csv-external osm', 'Un modello non legge dati da altri file.'],
]
const REASONS = new Map(WITHOUT.flatMap(([types, reason]) => types.split(' ').map((type) => [type, reason] as const)))
/** Older forms write `add date prompt` or `q integer`. */
export const plainType = (type: string) =>
  type
    .toLowerCase()
    .replace(/^(add|q) /, '')
    .replace(/ (prompt|question)$/, '')
    .replace(/ /g, type.includes('date') ? '' : '_')
export function reasonFor(type: string): string {
  if (/^select.*(from[ _]file|external)/i.test(type)) return 'Le opzioni stanno in un altro file: un modello le ha in sé.'
  return REASONS.get(plainType(type)) ?? `Il tipo «${type}» non ha corrispondenza.`
}

const SELECT =
  /^(?:add )?(select[ _]one|select1|select[ _]multiple|select[ _]all[ _]that[ _]apply)(?: prompt)?(?: (?:from|using))? (\S+)( or[ _](?:other|specify other))?$/i
/** The parts of `select_one list or_other`; undefined for another type. */
export function selectOf(type: string) {
  const [, kind, list, other] = SELECT.exec(type) ?? []
  if (!kind || !list || reasonFor(type).startsWith('Le opzioni')) return undefined
  return { type: /one|1$/i.test(kind) ? ('single_choice' as const) : ('multi_choice' as const), list, other: !!other }
}

const BOUNDARY = /^(begin|end)[ _]?(group|repeat|loop)\b/i
/** The parts of `begin_group`; undefined for another type. */
export function boundaryOf(type: string) {
  const [, edge, kind] = BOUNDARY.exec(type) ?? []
  return edge && kind ? { begins: /begin/i.test(edge), kind: /group/i.test(kind) ? ('group' as const) : ('repeat' as const) } : undefined
}
/** The type that stands for a question in a form; a table or a check of prices is a text there, and comes back by the column of our own. */
export function typeText(question: Question): string {
  switch (question.type) {
    case 'yes_no':
    case 'yes_no_na':
      return `select_one ${question.type}`
    case 'single_choice':
      return `select_one ${question.key}`
    case 'multi_choice':
      return `select_multiple ${question.key}`
    case 'number':
      return question.decimals === 0 ? 'integer' : 'decimal'
    case 'rating':
      return 'range'
    case 'datetime':
      return 'dateTime'
    case 'photo':
    case 'signature':
      return 'image'
    case 'gps':
      return 'geopoint'
    case 'scan':
      return 'barcode'
    case 'info':
      return 'note'
    case 'date':
    case 'time':
    case 'file':
      return question.type
    default:
      return 'text'
  }
}
