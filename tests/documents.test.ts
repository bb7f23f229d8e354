import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint, Named } from '../src/contract/kernel/endpoint.ts'
import { policies } from '../src/contract/kernel/policies.ts'
import { type PermissionName, type RoleName, roleNames, roles } from '../src/contract/kernel/roles.ts'

/** Every text of the project that a person writes: migrations are left out, since their content is their name. */
const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(tsx?|mjs|css|md|html|tsv)$/.test(file) && !file.includes('.gen.') && !file.includes('/migrations/') && fs.existsSync(file),
  )
  .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
const pages = texts.filter(({ file }) => file.endsWith('.md'))
const outsideCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** A heading's address, as the sites that show the repository make it. */
const slugOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
const headings = new Map(
  pages.map(({ file, text }) => [file, new Set([...outsideCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slugOf(heading!)))]),
)
/** The fault of a citation; undefined if its page and heading exist. */
function missing(page: string, slug: string | undefined): string | undefined {
  if (!fs.existsSync(page)) return `${page} is not there`
  return slug === undefined || headings.get(page)?.has(slug) ? undefined : `${page} has no heading "${slug}"`
}

test('each page that is cited is there, and has the heading', () => {
  const broken = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w./-])docs\/[\w./-]+?\.md(?:#([\p{L}\p{N}_-]+))?/gu)].flatMap(([cited, slug]) => {
      const wrong = missing(cited.split('#')[0]!, slug)
      return wrong ? `${file}: ${wrong}` : []
    }),
  )
  expect(broken).toEqual([])
})

test('each link between pages leads to a page and a heading', () => {
  const broken = pages.flatMap(({ file, text }) =>
    [...outsideCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
      if (/^[a-z]+:/.test(link!)) return []
      const [to, slug] = link!.split('#')
      const page = to ? path.posix.join(path.posix.dirname(file), to) : file
      const wrong = missing(page, slug)
      return wrong ? `${file}: ${wrong}` : []
    }),
  )
  expect(broken).toEqual([])
})

test('each decision that is named is there', () => {
  const numbers = new Set(fs.readdirSync('docs/decisions').map((name) => name.slice(0, 3)))
  const broken = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bdecisions?[ /](\d{3})\b(?:(?:,| and| or) (\d{3})\b)?/g)]
      .flatMap(([, ...named]) => named)
      .filter((number) => number && !numbers.has(number))
      .map((number) => `${file}: ${number}`),
  )
  expect(broken).toEqual([])
})

