import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { tilesOf } from '../../../server/lib/core/tiles.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { inWorld } from '../support/world.ts'

/** A built client in miniature. */
function builtClient() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-client-'))
  fs.mkdirSync(path.join(folder, 'assets'))
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><head><meta name="csp-nonce" nonce="__CSP_NONCE__"></head><div id="root"></div>',
  )
  fs.mkdirSync(path.join(folder, '.vite'))
  const first = [
    { path: '/login', signed: false, files: ['/assets/login.js'] },
    { path: '/stazioni/banche/{-$id}', signed: true, files: ['/assets/banks.js', '/assets/banks.css'] },
    { path: '/invii/$id', signed: true, files: ['/assets/conflict.js'] },
    { path: '/invii/', signed: true, files: ['/assets/sending.js'] },
  ]
  fs.writeFileSync(path.join(folder, '.vite/first.json'), JSON.stringify(first))
  fs.writeFileSync(path.join(folder, 'assets/main-abc.js'), 'export {}')
  fs.writeFileSync(path.join(folder, 'sw.js'), 'self')
  return folder
}
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
}
const ofTheApi = { 'cache-control': 'no-store', vary: expect.stringContaining('Authorization') }

test('every kind of answer carries its headers', () =>
  inWorld(async (world) => {
    const app = await createApp({ ...world.deps, client: builtClient() })
    const conti = await world.as('contabilita')
    const headers = { authorization: `Bearer ${conti.token}` }
    const { id } = (await conti.post('/banks', { name: 'Banca delle Intestazioni' })).body.data
    const file = { name: 'perché uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }
    const stored = (await conti.upload(`/banks/${id}/upload`, [file])).body.data[0]
    const get = (url: string) => app.inject({ url, headers })
    const answers = {
      page: await get('/'),
      deep: await get('/stazioni/banche?page=2'),
      folder: await get('/assets'),
      asset: await get('/assets/main-abc.js'),
      worker: await get('/sw.js'),
      missing: await get('/assets/main-old.js'),
      health: await get(`${API_BASE}/health`),
      json: await get(`${API_BASE}/banks`),
      blob: await get(`${API_BASE}/banks/${id}/files/${stored.id}`),
      unauthenticated: await app.inject(`${API_BASE}/banks`),
      denied: await get(`${API_BASE}/activity`),
      invalid: await get(`${API_BASE}/banks?page=0`),
      nowhere: await get(`${API_BASE}/nessuno`),
      unreadable: await get(`${API_BASE}/banks/%`),
      unreadablePage: await get('/%'),
      hidden: await get('/.vite/first.json'),
    }
    const statuses = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.statusCode]))
    expect(statuses).toEqual({
      ...{ page: 200, deep: 200, folder: 200, asset: 200, worker: 200, missing: 404, health: 200, json: 200, blob: 200 },
      ...{ unauthenticated: 401, denied: 403, invalid: 422, nowhere: 404, unreadable: 400, unreadablePage: 400, hidden: 404 },
    })
    for (const [name, answer] of Object.entries(answers)) {
      expect(answer.headers, name).toMatchObject(always)
      expect(answer.headers['content-security-policy'], name).toMatch(/default-src '(none|self)'/)
      expect(answer.headers.server, name).toBeUndefined()
      expect(answer.headers['x-powered-by'], name).toBeUndefined()
      expect(answer.headers['access-control-allow-origin'], name).toBeUndefined()
      expect(answer.headers['content-type'], name).toMatch(/charset=utf-8|^application\/(problem\+json|pdf)/)
      if (answer.raw.req.url!.startsWith(API_BASE)) expect(answer.headers, name).toMatchObject(ofTheApi)
    }
    for (const name of ['json', 'unauthenticated', 'denied', 'invalid', 'nowhere', 'unreadable', 'health'] as const)
      expect(answers[name].headers['content-security-policy'], name).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(answers.blob.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `attachment; filename="perche uno.pdf"; filename*=UTF-8''perch%C3%A9%20uno.pdf`,
    })
    expect(answers.asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const name of ['page', 'deep', 'worker'] as const) expect(answers[name].headers['cache-control'], name).toBe('no-cache')
    await app.close()
  }))

