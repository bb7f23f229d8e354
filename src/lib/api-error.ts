import type { Endpoint } from '../contract/kernel/endpoint.ts'
import { errorMessage, fieldMessages } from '../contract/kernel/error-messages.ts'

/** `code` of a call that was not made because the person signed in offline. */
export const NOT_SIGNED_IN = 'not_signed_in'
/** A refused or failed call. `status` 0: no answer; 100: cancelled on purpose, to be ignored silently. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string>
  readonly code: string | undefined
  /** The data the server sends with the refusal: in a conflict, the current record. */
  readonly data: unknown
  constructor(status: number, message: string, body?: { fields?: Record<string, string>; code?: string; data?: unknown }) {
    super(message)
    this.status = status
    this.fields = body?.fields ?? {}
    this.code = body?.code
    this.data = body?.data
  }
  /** A form shows these at their fields. */
  get hasFields() {
    return Object.keys(this.fields).length > 0
  }
  get cancelled() {
    return this.status === 100
  }
}

/**
 * The refusal is final: the server would repeat it under the same key. After any other error the call may have been done, or may yet be.
 */
export const isFinal = ({ status, code }: ApiError) =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) && code !== 'in_progress'

type Body = { data?: unknown; code?: unknown; message?: unknown }
/** The server's words, or 'Errore' if it sent none. */
export const errorText = (body: unknown): string => errorMessage(body) ?? 'Errore'
export function errorFrom(status: number, body: unknown, { refusal }: Pick<Endpoint, 'refusal'> = {}): ApiError {
  const { data, code, message } = (body ?? {}) as Body
  const text = refusal === 'message' && typeof message === 'string' && message ? message : errorText(body)
  return new ApiError(status, text, { fields: fieldMessages(body), data, ...(typeof code === 'string' && { code }) })
}

/** Said of a call that got no answer. */
export const NO_CONNECTION = 'Connessione non disponibile. Controlla la rete e riprova.'