/** Pages and documents that are not in the repository; `outbox.md` is where its folder, or a link, says so. */
const OUTSIDE =
  /\b(?:domain|ux|reliability|speed|stack)\.md\b|(?<![\w/(])(?:outbox|architecture)\.md\b|\bdocs? [01](?: ?§|,? (?:section|point))|\bissue \d+/i
test('nothing points to a page that is not in the repository', () => {
  const pointing = texts.filter(({ file, text }) => file !== 'tests/documents.test.ts' && OUTSIDE.test(text)).map(({ file }) => file)
  expect(pointing).toEqual([])
})

test('each file of the project that a page names is there', () => {
  const named = /`((?:src|server|sw|scripts|tests)\/[^`\s]*)`/g
  const broken = pages.flatMap(({ file, text }) =>
    [...outsideCode(text).matchAll(named)]
      .map(([, name]) => name!.replace(/\/$/, ''))
      .flatMap((name) => {
        if (/[<{*…]/.test(name)) return []
        return fs.existsSync(name) ? [] : `${file}: ${name}`
      }),
  )
  expect(broken).toEqual([])
})

test('what a page says is in a file is in it', () => {
  const said = /`([A-Za-z]\w+)(?:\([^`]*\))?`(?: and `(\w+)`)? (?:in|of) `((?:src|server|tests|scripts)\/[^`]+)`/g
  const absent = pages.flatMap(({ file, text }) =>
    [...text.matchAll(said)].flatMap(([, one, other, name]) => {
      const code = fs.statSync(name!, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(name!, 'utf8') : ''
      return [one, other]
        .filter((word) => word && code && !new RegExp(`\\b${word}\\b`).test(code))
        .map((word) => `${file}: ${word} in ${name}`)
    }),
  )
  expect(absent).toEqual([])
})

test('code that a page shows under the name of a file is in that file', () => {
  const different = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/^( *)```tsx?\n *\/\/ (\S+)\n([\s\S]*?)^ *```$/gm)].flatMap(([, indent, name, shown]) => {
      const code = shown!.replace(new RegExp(`^${indent}`, 'gm'), '')
      return fs.existsSync(name!) && fs.readFileSync(name!, 'utf8').includes(code) ? [] : `${file}: ${name}`
    }),
  )
  expect(different).toEqual([])
})

test('pages stay short, and each is reached from the README', () => {
  const most = (file: string) => (file === 'README.md' ? 150 : /^docs\/decisions\/\d/.test(file) ? 25 : 400)
  expect(pages.filter(({ file, text }) => text.trimEnd().split('\n').length > most(file)).map(({ file }) => file)).toEqual([])
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const text = pages.find((page) => page.file === file)?.text ?? ''
    for (const [, link] of text.matchAll(/\]\(([^)#:\s]+\.md)[)#]/g)) follow(path.posix.join(path.posix.dirname(file), link!))
  }
  follow('README.md')
  expect(pages.map(({ file }) => file).filter((file) => file.startsWith('docs/') && !reached.has(file))).toEqual([])
})

type Call = Endpoint & Named
test('the specification says of each call what the contract does', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../src/contract/**/*.ts', { eager: true })
  const isCall = (value: unknown): value is Call => !!value && typeof value === 'object' && 'method' in value && 'resource' in value
  const calls = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .flatMap((group) => (group && typeof group === 'object' ? Object.values(group).filter(isCall) : []))
  const shape = (method: string, address: string) => `${method} ${address.replace(/\{\w+\}/g, '{}')}`
  const contract = new Map(calls.map((call) => [shape(call.method, call.path), call]))
  const told = pages
    .filter(({ file }) => file.startsWith('docs/spec/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)`[^|]*\| `([\w.]+)` \| \w* \| (\d+) \| (.*?) ?\|$/gm)].map(
        ([, method, address, policy, status, words]) => ({
          file,
          call: shape(method!, address!),
          policy,
          status: Number(status),
          words: words!,
        }),
      ),
    )
  const wrong = told.flatMap(({ file, call, policy, status, words }) => {
    const { policy: of, success, ok } = contract.get(call) ?? {}
    if (!of || !success) return []
    const same = policy === of && success[0] === status && (ok === undefined || words.includes(`'${ok}'`))
    return same ? [] : `${file}: ${call} is ${of}, ${success[0]}, ${ok}`
  })
  expect(wrong).toEqual([])
  expect([...contract.keys()].filter((call) => !told.some((one) => one.call === call))).toEqual([])
})

test('the specification lists the policies as they are', () => {
  const page = fs.readFileSync('docs/spec/security.md', 'utf8')
  const short = new Map([...page.matchAll(/^\| \d+ \| (\w+) \| ([A-Z]{2}) \|/gm)].map(([, name, sign]) => [name as RoleName, sign!]))
  expect([...short.keys()]).toHaveMembers([...roleNames])
  const ids = [...page.matchAll(/^\| (\d+) \| (\w+) \| [A-Z]{2} \|/gm)].map(([, id, name]) => [name, Number(id)])
  expect(Object.fromEntries(ids)).toEqual(Object.fromEntries(roleNames.map((name) => [name, roles[name].id])))
  const inWords = ({ roles, permissions }: { roles: readonly RoleName[] | 'all'; permissions: readonly PermissionName[] | 'all' }) => [
    roles === 'all' ? 'all' : roles.length === 16 ? 'all but IN' : roles.map((name) => short.get(name)).join(' '),
    permissions === 'all' ? 'all' : permissions.join(', ') || '–',
  ]
  const told = [...page.matchAll(/^\| `([\w.]+)` \| ([^|`]+) \| ([^|`]+) \|$/gm)].map(([, name, ...words]) => [name, words])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, inWords(policy)])))
})
