import type { Endpoint } from './endpoint.ts'

/** The path with its parameters filled in, and the rest of the input. */
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
 * The body as it is sent (doc 0 §5): empty, null and undefined fields are dropped, booleans and zero are kept. On PUT an emptied field goes as
 * null, or nobody could clear it (architecture.md 6); lists are always sent, since an empty list is a value there.
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
