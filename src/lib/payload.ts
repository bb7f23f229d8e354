import type { Endpoint } from '../contract/endpoint.ts'

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

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
/** The query string: empty values and empty lists are omitted, lists are repeated keys. */
export function queryString(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    if (isEmpty(value)) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}
/** The values of a query string as the server reads them: texts, and a list where a key is repeated. */
export function readQuery(text: string): Record<string, string | string[]> {
  const search = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(search.keys())].map((key) => [key, search.getAll(key)]).map(([key, all]) => [key, all!.length > 1 ? all! : all![0]!]),
  )
}
