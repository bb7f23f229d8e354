import { API_BASE, ERROR_REPORTS, type ErrorKind } from '../contract/kernel/constants.ts'
import { ApiError, NOT_SIGNED_IN } from './api-error.ts'
import { connection } from './online.ts'
import { freshToken, onSessionEnd, session } from './session.ts'

const A_MINUTE = 10
const MINUTE_MS = 60_000
/** Reports wait in memory only. The queue keeps the first ones, which tell most. */
const MOST = 20
const queue: { kind: ErrorKind; message: string; stack: string | null; page: string; app_version: string }[] = []
let recent: { at: number; what: string }[] = []
let sending = false

interface Failure {
  kind: ErrorKind
  error: unknown
  /** The operation, put before the message. */
  where: string
  page: string
}
/** Queues an error report and sends what is queued. Refuses a repetition within a minute, and the eleventh of a minute. */
export function queueReport({ kind, error, where, page }: Failure) {
  if (isExpected(error)) return
  const { message, stack, name, status } = (error ?? {}) as Partial<ApiError>
  const words = [where, status, name === 'Error' ? undefined : name, message ?? String(error)].filter(Boolean).join(': ').slice(0, 2_000)
  const now = Date.now()
  recent = recent.filter(({ at }) => now - at < MINUTE_MS)
  const what = `${kind} ${words}`
  if (recent.length >= A_MINUTE || queue.length >= MOST || recent.some((one) => one.what === what)) return
  recent.push({ at: now, what })
  queue.push({ kind, message: words, stack: stack?.slice(0, 8_000) ?? null, page, app_version: __VERSION__ })
  void send()
}
/** Not a fault: cancelled on purpose, not signed in, or a page that does not exist. */
const isExpected = (error: unknown) => {
  const { name, status, code, cancelled } = (error ?? {}) as Partial<ApiError>
  return cancelled || name === 'AbortError' || status === 401 || code === NOT_SIGNED_IN || (status === 404 && !(error instanceof ApiError))
}

/** Not through `call`: a failure here must not end the session, leave the page or be reported again. */
async function send() {
  if (sending) return
  sending = true
  try {
    while (queue.length && session.get().user && !session.get().local && connection.get() === 'online') {
      const token = await freshToken()
      if (!token) break
      const answer = await fetch(API_BASE + ERROR_REPORTS, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(queue[0]),
        keepalive: true,
      })
      // A failing server is tried again at the next error or change of the network; a refused report is dropped.
      if (answer.status >= 500) break
      queue.shift()
    }
  } catch {
    // Without a network the reports wait.
  } finally {
    sending = false
  }
}
connection.subscribe(() => void send())
session.subscribe(() => void send())
// Sent later, they would be attributed to the next person.
onSessionEnd.add(() => queue.splice(0))
