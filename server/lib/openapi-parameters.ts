import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import type { Json } from './openapi-json.ts'
import type { Store } from './openapi-schemas.ts'
import { pascal, singular } from './openapi-words.ts'

const ETAG = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } }
const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Un UUID scelto da chi chiama: la stessa richiesta ripetuta con la stessa chiave ha effetto una volta sola.',
  schema: { type: 'string', format: 'uuid' },
}

/** The parameters of a call: of its path, its query and its headers. */
export function parametersOf(call: Endpoint, store: Store): Json[] {
  const { path, params, query, steady, method, policy, envelope } = call
  const entries = (params?.entries ?? {}) as Json
  const keyed = method !== 'GET' && policy !== 'guest' && envelope !== 'blob'
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: entries[name!] ? store.of(entries[name!], 'query') : { type: 'integer', minimum: 1 },
    })),
    ...Object.entries((query?.entries ?? {}) as Json).map(([name, of]) => {
      const { anyOf, ...schema } = store.open(store.of(of, 'query'))
      const required = !['optional', 'nullish', 'exact_optional'].includes(of.type)
      // A number may come as text, as all that stands in an address.
      return { name, in: 'query', ...(required && { required }), schema: anyOf && !schema.type ? { anyOf, ...schema } : schema }
    }),
    ...(steady ? [ETAG] : []),
    ...(keyed ? [KEY] : []),
  ]
}

/** Moves what several calls ask for in the same words to the components, and gives these. */
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
    const free = taken.has(pascal(name)) ? pascal(singular(resource!)) + pascal(name) : pascal(name)
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
