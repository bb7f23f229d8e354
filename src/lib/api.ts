import {
  API_BASE,
  CACHED_AT_HEADER,
  DEVICE_TIME_HEADER,
  DOWNLOAD_TIMEOUT_MS,
  MAX_UNPAGED_ROWS,
  READ_TIMEOUT_MS,
  TOTAL_COUNT_HEADER,
} from '../contract/kernel/constants.ts'
import type { Endpoint, Input, Named, Output } from '../contract/kernel/endpoint.ts'
import { cleanBody, fillPath } from '../contract/kernel/request.ts'
import { ApiError, errorFrom, NO_CONNECTION, NOT_SIGNED_IN } from './api-error.ts'
import { noteRead, takeEarlyRead } from './early-read.ts'
import { mayKeep } from './kept-reads.ts'
import { noteReply } from './online.ts'
import { queryString } from './payload.ts'
import { expireSession, freshToken, renewToken, session } from './session.ts'
import { proofOf, sendForm } from './upload.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Bytes so far and in all (0 if not known): of the answer of a download, of the files of an upload. */
  onProgress?: (done: number, total: number) => void
  headers?: Record<string, string>
  /** The result of the same read before. It is returned unchanged if the server answers 304. */
  known?: unknown
  /**
   * A read for a part of the page (such as a picture), or one that nobody may be looking at when it answers: its 404 does not lead home.
   */
  part?: true | (() => boolean)
  /** Nobody waits for it: the loading bar does not show it. */
  unseen?: true
}
/** Hooks of the app on every call: a record that does not exist; a call that starts, with the function to call when it ends. */
export const onCall = { notFound: () => {}, started: (): ((fine: boolean) => void) => () => {} }
const reads = new Map<string, AbortController>()
interface Origin {
  tag: string | null
  /** When the service worker stored this copy; null for a real answer. */
  keptAt: string | null
  /** When the server was asked. */
  asked: number
}
/** Where each result came from, as long as anybody holds the result. */
const origins = new WeakMap<object, Origin>()
/** A redirect counts as the answer and is not followed (the password reset answers so). */
const redirects = ({ success }: Endpoint) => success.includes(302)
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** TanStack Query may replace `result` by an equal object; `data` then has the same origin. */
export function keepOrigin(result: unknown, data: unknown) {
  const origin = origins.get(result as object)
  if (origin && isObject(data)) origins.set(data, origin)
}
/** When the copy was stored on the device (ISO, UTC), if the data is such a copy. */
export const keptAt = (data: unknown): string | null => origins.get(data as object)?.keptAt || null
/**
 * Wall clock of the question: what the server had before this moment is in the answer. 0 if not known, as for a copy or data of an earlier
 * visit.
 */
export function askedAt(data: unknown): number {
  const origin = origins.get(data as object)
  return origin && !origin.keptAt ? origin.asked : 0
}

/**
 * Calls an endpoint and unwraps its envelope. A repeated read cancels the earlier one; writes are never cancelled. A 401 renews the token
 * once, then ends the session.
 * @throws ApiError
 */
export async function call<E extends Endpoint & Named>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> {
  const isRead = endpoint.method === 'GET' && !endpoint.acts
  const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>)
  const { files, ...fields } = rest as { files?: readonly File[] } & Record<string, unknown>
  const queryKeys = endpoint.method === 'GET' ? Object.keys(fields) : Object.keys(endpoint.query?.entries ?? {})
  const query = Object.fromEntries(queryKeys.map((key) => [key, fields[key]]))
  const url = API_BASE + path + queryString(query)
  const body = Object.fromEntries(Object.entries(fields).filter(([key]) => !queryKeys.includes(key)))
  const own = new AbortController()
  if (isRead) {
    reads.get(url)?.abort()
    reads.set(url, own)
  }
  const signals = [
    own.signal,
    ...(options.signal ? [options.signal] : []),
    ...(endpoint.envelope === 'blob' ? [AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)] : isRead ? [AbortSignal.timeout(READ_TIMEOUT_MS)] : []),
  ]
  let asked = Date.now()
  const done = options.unseen ? () => {} : onCall.started()
  try {
    // An offline sign-in has no session on the server. Its 401 would sign the person out, so the call is refused here.
    if (session.get().local && endpoint.policy !== 'guest')
      throw new ApiError(0, 'Sei entrato senza rete: accedi di nuovo per leggere e inviare i dati.', { code: NOT_SIGNED_IN })
    // A file that only fits on a disk is not read here; the format of its content has its own checks.
    const proof = endpoint.files && !endpoint.spool ? await proofOf(files ?? []) : {}
    const proved = { ...options, headers: { ...options.headers, ...proof } }
    const signal = AbortSignal.any(signals)
    const guest = endpoint.policy === 'guest'
    const person = session.get().user?.id
    const send = (token: string | undefined) => {
      // The token that was waited for may be that of the next person at the device.
      if (person && !guest && session.get().user?.id !== person) throw new ApiError(100, 'Richiesta annullata')
      return transmit(endpoint, url, body, files, token, signal, proved)
    }
    // Without a network there is no token, but the service worker may still hold an answer to the read.
    const early = isRead ? takeEarlyRead(url, session.get().stamp, signal) : undefined
    if (early) asked = early.asked
    if (isRead) noteRead(url)
    let response = await (early?.answer ?? send(guest ? undefined : await freshToken().catch(() => undefined)))
    if (response.status === 401 && !guest) {
      const token = await renewToken()
      if (token) response = await send(token)
    }
    const result = await unwrap(endpoint, response, options, asked)
    done(true)
    return result as Output<E>
  } catch (error) {
    const known = explain(error, own.signal.aborted || !!options.signal?.aborted)
    done(known.cancelled)
    if (known.status === 401 && endpoint.policy !== 'guest') await expireSession()
    const { part } = options
    // A write that gets 404 says so where it was made, and what was typed stays.
    if (known.status === 404 && isRead && !(typeof part === 'function' ? part() : part)) onCall.notFound()
    throw known
  } finally {
    if (reads.get(url) === own) reads.delete(url)
  }
}

