import { errorMessage } from '../contract/kernel/error-messages.ts'
import type { ItemError, Json, Reply } from './types.ts'

/** The meaning of an answer, by status number and by who answered, never by the words. */
export type Verdict =
  | { kind: 'sent'; status: number; data: Json | undefined }
  | { kind: 'wait'; error: Omit<ItemError, 'at'>; retryAfterMs: number | undefined; silence: boolean }
  | { kind: 'auth' | 'fix' | 'conflict' | 'reused'; error: Omit<ItemError, 'at'> }

const TRY_LATER = [408, 425, 429]
const UNKNOWN_CALL = 'Il server non conosce ancora questo invio: forse è in corso un aggiornamento.'
/** Statuses that a proxy answers with a page of its own and that waiting will not change. */
const TOO_BIG = [413, 414, 431]

/**
 * Judges a reply to the request that carried `key`.
 * A receipt is a reply that repeats our key in `idempotency-key` and is JSON (or 204): the server sets that header only on answers it has
 * recorded for good. So a 2xx without it came from somebody else (captive portal) and is no answer. A 4xx without it leaves the key open,
 * because an earlier attempt may have arrived or may still arrive.
 */
export function judge(reply: Reply | undefined, key: string): Verdict {
  if (!reply) return wait(0, 'no_answer', 'Nessuna risposta dal server.', undefined, true)
  const { status } = reply
  const body = parsed(reply.body)
  const recorded = reply.headers.get('idempotency-key') === key && (status === 204 || body !== undefined)
  const code = textOf(field(body, 'code')) ?? 'http'
  const error = { status, code, message: errorMessage(body) ?? `Il server ha risposto ${status}.`, recorded, body }

  if (status >= 200 && status < 300)
    return recorded
      ? { kind: 'sent', status, data: field(body, 'data') }
      : wait(status, 'no_answer', 'La rete ha risposto al posto del server (pagina di accesso?).', undefined, true)
  if (status === 401) return { kind: 'auth', error }
  if (TRY_LATER.includes(status) || status < 400 || status >= 500)
    return wait(status, code, error.message, retryAfter(reply.headers.get('retry-after')), body === undefined)
  if (status === 409 || status === 412) {
    // `closed` is no conflict of versions, so there is none to choose: it may be sent again once the record is open.
    if (recorded) return { kind: code === 'closed' ? 'fix' : 'conflict', error }
    return code === 'author_mismatch' ? { kind: 'auth', error } : wait(status, code, error.message, undefined, false)
  }
  // A server records the 404 of a record that is gone; without a receipt it does not know the call: it is older than this page, and may be updated just now.
  if (!recorded && status === 404) return wait(status, 'unknown_call', UNKNOWN_CALL, undefined, body === undefined)
  if (!recorded && code === 'key_reused') return { kind: 'reused', error }
  if (!recorded && code === 'body_damaged') return wait(status, code, error.message, undefined, false)
  if (body === undefined && !TOO_BIG.includes(status)) return wait(status, 'no_answer', error.message, undefined, true)
  return { kind: 'fix', error }
}

function wait(status: number, code: string, message: string, retryAfterMs: number | undefined, silence: boolean): Verdict {
  return { kind: 'wait', error: { status, code, message, recorded: false }, retryAfterMs, silence }
}

/** Objects only: an HTML page or a plain text comes from a proxy. */
function parsed(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

export function field(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined
}

const textOf = (value: Json | undefined) => (typeof value === 'string' && value ? value : undefined)

/** Seconds only: the date form would compare two wall clocks. Gives milliseconds, or undefined. */
function retryAfter(header: string | null): number | undefined {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}
