import { API_BASE, DEVICE_TIME_HEADER } from '../contract/kernel/constants.ts'
import type { Endpoint, Named } from '../contract/kernel/endpoint.ts'
import { cleanBody, fillPath } from '../contract/kernel/request.ts'
import { noteReply } from '../lib/online.ts'
import { expireSession, freshToken, renewToken } from '../lib/session.ts'
import type { CallRequest, Reply, UploadRequest } from './types.ts'

export type Offline = Endpoint & Named & { offline: true }
/** The part of an offline kind that the sender needs. */
interface Sends {
  readonly name: string
  readonly endpoints: readonly Offline[]
  readonly upload?: Offline
}
/** Long enough for a photo on a slow connection, short enough to notice a dead one. */
const CALL_MS = 30_000
const UPLOAD_MS = 120_000
const NO_SESSION: Reply = { status: 401, headers: { get: () => null }, body: '' }

/** Sends queued requests. The engine decides what, when and how often. */
export function createSender(kinds: readonly Sends[]) {
  const byName = new Map(kinds.flatMap(({ endpoints }) => endpoints).map((endpoint) => [endpoint.name, endpoint]))
  /** A photo's `meta` names its kind; photos queued by earlier versions have no name and belong to the first kind. */
  const uploadOf = ({ of }: { of?: string }) => (kinds.find(({ name }) => name === of) ?? kinds[0]!).upload!

  async function transmit(url: string, init: RequestInit, ms: number): Promise<Reply | undefined> {
    const attempt = async (token: string) => {
      const headers = {
        ...{ accept: 'application/json', [DEVICE_TIME_HEADER]: new Date().toISOString() },
        ...(init.headers as Record<string, string>),
        authorization: `Bearer ${token}`,
      }
      const response = await fetch(API_BASE + url, { ...init, headers, signal: AbortSignal.timeout(ms) })
      noteReply(response)
      return response
    }
    try {
      const token = await freshToken()
      let response = token ? await attempt(token) : undefined
      if (!response || response.status === 401) {
        const renewed = await renewToken()
        response = renewed ? await attempt(renewed) : response
      }
      if (!response || response.status === 401) {
        await expireSession()
        return NO_SESSION
      }
      return { status: response.status, headers: response.headers, body: await response.text() }
    } catch (error) {
      // A request without an answer tells about the connection too: otherwise the page would still say "in linea".
      noteReply(undefined)
      throw error
    }
  }

  return {
    async call({ endpoint: name, input, headers }: CallRequest): Promise<Reply | undefined> {
      const endpoint = byName.get(name)
      if (!endpoint) throw new Error(`${name} is not an offline endpoint`)
      const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>)
      const body = JSON.stringify(cleanBody(endpoint, rest))
      return transmit(path, { method: endpoint.method, body, headers: { ...headers, 'content-type': 'application/json' } }, CALL_MS)
    },
    /** Sends the bytes with the fields of `meta`; the server compares hash and length with what arrived. */
    async upload({ photo, bytes, headers }: UploadRequest): Promise<Reply | undefined> {
      const form = new FormData()
      for (const [key, value] of Object.entries(photo.meta as Record<string, string>)) form.append(key, value)
      form.append('sha256', photo.hash)
      form.append('size', String(photo.size))
      form.append('files', new File([bytes], `${photo.id}.${(photo.meta as { extension: string }).extension}`, { type: photo.type }))
      const { path, method } = uploadOf(photo.meta as { of?: string })
      return transmit(path, { method, body: form, headers }, UPLOAD_MS)
    },
  }
}
