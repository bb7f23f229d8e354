import http from 'node:http'
import type net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

type Rule = (request: http.IncomingMessage) => boolean
/** What stands between the browser and the server, and what it does to them. */
export interface Gateway {
  origin: string
  /** Every request so far: `GET /api/v1/banks?page=1`. */
  seen: string[]
  /** Answers these with the status, and with a page as a gateway would write it. */
  refuse(rule: Rule, status: number): void
  /** Lets these wait. */
  delay(rule: Rule, ms: number): void
  /** Puts something behind the body of these. */
  append(rule: Rule, text: string): void
  /** No longer listens, and cuts what is open: a server that is down. */
  down(): Promise<void>
  /** Listens again, with no rule left. */
  up(): Promise<void>
}

/** A proxy of our own: Playwright's routes do not see what a service worker asks for, nor can they be down. */
export async function startGateway(target: string): Promise<Gateway> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  let rules: { rule: Rule; status?: number; ms?: number; text?: string }[] = []
  const of = (request: http.IncomingMessage) => Object.assign({}, ...rules.filter(({ rule }) => rule(request))) as (typeof rules)[number]
  const server = http.createServer(async (request, answer) => {
    proxy.seen.push(`${request.method} ${request.url}`)
    const { status, ms, text } = of(request)
    if (ms) await wait(ms)
    if (status) return answer.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${status}</h1>`)
    const headers = { ...request.headers, ...(text && { 'accept-encoding': 'identity' }) }
    const forward = http.request({ hostname, port, path: request.url, method: request.method, headers }, (reply) => {
      const { 'content-length': length, ...rest } = reply.headers
      answer.writeHead(reply.statusCode!, text ? rest : reply.headers)
      reply.pipe(answer, { end: !text })
      if (text) reply.on('end', () => answer.end(text))
    })
    forward.on('error', () => answer.destroy())
    answer.on('close', () => forward.destroy())
    request.pipe(forward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const at = (server.address() as net.AddressInfo).port
  const proxy: Gateway = {
    origin: `http://127.0.0.1:${at}`,
    seen: [],
    refuse: (rule, status) => void rules.push({ rule, status }),
    delay: (rule, ms) => void rules.push({ rule, ms }),
    append: (rule, text) => void rules.push({ rule, text }),
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    async up() {
      rules = []
      if (!server.listening) await listen(at)
    },
  }
  return proxy
}
/** All calls of the API; those that begin with this path of it. */
export const api =
  (path = '') =>
  ({ url = '' }: http.IncomingMessage) =>
    url.startsWith(`/api/v1${path}`)
