import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { preloadLinks } from '../../../src/contract/kernel/preload-links.ts'
import { problem } from './problem.ts'
import { COOKIE, cookieName } from './sessions.ts'
import type { Tiles } from './tiles.ts'

/** Content security policy of the page: nothing from another host but the map tiles; styles made at run time carry the nonce of the page that was served. */
const policy = (nonce: string, tiles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `img-src 'self' blob: data:${tiles}`,
    "font-src 'self'",
    // A PDF that was fetched, in the browser's own viewer, which runs no script of the page: a payslip, a document.
    'frame-src blob:',
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Content security policy of the files, which also holds inside the workers started from them. */
const ASSETS = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Serves the built client: hashed assets for ever and precompressed, everything else revalidated, any other path is the page itself (deep links). */
export async function serveClient(app: FastifyInstance, folder: string, tiles?: Tiles) {
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  const links = preloadLinks(JSON.parse(fs.readFileSync(path.join(folder, '.vite/first.json'), 'utf8')))
  const tileHost = tiles ? ` ${new URL(tiles.url).origin}` : ''
  const sendPage = (place: string, session: boolean, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy(nonce, tileHost) })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__CSP_NONCE__', nonce).replace('</head>', `${links(place, session)}</head>`))
  }
  const files = new Set(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => path.posix.join('/', path.relative(folder, file.parentPath), file.name)),
  )
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  app.get('/*', (request, reply) => {
    const name = request.url.split('?')[0]!
    // Files whose name begins with a dot are for the server alone.
    if (files.has(name) && name !== '/index.html' && !name.startsWith('/.')) {
      const forever = name.startsWith('/assets/')
      return reply
        .header('content-security-policy', ASSETS)
        .header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
        .sendFile(name)
    }
    // A missing asset must stay a 404: a page in its place would be taken for a script.
    if (name.startsWith(API_BASE) || /^\/(assets\/|\.)/.test(name)) throw problem.notFound()
    return sendPage(name, request.cookies[cookieName(COOKIE, request)] !== undefined, reply)
  })
}