test('the policy of the page has a nonce of its own each time, which the page carries', () =>
  inWorld(async (world) => {
    const app = await createApp({ ...world.deps, client: builtClient() })
    const seen = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const { headers, body } = await app.inject('/dashboard')
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)![1]!
      expect(body).toContain(`nonce="${nonce}"`)
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
      expect(policy.replace(nonce, 'N').split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce-N'",
        "style-src-attr 'none'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        'frame-src blob:',
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
      seen.add(nonce)
    }
    expect(seen.size).toBe(20)
    await app.close()
  }))

test('the page may fetch pictures of the ground from the one server that is configured, and from nobody else', () =>
  inWorld(async (world) => {
    const tiles = tilesOf('https://mappe.example.it:8443/{z}/{x}/{y}.png?chiave=a;b', undefined)
    const app = await createApp({ ...world.deps, client: builtClient(), tiles })
    const policy = String((await app.inject('/stazioni/mappa')).headers['content-security-policy'])
    expect(policy.match(/https?:[^;]*/g)).toEqual(['https://mappe.example.it:8443'])
    expect(policy).toContain("img-src 'self' blob: data: https://mappe.example.it:8443; font-src")
    await app.close()
    for (const wrong of [
      'http://mappe.example.it/{z}/{x}/{y}.png',
      'https://mappe.example.it/{z}/{x}.png',
      'https://{s}.example.it/{z}/{x}/{y}.png',
      'https://*.example.it/{z}/{x}/{y}.png',
      'https://a.it;script-src/{z}/{x}/{y}.png',
      'https://io@mappe.example.it/{z}/{x}/{y}.png',
      'mappe',
    ])
      expect(() => tilesOf(wrong, undefined), wrong).toThrow('MAP_TILES deve essere un solo indirizzo https')
    expect(tilesOf(undefined, 'io')).toBeUndefined()
  }))

test('the page names what its address needs; to who has no session, what the sign-in needs', () =>
  inWorld(async (world) => {
    const app = await createApp({ ...world.deps, client: builtClient() })
    const named = async (url: string, cookies = { rt: 'x' } as Record<string, string>) =>
      [...(await app.inject({ url, cookies })).body.matchAll(/<link rel="(\w+)" (?:as="style" )?crossorigin href="([^"]+)">/g)].map(
        ([, rel, file]) => `${rel} ${file}`,
      )
    const banks = ['modulepreload /assets/banks.js', 'preload /assets/banks.css']
    expect(await named('/stazioni/banche?page=2')).toEqual(banks)
    expect(await named('/stazioni/banche/12')).toEqual(banks)
    expect(await named('/stazioni/banche/12/oltre')).toEqual([])
    expect(await named('/invii')).toEqual(['modulepreload /assets/sending.js'])
    expect(await named('/invii/abc')).toEqual(['modulepreload /assets/conflict.js'])
    expect(await named('/stazioni/banche', {})).toEqual(['modulepreload /assets/login.js'])
    expect(await named('/login', {})).toEqual(['modulepreload /assets/login.js'])
    expect(await named('/altrove')).toEqual([])
    await app.close()
  }))

test('a long answer is packed for who can unpack it; a packed request is not taken', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    for (let at = 0; at < 15; at++) await conti.post('/banks', { name: `Banca numero ${at}` })
    const plain = await conti.get('/banks?per_page=25')
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await conti.get('/banks?per_page=25', { 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers.vary).toMatch(/authorization/i)
      expect(headers.vary).toMatch(/accept-encoding/i)
      expect(JSON.parse(unpack(bytes).toString())).toEqual(plain.body)
      expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
    }
    expect((await conti.get('/auth/me', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
    const packed = await conti.post('/banks', gzipSync('{"name":"Banca chiusa"}'), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect(packed.status).toBe(400)
  }))

test('what is not HTTP, or has headers beyond measure, is answered in the same words', () =>
  inWorld(async ({ app }) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as net.AddressInfo
    const say = (text: string) =>
      new Promise<string>((resolve) => {
        let heard = ''
        const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (part) => {
          heard += part
        })
        socket.on('close', () => resolve(heard))
      })
    for (const [text, status, message] of [
      ['CIAO\r\n\r\n', 400, 'La richiesta non è leggibile.'],
      [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'Le intestazioni della richiesta sono troppo lunghe.'],
    ] as const) {
      const [head, body] = (await say(text)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status} `)
      expect(head).toContain('content-type: application/problem+json')
      expect(JSON.parse(body!)).toMatchObject({ status, message, error: message })
    }
  }))
