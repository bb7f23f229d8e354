type Body = { error?: unknown; data?: { error?: unknown }; message?: unknown }
const said = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value) return value
  if (value && typeof value === 'object') return Object.values(value).filter(Boolean).join(', ') || undefined
  return undefined
}
/** What a refusal says, in the documented order: `error` (text, or an object whose values are joined), `data.error`, `message` (doc 0 §8). */
export function wordsOf(body: unknown): string | undefined {
  const { error, data, message } = (body ?? {}) as Body
  return said(error) ?? said(data?.error) ?? said(message)
}
/** Its sentences by the field they are about; empty where it is one sentence for all. */
export function fieldWords(body: unknown): Record<string, string> {
  const { error } = (body ?? {}) as Body
  return error && typeof error === 'object' && !Array.isArray(error) ? (error as Record<string, string>) : {}
}
