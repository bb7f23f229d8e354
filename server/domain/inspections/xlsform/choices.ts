import type { Asked } from './conditions.ts'
import { type FormRow, textIn } from './sheets.ts'

interface Option {
  key: string
  label: string
}
export interface Choices {
  /** `yes_no`, `yes_no_na`, or null for options of their own. */
  answer: 'yes_no' | 'yes_no_na' | null
  options: Option[]
  option: Asked['option']
  reasons: string[]
}
/** The answers of the two types whose options are given, by their names. */
const GIVEN: Readonly<Record<string, string>> = {
  si: 'si',
  sì: 'si',
  yes: 'si',
  y: 'si',
  no: 'no',
  n: 'no',
  na: 'na',
  'n/a': 'na',
  'n.a.': 'na',
}
const LABELS: Readonly<Record<string, RegExp>> = {
  si: /^(s[iì]|yes)$/i,
  no: /^no$/i,
  na: /^(n\.?\/?a\.?|non applicabile|not applicable)$/i,
}
const MAX_OPTION = 120

/** `Hello World!` → `hello_world`, at most so many letters; `taken` gets it. */
export function freeKey(name: string, taken: Set<string>, max: number, prefix = ''): string {
  const stem = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .slice(0, max - 4)
  let key = prefix + (stem || 'x')
  for (let n = 2; taken.has(key); n++) key = `${prefix}${stem || 'x'}_${n}`
  taken.add(key)
  return key
}

/** True where a person sees just Sì, No and N.A., so that the usual answers may stand for them. */
function usualAnswers(options: readonly { name: string; label: string }[]): Choices['answer'] {
  const keys = options.map(({ name, label }) => {
    const key = GIVEN[name.toLowerCase()]
    return key && LABELS[key]!.test(label) ? key : ''
  })
  const found = keys.toSorted().join()
  return found === 'no,si' ? 'yes_no' : found === 'na,no,si' ? 'yes_no_na' : null
}

/** The options of a list, in one language. `other`: the form adds a free answer. */
export function readChoices(rows: readonly FormRow[], other: boolean, single: boolean, languages: readonly string[]): Choices {
  const reasons: string[] = []
  const named = rows.flatMap((row) => {
    const name = row.cells.name ?? ''
    return name ? [{ name, label: textIn(row, 'label', languages) || name }] : []
  })
  const answer = single && !other ? usualAnswers(named) : null
  if (answer) return { answer, options: [], option: (name) => GIVEN[name.toLowerCase()], reasons }
  if (named.some(({ label }) => label.length > MAX_OPTION)) reasons.push(`Le opzioni più lunghe sono accorciate a ${MAX_OPTION} caratteri.`)
  const taken = new Set<string>()
  const keys = new Map<string, string>()
  const options = named.flatMap(({ name, label }) => {
    if (keys.has(name)) {
      reasons.push(`L’opzione «${name}» è scritta due volte nella lista: vale la prima.`)
      return []
    }
    const key = /^[a-z0-9_]{1,40}$/.test(name) && !taken.has(name) ? name : freeKey(name, taken, 40)
    taken.add(key)
    keys.set(name, key)
    return [{ key, label: label.slice(0, MAX_OPTION) }]
  })
  if (other) {
    const key = freeKey('other', taken, 40)
    keys.set('other', keys.get('other') ?? key)
    options.push({ key, label: 'Altro' })
    reasons.push('«Altro» è un’opzione come le altre: che cosa, si scrive nella nota della risposta.')
  }
  return { answer, options, option: (name) => keys.get(name), reasons }
}
