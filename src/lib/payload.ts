import { isEmpty } from '../contract/kernel/request.ts'

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
