type Body = { error?: unknown; data?: { error?: unknown }; message?: unknown }
const messageIn = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value) return value
  if (value && typeof value === 'object') return Object.values(value).filter(Boolean).join(', ') || undefined
  return undefined
}
/** The message of an error answer. It is looked for in this order: `error` (a text, or an object whose values are joined), `data.error`, `message`. */
export function errorMessage(body: unknown): string | undefined {
  const { error, data, message } = (body ?? {}) as Body
  return messageIn(error) ?? messageIn(data?.error) ?? messageIn(message)
}
/** The messages of an error answer by field; empty if it has one message for all. */
export function fieldMessages(body: unknown): Record<string, string> {
  const { error } = (body ?? {}) as Body
  return error && typeof error === 'object' && !Array.isArray(error) ? (error as Record<string, string>) : {}
}
