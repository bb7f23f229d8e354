import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import type { Json } from './json.ts'
import type { Store } from './schemas.ts'
import { pascal, singular } from './words.ts'

const ETAG = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } }
const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Un UUID scelto da chi chiama: la stessa richiesta ripetuta con la stessa chiave ha effetto una volta sola.',
  schema: { type: 'string', format: 'uuid' },
}

/** The fields of path or query, and which of them are required. */
function fieldsOf(schema: Endpoint['query'], store: Store): { fields: [string, Json][]; required: string[] } {
  if (!schema) return { fields: [], required: [] }
  const { properties, required = [] } = store.open(store.of(schema, 'query'))
  const fields = Object.entries(properties as Json).map(([name, field]): [string, Json] => {
    const { anyOf, ...rest } = store.open(field)
    // Everything in an address is text, so a number may come as text.
    return [name, anyOf && !rest.type ? { anyOf, ...rest } : rest]
  })
  return { fields, required }
}
/** `f[year]`, `f[city]`: one parameter, with a value by column: a text it holds, a value, or "2010..2020". */
const GROUPED = /^(\w+)\[\w+\]$/
const groupsOf = (names: readonly string[]): Json[] =>
  [...new Set(names.flatMap((name) => GROUPED.exec(name)?.[1] ?? []))].map((name) => ({
    ...{ name, in: 'query', style: 'deepObject', explode: true },
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  }))
/** The parameters of a call: of its path, its query and its headers. */
export function parametersOf(call: Endpoint, store: Store): Json[] {
  const { path, params, query, steady, method, policy, envelope, unstored } = call
  const placed = Object.fromEntries(fieldsOf(params, store).fields)
  const { fields, required } = fieldsOf(query, store)
  const keyed = method !== 'GET' && policy !== 'guest' && envelope !== 'blob' && !unstored
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: placed[name!] ?? { type: 'integer', minimum: 1 },
    })),
    ...fields
      .filter(([name]) => !GROUPED.test(name))
      .map(([name, schema]) => ({ name, in: 'query', ...(required.includes(name) && { required: true }), schema })),
    ...groupsOf(fields.map(([name]) => name)),
    ...(steady ? [ETAG] : []),
    ...(keyed ? [KEY] : []),
  ]
}

/** Moves parameters that several calls share to the components, and gives these. */
export function shareParameters(operations: readonly { call: Named; operation: Json }[]): Json {
  const uses = new Map<string, string[]>()
  for (const { call, operation } of operations)
    for (const parameter of operation.parameters) {
      const text = JSON.stringify(parameter)
      uses.set(text, [...(uses.get(text) ?? []), call.resource])
    }
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [text, [resource, ...more]] of uses) {
    if (!more.length) continue
    const { name } = JSON.parse(text)
    // Nearly every call names this one.
    const short = name === KEY.name ? 'Key' : pascal(name)
    const free = taken.has(short) ? pascal(singular(resource!)) + short : short
    taken.add(free)
    names.set(text, free)
  }
  for (const { operation } of operations)
    operation.parameters = operation.parameters.map((parameter: Json) => {
      const name = names.get(JSON.stringify(parameter))
      return name ? { $ref: `#/components/parameters/${name}` } : parameter
    })
  return Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)]))
}
