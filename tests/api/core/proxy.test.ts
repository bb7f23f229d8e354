import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { login_attempts } from '../../../server/db/schema/core/accounts.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { inWorld, PASSWORD, type World } from '../support/world.ts'

/** The address a reverse proxy says its caller has. */
const CALLER = '203.0.113.7'

/** A certificate for this test alone. */
function certificate() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-tls-'))
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')]
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...what, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  fs.rmSync(folder, { recursive: true })
  return made
}
type Send = (url: string, body: object, cookie?: string) => Promise<{ status: number; headers: http.IncomingHttpHeaders; body: any }>
/** A reverse proxy that ends TLS, before a server that believes it or not; `work` gets how to ask through it. */
async function behindProxy(world: World, trustProxy: string | undefined, work: (send: Send) => Promise<void>) {
  const app = await createApp({ ...world.deps, trustProxy })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const proxy = https.createServer(certificate(), (from, to) => {
    const headers = { ...from.headers, 'x-forwarded-for': CALLER, 'x-forwarded-proto': 'https' }
    const onward = http.request({ port, host: '127.0.0.1', method: from.method, path: from.url, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(to)
    })
    from.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const at = (proxy.address() as AddressInfo).port
  const send: Send = (url, body, cookie = '') =>
    new Promise((resolve, reject) => {
      const options = { port: at, host: '127.0.0.1', path: API_BASE + url, method: 'POST', rejectUnauthorized: false }
      const request = https.request({ ...options, headers: { 'content-type': 'application/json', cookie } }, async (answer) => {
        const text = (await answer.toArray()).join('')
        resolve({ status: answer.statusCode!, headers: answer.headers, body: JSON.parse(text) })
      })
      request.on('error', reject).end(JSON.stringify(body))
    })
  try {
    await work(send)
  } finally {
    proxy.close()
    proxy.closeAllConnections()
    await app.close()
  }
}
const signIn = (password = PASSWORD) => ({ email: 'rete@demo.example.it', password })
const lastAddress = async ({ db }: World) => {
  const [last] = await db.select({ ip: login_attempts.ip }).from(login_attempts).orderBy(desc(login_attempts.id)).limit(1)
  return last!.ip
}

test('behind a proxy that is believed: cookies of this host alone and only over https, HSTS, and limits by the real address', () =>
  inWorld((world) =>
    behindProxy(world, '127.0.0.1', async (send) => {
      const { status, headers, body } = await send('/auth/login', signIn())
      expect(status).toBe(200)
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      const cookies = headers['set-cookie']!
      expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(expect.arrayContaining(['__Host-rt', '__Host-kd']))
      for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
      expect(await lastAddress(world)).toBe(CALLER)
      const { handle } = body.data
      const rt = cookies.find((cookie) => cookie.startsWith('__Host-rt='))!.split(';')[0]!
      expect((await send('/auth/refresh', { handle }, rt.replace('__Host-', ''))).status, 'a planted cookie').toBe(401)
      expect((await send('/auth/refresh', { handle }, rt)).status).toBe(200)
    }),
  ))

test('a proxy that nobody has named is not believed', () =>
  inWorld((world) =>
    behindProxy(world, undefined, async (send) => {
      const { headers } = await send('/auth/login', signIn())
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['set-cookie']!.find((cookie) => cookie.startsWith('rt='))).not.toContain('Secure')
      expect(await lastAddress(world)).toBe('127.0.0.1')
    }),
  ))
