import type { FastifyInstance } from 'fastify'

/** The network between the screens and the real server in one process: `fetch` and the uploading XMLHttpRequest end in `app.inject`. */
export interface Network {
  /** Every request as `GET /api/v1/banks?page=2`, in order. */
  readonly asked: string[]
  /** Every write with its body, as `['PUT /banks/1', { name: 'Banca' }]`; a file by its name. What the application sends by itself is left out. */
  readonly writes: unknown[][]
  /** Nobody answers. */
  down: boolean
  /** The server does the next so many writes, but its answers are lost. */
  lose: number
  /** Answers wait for this. */
  gate: Promise<unknown>
  /** Answers instead of the server, where it gives one. */
  instead: (method: string, url: string) => Response | undefined
}

/** Sent without anybody pressing anything, at a moment of the application's choice: what the outbox or a cart sends when a person pauses is compared where it arrives. */
const BY_ITSELF =
  /\/(live|preferences|presence|client-errors|draft|devices\/report|ecommerce\/cart|bulk\/preview)\b|\/(inspection|station\/notes|station\/tanks\/maintenances)(\/[\da-f-]{36})?$/
export function connect(app: FastifyInstance): Network & { idle: () => Promise<void>; close: () => Promise<void> } {
  const cookies: Record<string, string> = {}
  const network: Network = { asked: [], writes: [], down: false, lose: 0, gate: Promise.resolve(), instead: () => undefined }
  const lost = new Set<string>()
  // One at a time, in the order they were asked.
  let line: Promise<unknown> = Promise.resolve()

  async function answer(url: string, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET'
    network.asked.push(`${method} ${url}`)
    if (method !== 'GET' && !BY_ITSELF.test(url)) {
      const write = [`${method} ${url.replace('/api/v1', '')}`, ...said(init)]
      // One whose answer was lost is sent again, as often as it takes.
      if (!lost.delete(JSON.stringify(write))) network.writes.push(write)
      if (network.down || network.lose > 0) lost.add(JSON.stringify(write))
    }
    await network.gate
    // An answer that never ends would hold up those behind it.
    if (url.endsWith('/live')) return new Response('', { status: 503 })
    if (network.down) throw new TypeError('Failed to fetch')
    const other = network.instead(method, url)
    if (other) return other
    const { payload, headers } = await bodyOf(init)
    const reply = await app.inject({ method: method as 'POST', url, headers: { ...headers, host: 'piazzale.test' }, cookies, payload })
    for (const { name, value } of reply.cookies) cookies[name] = value
    if (method !== 'GET' && network.lose > 0) {
      network.lose -= 1
      throw new TypeError('Failed to fetch')
    }
    return new Response(reply.statusCode === 204 ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers: Object.entries(reply.headers).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, String(one)] as [string, string]),
      ),
    })
  }
  const shim = (input: unknown, init?: RequestInit) => {
    const { signal } = init ?? {}
    if (signal?.aborted) return Promise.reject(signal.reason)
    const turn = line.then(() => answer(String(input), init))
    line = turn.catch(() => undefined)
    if (!signal) return turn
    return Promise.race([turn, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))])
  }
  const before = { fetch: globalThis.fetch, XMLHttpRequest: globalThis.XMLHttpRequest }
  Object.assign(globalThis, { fetch: shim, XMLHttpRequest: requestOver(shim) })
  /** What was asked so far is answered, and what that asked for. */
  const idle = async () => {
    for (let rounds = 0, last: unknown; rounds < 20 && last !== line; rounds += 1) {
      last = line
      await last
    }
  }
  return Object.assign(network, {
    idle,
    async close() {
      await line
      Object.assign(globalThis, before)
    },
  })
}

/** The body of a write as it is compared; nothing where there is none. */
function said({ body }: RequestInit): unknown[] {
  if (!body) return []
  if (!(body instanceof FormData)) return [JSON.parse(String(body))]
  return [[...body.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])]
}
async function bodyOf({ body, headers }: RequestInit): Promise<{ payload: string | Buffer | undefined; headers: Record<string, string> }> {
  const plain = { ...(headers as Record<string, string>) }
  if (!(body instanceof FormData)) return { payload: (body as string | undefined) ?? undefined, headers: plain }
  const mark = '----screens'
  const parts: Buffer[] = []
  for (const [name, value] of body.entries()) {
    const file = typeof value === 'string' ? '' : `; filename="${value.name}"`
    const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer())
    parts.push(Buffer.from(`--${mark}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`), bytes, Buffer.from('\r\n'))
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${mark}--\r\n`)]),
    headers: { ...plain, 'content-type': `multipart/form-data; boundary=${mark}` },
  }
}

/** As much of XMLHttpRequest as an upload uses. */
const requestOver = (send: (url: string, init: RequestInit) => Promise<Response>) =>
  class extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    private method = ''
    private url = ''
    private headers: Record<string, string> = {}
    private received = ''
    open(method: string, url: string) {
      this.method = method
      this.url = url
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getAllResponseHeaders() {
      return this.received
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    send(body: FormData) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }))
      send(this.url, { method: this.method, headers: this.headers, body }).then(
        async (response) => {
          this.status = response.status
          this.received = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
          this.responseText = await response.text()
          this.dispatchEvent(new Event('load'))
        },
        () => this.dispatchEvent(new Event('error')),
      )
    }
  }
