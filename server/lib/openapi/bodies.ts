import { MAX_UNPAGED_ROWS } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import type { Json } from './json.ts'
import type { Store } from './schemas.ts'
import { pascal, singular } from './words.ts'

type Call = Endpoint & Named
const whole = { type: 'integer' }
export const PAGE: Json = {
  type: 'object',
  required: ['last_page', 'current_page', 'per_page', 'total'],
  properties: {
    last_page: whole,
    current_page: whole,
    per_page: whole,
    total: whole,
    more: { type: 'boolean', const: true },
    counts: { type: 'object', additionalProperties: whole },
  },
}

/** Beside a page its `total` says it. */
export const TOTAL: Json = {
  description: `Con \`is_paginated=0\` la risposta è l’elenco semplice, di al massimo ${MAX_UNPAGED_ROWS} righe per \`page\`: qui quante sono in tutto.`,
  schema: whole,
}

const keyOf = ({ name, resource }: Named) => name.slice(resource.length + 1)
/** The order in which calls name a shared schema: a record is named after the call that reads it, not after the list. */
const ORDER = ['get', 'create', 'update', 'list']
const rank = (call: Named) => (ORDER.indexOf(keyOf(call)) + ORDER.length + 1) % (ORDER.length + 1)

/** The schemas of what calls take and give, named by resource and role: `Bank`, `BankRow`, `BankInput`, `BankChanges`, `AuthLoginInput`. */
export function rolesOf(calls: readonly Call[], store: Store): Map<Call, { body: Json; output: Json }> {
  const made = new Map<Call, { body: Json; output: Json }>()
  for (const call of [...calls].sort((a, b) => rank(a) - rank(b))) {
    const key = keyOf(call)
    const one = pascal(singular(call.resource))
    const own = one + pascal(singular(key))
    const outputs: Record<string, string[]> = {
      get: [one],
      create: [one, `${one}Saved`],
      update: [one, `${one}Saved`],
      list: [`${one}Row`],
    }
    const bodies: Record<string, string[]> = { create: [`${one}Input`], update: [`${one}Changes`] }
    made.set(call, {
      output: call.output ? store.as(outputs[key] ?? [own], call.output, 'output') : {},
      body: call.body ? store.as(bodies[key] ?? [`${own}Input`], call.body, 'input') : { type: 'object' },
    })
  }
  // Labels of fields are given once, in the schema that creates a record.
  const creates = new Set(calls.filter((call) => keyOf(call) === 'create' && call.body).map((call) => call.resource))
  for (const [call, { body }] of made)
    if (keyOf(call) === 'update' && creates.has(call.resource))
      for (const field of Object.values<Json>(store.open(body).properties ?? {})) delete field.title
  for (const resource of new Set(calls.map((call) => call.resource)))
    store.extend(calls.filter((call) => call.resource === resource).map((call) => made.get(call)!.output))
  return made
}

export function requestBody({ files }: Endpoint, body: Json, store: Store): Json {
  if (!files) return { required: true, content: { 'application/json': { schema: body } } }
  const fields = store.open(body)
  const properties = { ...fields.properties, files: { type: 'array', items: { type: 'string', format: 'binary' } } }
  return { required: true, content: { 'multipart/form-data': { schema: { ...fields, properties } } } }
}

const holding = (data: Json) => ({ type: 'object', required: ['data'], properties: { data } })
/** The answers of a call that succeeds, with the documented text; without content where there is none. */
export function successes({ envelope, query, success, ok: description = 'Riuscito' }: Endpoint, record: Json): Json {
  const rows = { type: 'array', items: record }
  const page = { allOf: [{ $ref: '#/components/schemas/Page' }, holding(rows)] }
  const plain = envelope === 'page' && !!query?.entries.is_paginated
  const data: Record<string, Json> = {
    bare: record,
    item: holding(record),
    list: holding(rows),
    records: { properties: { records: rows, last_page: { type: 'integer' } } },
    page: holding(plain ? { oneOf: [page, rows] } : page),
  }
  const content =
    envelope === 'blob'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : data[envelope] && { 'application/json': { schema: data[envelope] } }
  const empty = (status: number) => status === 204 || status >= 300
  const headers = plain && { headers: { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } } }
  return Object.fromEntries(success.map((status) => [status, { description, ...headers, ...(content && !empty(status) && { content }) }]))
}
