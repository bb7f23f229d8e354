import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { root } from './prepare.mjs'

const client = path.join(root, 'dist/client')
const ENTRY = 'index.html'
const route = (page) => `${page}?tsr-split=component---loader`
/** Names of two chunks (vite.config.ts): the layout of every signed-in page, and the sign-in. */
const [FRAME, GUEST] = ['frame', 'guest']
/** Files loaded once the first page and its deferred parts are there: later pages do not load them again. */
const AT_REST = [ENTRY, FRAME, route('src/features/overview/dashboard/dashboard.page.tsx'), 'src/app/rest.ts', 'src/outbox/OutboxBadge.tsx']

/** Bytes the browser fetches of the built app, as served (brotli): `{ signIn, list, css, font, pages }`; `pages` is the addition of each page. */
export function weigh() {
  const manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
  const files = (keys, kind) => {
    const seen = new Set()
    const found = new Set()
    const walk = (key) => {
      if (seen.has(key)) return
      seen.add(key)
      const { file, css = [], imports = [] } = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
      for (const one of kind === 'css' ? css : [file]) found.add(one)
      imports.forEach(walk)
    }
    keys.forEach(walk)
    return found
  }
  const bytes = (names) => [...names].reduce((sum, name) => sum + served(name), 0)
  const served = (name) => zlib.brotliCompressSync(fs.readFileSync(path.join(client, name))).length
  const resting = files(AT_REST, 'js')
  const list = [ENTRY, FRAME, route('src/features/banks/banks.page.tsx')]
  return {
    signIn: bytes(files([ENTRY, GUEST], 'js')),
    list: bytes(files(list, 'js')),
    css: bytes(files(list, 'css')),
    // Already compressed; not part of the first paint (`font-display: optional`).
    font: fs
      .readdirSync(path.join(client, 'assets'))
      .reduce((sum, name) => sum + (name.endsWith('.woff2') ? fs.statSync(path.join(client, 'assets', name)).size : 0), 0),
    pages: Object.keys(manifest)
      .filter((key) => /page\.tsx\?tsr-split/.test(key))
      .map((key) => ({
        page: path.basename(key.split('?')[0], '.page.tsx'),
        bytes: bytes([...files([key], 'js')].filter((name) => !resting.has(name))),
      }))
      .sort((a, b) => b.bytes - a.bytes),
  }
}

/** In kilobytes of 1,000 bytes: the first page (JavaScript, all its CSS) and what any page adds to an app at rest. */
export const BUDGET = { first: 190, css: 15, font: 50, page: 65 }
/** Prints what is over its budget; gives whether nothing is. */
export function withinBudget() {
  const { signIn, list, css, font, pages } = weigh()
  const rows = [
    ['first page, signing in', signIn, BUDGET.first],
    ['first page, a list', list, BUDGET.first],
    ['its CSS', css, BUDGET.css],
    ['its typeface', font, BUDGET.font],
  ]
  const over = [...rows, ...pages.map(({ page, bytes }) => [`page ${page}`, bytes, BUDGET.page])].filter(
    ([, bytes, most]) => bytes > most * 1000,
  )
  for (const [name, bytes, most] of over) console.error(`${name}: ${(bytes / 1000).toFixed(1)} kB, budget ${most}`)
  return over.length === 0
}
