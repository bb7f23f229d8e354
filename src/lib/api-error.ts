/** A refused or failed call. `status` 0: no answer; 100: cancelled on purpose, to be ignored in silence (doc 0 §4). */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string>
  readonly code: string | undefined
  /** What the server sends beside the refusal: the current record of a conflict. */
  readonly data: unknown
  constructor(status: number, message: string, body?: { fields?: Record<string, string>; code?: string; data?: unknown }) {
    super(message)
    this.status = status
    this.fields = body?.fields ?? {}
    this.code = body?.code
    this.data = body?.data
  }
  get cancelled() {
    return this.status === 100
  }
}

type Body = { error?: unknown; data?: { error?: unknown }; message?: unknown; code?: unknown }
const said = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value) return value
  if (value && typeof value === 'object') return Object.values(value).filter(Boolean).join(', ') || undefined
  return undefined
}
/** The documented order: `error` (text, or an object whose values are joined), `data.error`, `message`, 'Errore' (doc 0 §8). */
export const errorText = (body: unknown): string => {
  const { error, data, message } = (body ?? {}) as Body
  return said(error) ?? said(data?.error) ?? said(message) ?? 'Errore'
}
export function errorFrom(status: number, body: unknown): ApiError {
  const { error, data, code } = (body ?? {}) as Body
  const fields = error && typeof error === 'object' ? (error as Record<string, string>) : {}
  return new ApiError(status, errorText(body), { fields, data, ...(typeof code === 'string' && { code }) })
}
