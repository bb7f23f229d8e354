import { fieldWords, wordsOf } from '../contract/kernel/error-words.ts'

/** `code` of a call that was not made: the person came in without a network. */
export const NOT_SIGNED_IN = 'not_signed_in'
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

/** The server has refused for good, and would repeat it under the same key; anything else may have been done, or may yet be. */
export const isFinal = ({ status, code }: ApiError) =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) && code !== 'in_progress'

type Body = { data?: unknown; code?: unknown }
/** 'Errore' where a refusal has no words (doc 0 §8). */
export const errorText = (body: unknown): string => wordsOf(body) ?? 'Errore'
export function errorFrom(status: number, body: unknown): ApiError {
  const { data, code } = (body ?? {}) as Body
  return new ApiError(status, errorText(body), { fields: fieldWords(body), data, ...(typeof code === 'string' && { code }) })
}
