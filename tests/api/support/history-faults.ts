import type { Row } from '../../resources/known.ts'
import { resources } from '../../resources/registry.ts'

/** A row as it was written: its table, and its values before and after. */
export interface Change {
  place: string
  old: Row | null
  new: Row | null
}
interface History {
  model: string
  model_id: number
  event: string
  old: Row | null
  new: Row | null
}
/** The rows one request left in the database. */
export interface Left {
  changes: Change[]
  history: History[]
  activity: { method: string; path: string; status: number }[]
}

/** By model of the history, the table it is about and the id of its record in a row of that table. */
const tableOf = new Map(
  resources.flatMap(({ history = {} }) =>
    Object.entries(history).map(([model, of]) => [
      model,
      typeof of === 'string' ? { table: of, id: ({ id }: Row) => id } : { table: of.table, id: of.id },
    ]),
  ),
)
/** By table, the histories one of which tells of a changed row: whole names, or how they begin. */
const toldBy = new Map<string, (row: Row) => string[]>([
  ...[...tableOf].map(([model, { table, id }]) => [table, (row: Row) => [`${model} ${id(row)}`]] as const),
  ...resources.flatMap(({ toldBy = {} }) => Object.entries(toldBy)),
])
const quiet = Object.fromEntries(resources.flatMap(({ quiet = {} }) => Object.entries(quiet)))

/** Comparable whatever the form of an instant and the order of members. */
const normal = (value: unknown): unknown => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value)) return new Date(value).getTime()
  if (Array.isArray(value)) return value.map(normal)
  if (!value || typeof value !== 'object') return value ?? null
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, normal(one)]))
}
const same = (a: unknown, b: unknown) => JSON.stringify(normal(a)) === JSON.stringify(normal(b))
/** True if a history tells the stored value: only the sent answers, a person by name, passwords and personal data as dots. */
const tells = (name: string, stored: unknown, told: unknown) =>
  name === 'answers'
    ? Object.entries(told as Row).every(([key, answer]) => same((stored as Row)[key], answer))
    : (typeof told === 'string' && told.startsWith('••••')) ||
      same(stored, told) ||
      (typeof stored === 'number' && (told as { id?: number } | null)?.id === stored)
/** The fields that a history tells otherwise than they are stored. */
function differing(stored: Row | null, told: Row | null): string[] {
  if (!stored || !told) return []
  const columns = { ...stored, ...(stored.value as Row) }
  return Object.keys(told).filter((name) => name in columns && !tells(name, columns[name], told[name]))
}
const onlyQuiet = ({ place, old, new: after }: Change) =>
  place in quiet && !!old && !!after && same({ ...old, ...quiet[place] }, { ...after, ...quiet[place] })
/** True if a history tells one of these rows. */
const isOneOf = (stored: (Row | null)[], told: Row | null) => !stored.length || stored.some((one) => !differing(one, told).length)

function unrecorded({ changes, history }: Left): string[] {
  const told = history.map(({ model, model_id }) => `${model} ${model_id}`)
  return changes.flatMap((change) => {
    const names = onlyQuiet(change) ? [] : (toldBy.get(change.place)?.((change.new ?? change.old)!) ?? [])
    const recorded = names.some((name) => told.some((one) => one === name || (/\D$/.test(name) && one.startsWith(name))))
    return names.length && !recorded ? [`${names[0]} was changed without a history`] : []
  })
}
function misrecorded(one: History, { changes, history }: Left): string[] {
  const named = `the history of ${one.model} ${one.model_id} (${one.event})`
  const own = tableOf.get(one.model)
  if (!own)
    return [
      `${named} is of a model that no file of tests/resources knows: add \`history: { ${one.model}: '<its table>' }\` to that of its resource`,
    ]
  const faults: string[] = []
  const seen = changes.filter(({ place, ...row }) => place === own.table && own.id((row.new ?? row.old)!) === one.model_id)
  // One request may write a record several times, each time with a history.
  const alone = history.filter(({ model, model_id }) => model === one.model && model_id === one.model_id).length === 1
  const olds = (alone ? seen.slice(0, 1) : seen).map((row) => row.old)
  const news = (alone ? seen.slice(-1) : seen).map((row) => row.new)
  if ((one.event === 'created') !== (one.old === null)) faults.push(`${named} has ${one.old ? 'a' : 'no'} before`)
  if ((one.event === 'deleted') !== (one.new === null)) faults.push(`${named} has ${one.new ? 'an' : 'no'} after`)
  if (seen.length && one.old && one.new && same(one.old, one.new)) faults.push(`${named} tells of no change`)
  if (one.event === 'created' && seen[0]?.old) faults.push(`${named} is of a record that was there`)
  if (!isOneOf(olds, one.old)) faults.push(`${named} tells ${differing(olds[0]!, one.old)} otherwise before than was stored`)
  if (!isOneOf(news, one.new)) faults.push(`${named} tells ${differing(news[0]!, one.new)} otherwise after than is stored`)
  return faults
}
/** Each change of a record without its history, and each history that tells another change than was made. */
export const historyFaults = (left: Left): string[] => [...unrecorded(left), ...left.history.flatMap((one) => misrecorded(one, left))]
