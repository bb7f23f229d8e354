import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { API_BASE } from '../../src/contract/constants.ts'
import { problem } from './problem.ts'
import { COOKIE, cookieName } from './sessions.ts'
import type { Tiles } from './tiles.ts'

/** Policy of the page: nothing from elsewhere but the ground of maps, from `tiles`; styles made at run time carry the nonce of the page that was served (stack.md 5). */
const policy = (nonce: string, tiles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `img-src 'self' blob: data:${tiles}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Content security policy of the files: it also holds inside the workers that are started from them. */
const ASSETS = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** One address of the built client (`scripts/first-chunks.mjs`). */
interface First {
  path: string
  signed: boolean
  files: string[]
}
/**
 * Links to what the page of an address is made of, so that the browser fetches it beside the code that would ask for it later. Who has no
 * session gets the sign-in where they ask for more.
 */
function firstLinks(folder: string) {
  const pages = JSON.parse(fs.readFileSync(path.join(folder, '.vite/first.json'), 'utf8')) as First[]
  const fixed = ({ path: at }: First) => at.split('/').filter((part) => part && !part.includes('$')).length
  // Of two that fit, the one with more fixed parts, as the router has it.
  const known = pages
    .toSorted((a, b) => fixed(b) - fixed(a))
    .map(({ path: at, signed, files }) => ({
      // `{-$id}` may be missing, `$id` not.
      fits: new RegExp(
        `^${at
          .replace(/\/$/, '')
          .replace(/\/\{-\$\w+\}/g, '(/[^/]+)?')
          .replace(/\$\w+/g, '[^/]+')}/?$`,
      ),
      signed,
      links: files
        .map((file) =>
          file.endsWith('.css')
            ? `<link rel="preload" as="style" crossorigin href="${file}">`
            : `<link rel="modulepreload" crossorigin href="${file}">`,
        )
        .join(''),
    }))
  const at = (place: string) => known.find(({ fits }) => fits.test(place))
  return (place: string, session: boolean) => {
    const found = at(place)
    return (found?.signed && !session ? at('/login') : found)?.links ?? ''
  }
}

/** Serves the built client: hashed assets for ever and precompressed, everything else revalidated, any other path is the page itself (deep links). */
export async function serveClient(app: FastifyInstance, folder: string, tiles?: Tiles) {
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  const links = firstLinks(folder)
  const ground = tiles ? ` ${new URL(tiles.url).origin}` : ''
  const sendPage = (place: string, session: boolean, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy(nonce, ground) })
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
    // Files whose name begins with a dot are for the server only.
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