function transmit(
  endpoint: Endpoint & Named,
  url: string,
  body: Record<string, unknown>,
  files: readonly File[] | undefined,
  token: string | undefined,
  signal: AbortSignal,
  options: CallOptions,
) {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (endpoint.offline) headers[DEVICE_TIME_HEADER] = new Date().toISOString()
  if (token) headers.authorization = `Bearer ${token}`
  const user = session.get().user
  const tag = origins.get(options.known as object)?.tag
  // The service worker keeps only marked reads, and only whole answers (no 304), each of which renews its copy.
  if (user && mayKeep('cache', endpoint)) headers['x-cache-user'] = String(user.id)
  else if (tag) headers['if-none-match'] = tag
  const init: RequestInit = {
    method: endpoint.acts ? 'POST' : endpoint.method,
    headers,
    signal,
    credentials: 'same-origin',
    ...(redirects(endpoint) && { redirect: 'manual' }),
  }
  if (endpoint.files) {
    const form = new FormData()
    for (const [key, value] of Object.entries(cleanBody(endpoint, body))) form.append(key, formField(value))
    for (const file of files ?? []) form.append('files', file)
    init.body = form
    if (options.onProgress) return sendForm(url, init, options.onProgress)
  } else if (endpoint.body) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(cleanBody(endpoint, body))
  }
  return fetch(url, init)
}

/** A field of a form: numbers, booleans and lists as JSON, an emptied field as no text. */
const formField = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))

async function unwrap(endpoint: Endpoint, response: Response, options: CallOptions, asked: number): Promise<unknown> {
  noteReply(response)
  if (response.status === 304) {
    const before = origins.get(options.known as object)
    if (before) before.asked = asked
    return options.known
  }
  if (redirects(endpoint) && (response.type === 'opaqueredirect' || [301, 302].includes(response.status))) return undefined
  if (!endpoint.success.includes(response.status)) throw errorFrom(response.status, await response.json().catch(() => undefined), endpoint)
  if (endpoint.envelope === 'none') return undefined
  if (endpoint.envelope === 'blob') return readBlob(response, options.onProgress)
  const body = (await response.json()) as { data: unknown }
  const result =
    endpoint.envelope === 'bare'
      ? body
      : endpoint.envelope === 'page'
        ? asPage(body.data, response.headers)
        : endpoint.envelope === 'records'
          ? { ...body, data: (body as unknown as { records: unknown }).records, records: undefined }
          : body.data
  if (isObject(result)) origins.set(result, { tag: response.headers.get('etag'), keptAt: response.headers.get(CACHED_AT_HEADER), asked })
  return result
}
/**
 * A list asked for without pages comes as a plain array. It becomes the one page, or the first if there are more rows than one answer
 * holds.
 */
function asPage(data: unknown, headers: Headers): unknown {
  if (!Array.isArray(data)) return data
  const total = Number(headers.get(TOTAL_COUNT_HEADER) ?? data.length)
  return { data, total, per_page: MAX_UNPAGED_ROWS, current_page: 1, last_page: Math.max(1, Math.ceil(total / MAX_UNPAGED_ROWS)) }
}
async function readBlob(response: Response, onProgress: CallOptions['onProgress']) {
  const total = Number(response.headers.get('content-length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body!.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    parts.push(chunk.value)
    done += chunk.value.length
    onProgress?.(done, total)
  }
  return new File(parts, fileName(response.headers.get('content-disposition')), { type: response.headers.get('content-type') ?? '' })
}
/** The file name the server gives, in UTF-8; all our files have one. */
const fileName = (disposition: string | null) => decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1] ?? '')
function explain(error: unknown, cancelled: boolean): ApiError {
  if (error instanceof ApiError) return error
  if (cancelled) return new ApiError(100, 'Richiesta annullata')
  if (error instanceof DOMException && error.name === 'TimeoutError') return new ApiError(0, 'Il server non ha risposto in tempo. Riprova.')
  noteReply(undefined)
  return new ApiError(0, NO_CONNECTION)
}
