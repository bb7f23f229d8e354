import { hash } from 'node:crypto'

/** An answer as it is stored and repeated. `body` is JSON, or null with 204. */
export interface ApiResponse {
  status: number
  body: unknown
}

export interface KeyRow extends Partial<ApiResponse> {
  /** SHA-256 of the request the key was first used for. */
  fingerprint: string
}

/** The table `idempotency_keys`, unique by (user, key), seen through the database transaction of the request: nothing of it outlives a rollback. */
export interface KeyPort {
  /**
   * Claims the key for this transaction. Gives what a committed row holds; `running` where another transaction has claimed it and is not over;
   * undefined where the key is ours. It may overlook a row that is committed at this very moment: `finish` then finds it.
   */
  claim(request: KeyedRequest): Promise<KeyRow | 'running' | undefined>
  /** Stores the answer under the key. @throws Taken where a row is there, or has come meanwhile */
  finish(request: KeyedRequest, answer: ApiResponse): Promise<void>
}
/** The key has been used meanwhile: what the transaction did must be undone, and the answer stands in the row. */
export class Taken extends Error {}

export interface KeyedRequest {
  user: number
  key: string
  /** Exclusive lower bound of the keys that count as this one too: those of a command carried out just now. */
  since?: string
  fingerprint: string
  /** Fingerprint of the request to the letter, defaults included: older rows were recorded under it. */
  exact?: () => string
}

/**
 * `recorded`: the answer stands for good under this key; then, and only then, the response carries the header `idempotency-key` (what
 * the client calls a receipt). `replayed`: nothing was done, the first answer is repeated.
 */
export interface Outcome extends ApiResponse {
  recorded: boolean
  replayed: boolean
}

/** Keys are kept for so long because a device may stay switched off for months. With 24 hours the simulation found a duplicate in its second schedule. */
export const KEEP_KEYS_DAYS = 400

/** Refusals that say "not now" and not "no": the same request may well succeed later, so they are never recorded. */
const NOT_NOW = [401, 408, 425, 429]

/**
 * Runs `work` at most once per (user, key). `within` runs what it is handed in a database transaction, and rolls it back where that throws.
 *
 * Key, effect and answer are in one transaction: after a crash there are all three or none. A refusal (an error that `refusal` turns into a 4xx)
 * undoes the effect and is recorded in a transaction of its own, so that a copy of the request that arrives late cannot succeed after the client
 * was told no; where a copy has been answered in between, that answer is everybody's. Anything else that `work` throws, 5xx above all, goes out as
 * it is: nothing is recorded and the client may try again.
 */
export async function once(
  within: (run: (keys: KeyPort) => Promise<Outcome>) => Promise<Outcome>,
  request: KeyedRequest,
  work: () => Promise<ApiResponse>,
  refusal: (error: unknown) => ApiResponse | undefined,
): Promise<Outcome> {
  let refused: ApiResponse | undefined
  const run = async (keys: KeyPort): Promise<Outcome> => {
    const row = await keys.claim(request)
    if (row) return row === 'running' ? running : repeated(row, request)
    const answer = refused ?? (await work())
    await keys.finish(request, answer)
    return { ...answer, recorded: true, replayed: false }
  }
  try {
    return await within(run)
  } catch (error) {
    const said = refusal(error)
    const final = said && said.status >= 400 && said.status < 500 && !NOT_NOW.includes(said.status)
    if (!final && !(error instanceof Taken)) throw error
    refused = said
  }
  return within(run)
}
function repeated({ fingerprint, status, body }: KeyRow, request: KeyedRequest): Outcome {
  if (fingerprint !== request.fingerprint && fingerprint !== request.exact?.()) return reused
  return status === undefined ? running : { status, body: body ?? null, recorded: true, replayed: true }
}

const unrecorded = (status: number, code: string, error: string): Outcome => ({
  status,
  body: { error, message: error, code },
  recorded: false,
  replayed: false,
})
const running = unrecorded(409, 'in_progress', 'Operazione già in corso.')
const reused = unrecorded(422, 'key_reused', "Chiave di idempotenza già usata per un'altra richiesta.")
const malformed = unrecorded(400, 'key_malformed', 'Chiave di idempotenza non valida.')
const foreign = unrecorded(409, 'author_mismatch', 'Questo invio appartiene a un altro utente.')
const damaged = unrecorded(422, 'body_damaged', 'Il file è arrivato danneggiato: va inviato di nuovo.')

/**
 * Refusals before the transaction: a key that is no UUID, an author (`X-Outbox-User`) who is not the signed-in `user`.
 * Undefined where all is well; both headers are optional.
 */
export function refuseHeaders(headers: { key?: string; author?: string }, user: number): Outcome | undefined {
  if (headers.author !== undefined && headers.author !== String(user)) return foreign
  if (headers.key !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(headers.key)) return malformed
  return undefined
}

/**
 * An upload must arrive as it left: `X-Content-Length` in bytes and `X-Content-SHA256` in lower-case hex, of each file in its order, between
 * commas. Undefined where all is well; both headers are optional.
 */
export function refuseDamaged(files: readonly Uint8Array[], headers: { length?: string; sha256?: string }): Outcome | undefined {
  const whole = headers.length === undefined || headers.length === files.map((bytes) => bytes.byteLength).join()
  const intact = headers.sha256 === undefined || headers.sha256 === files.map((bytes) => hash('sha256', bytes)).join()
  return whole && intact ? undefined : damaged
}

/** The fingerprint of a key's request: equal for the same request, whatever the order of its members. `path` with its query; `body` as parsed. */
export function fingerprint(method: string, path: string, body: unknown): string {
  return hash('sha256', `${method} ${path}\n${canonical(body)}`)
}

/** JSON with sorted members: equal texts for equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return `{${members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
      .join()}}`
  }
  return JSON.stringify(value) ?? 'null'
}
