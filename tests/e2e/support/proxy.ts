import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

interface Asked {
  method: string
  url: string
}
type Rule = (asked: Asked) => boolean
/** The fault that a request meets. Byte counts are of the raw stream, headers included. */
type Fault =
  /** Answered by somebody in between, as a gateway or a captive portal would. */
  | { status: number; type?: string; body?: string }
  | { ms: number }
  | { until: Promise<void> }
  /** So many bytes of the request pass, then the line is cut. */
  | { request: number }
  /** The request arrives whole; of the answer so many bytes pass, then the line is cut. `0`: done, and nobody was told. */
  | { reply: number }

/** A TCP proxy between browser and server, and the faults it causes. */
export interface Wire {
  origin: string
  /** Every request so far: `GET /api/v1/banks?page=1`. */
  seen: string[]
  /** From now on this befalls every request that fits, at most `times` of them; resolves when it has befallen the first. */
  fault(rule: Rule, fault: Fault, times?: number): Promise<void>
  /** The next request that fits stops here: `arrived` when it does, goes on at `release`. */
  hold(rule: Rule): { arrived: Promise<void>; release: () => void }
  /** No longer listens, and cuts what is open: no network, as far as the browser can tell. */
  down(): Promise<void>
  /** Listens again, with no fault left. */
  up(): Promise<void>
}

/** A proxy on the wire itself: Playwright's routes do not see what a service worker asks for, nor can they be down or cut a body in two. */
export async function startProxy(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  let faults: { rule: Rule; fault: Fault; times: number; befell: () => void }[] = []
  /** The newest fault that fits. */
  function befalling(asked: Asked) {
    const found = faults.findLast(({ rule, times }) => times > 0 && rule(asked))
    if (!found) return undefined
    found.times--
    // The test is told of a lost answer when it is dropped, since only then the server had sent it.
    if (!('reply' in found.fault)) found.befell()
    return found
  }

  async function relay(client: net.Socket) {
    const upstream = net.connect(Number(port), hostname)
    let hit: (typeof faults)[number] | undefined
    let left = 0
    const cut = () => [client, upstream].map((socket) => socket.destroy())
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // A page that goes away while its answer is to be lost has lost it: what was asked is done all the same.
      const gone = () => void (socket === client && hit && 'reply' in hit.fault ? client.destroy() : cut())
      socket.on('error', gone).on('close', gone)
      socket.on('close', () => sockets.delete(socket))
    }
    upstream.on('data', (chunk) => {
      if (!hit || !('reply' in hit.fault)) return void client.write(chunk)
      client.write(chunk.subarray(0, Math.max(0, left)), () => left < 0 && cut())
      left -= chunk.length
      hit.befell()
    })
    for await (const chunk of client as AsyncIterable<Buffer>) {
      // A browser asks for the next thing on a connection once it has the answer: a request begins with its chunk.
      const [, method, url] = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/.exec(chunk.toString('latin1', 0, 4096)) ?? []
      if (method && url) {
        proxy.seen.push(`${method} ${url}`)
        hit = befalling({ method, url })
        if (hit && 'request' in hit.fault) left = hit.fault.request
        if (hit && 'reply' in hit.fault) left = hit.fault.reply
        if (hit && 'ms' in hit.fault) await wait(hit.fault.ms)
        if (hit && 'until' in hit.fault) await hit.fault.until
        if (hit && 'status' in hit.fault) client.end(page(hit.fault))
      }
      if (hit && 'status' in hit.fault) continue
      if (!hit || !('request' in hit.fault)) upstream.write(chunk)
      else if (left > chunk.length) upstream.write(chunk)
      else upstream.write(chunk.subarray(0, left), cut)
      if (hit && 'request' in hit.fault) left -= chunk.length
    }
  }

  const server = net.createServer((client) => void relay(client).catch(() => client.destroy()))
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const at = (server.address() as net.AddressInfo).port
  const proxy: Wire = {
    origin: `http://127.0.0.1:${at}`,
    seen: [],
    fault: (rule, fault, times = Number.POSITIVE_INFINITY) =>
      new Promise((befell) => {
        faults.push({ rule, fault, times, befell })
      }),
    hold(rule) {
      let release = () => {}
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      return { arrived: proxy.fault(rule, { until }, 1), release }
    },
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    async up() {
      faults = []
      if (!server.listening) await listen(at)
    },
  }
  return proxy
}

function page({ status, type = 'text/html', body = `<h1>${status}</h1>` }: Extract<Fault, { status: number }>) {
  const bytes = Buffer.from(body)
  const head = `HTTP/1.1 ${status} -\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}
/** Calls of the API by method, and by how the path begins. */
export const api =
  (path = '', method = '') =>
  ({ method: asked, url }: Asked) =>
    url.startsWith(`/api/v1${path}`) && asked.startsWith(method)
