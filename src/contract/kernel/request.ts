import type { Endpoint } from './endpoint.ts'

/** Fills in the path parameters and gives the rest of the input. */
export function fillPath(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  return { path: filled, rest }
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The body to send: empty, null and undefined fields are dropped, booleans and zero stay. On PUT an emptied field is sent as null, or it
 * could never be cleared. Lists are always sent, because an empty list is a value. Source: docs/spec/api.md#cleaning-of-payloads
 */
export function cleanBody(endpoint: Pick<Endpoint, 'method' | 'keepEmpty'>, body: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (endpoint.keepEmpty || Array.isArray(value) || !isEmpty(value)) out[key] = value
    else if (endpoint.method === 'PUT') out[key] = null
  }
  return out
}
