import { drizzle } from 'drizzle-orm/pglite'
import fastify from 'fastify'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Deps } from '../server/lib/core/context.ts'
import { serve } from '../server/lib/core/serve.ts'
import { bulkLists } from '../server/resources/overview/bulk-lists.ts'
import { implementations } from '../server/resources/registry.ts'
import { bulkActions } from '../src/contract/kernel/bulk-actions.ts'
import { API_BASE } from '../src/contract/kernel/constants.ts'
import type { Endpoint, Named } from '../src/contract/kernel/endpoint.ts'
import { fieldKind } from '../src/contract/kernel/fields.ts'
import { policies } from '../src/contract/kernel/policies.ts'
import { valueType } from '../src/contract/kernel/read-field.ts'
import { labelOf } from '../src/contract/kernel/valibot-it.ts'

type Call = Endpoint & Named
const implemented = implementations.flatMap(({ endpoints }) => Object.values(endpoints))
const label = (call: Call) => `${call.method} ${call.path}`

test('every call of the contract is implemented, once', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../src/contract/**/*.ts', { eager: true })
  const isCall = (value: unknown): value is Call => !!value && typeof value === 'object' && 'method' in value && 'resource' in value
  const declared = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((value) => !!value && typeof value === 'object')
    .flatMap((group) => Object.values(group as object).filter(isCall))
  expect(declared.length).toBeGreaterThan(10)
  expect(implemented.map(({ name }) => name)).toHaveMembers([...new Set(declared.map(({ name }) => name))])
  for (const { endpoints, handlers } of implementations) expect(Object.keys(handlers)).toHaveMembers(Object.keys(endpoints))
})

test('each list whose rows many things are done to at once says how: server/resources/overview/bulk-lists.ts', () => {
  const declared = implemented.filter((call) => Object.keys(bulkActions(call)).length).map(({ name }) => name)
  expect(Object.keys(bulkLists)).toHaveMembers(declared)
})

test('no two calls share method and path, nor a name', () => {
  const shape = (call: Call) => label(call).replace(/\{\w+\}/g, '{}')
  const twice = (of: (call: Call) => string) => implemented.map(of).filter((one, i, all) => all.indexOf(one) !== i)
  expect(twice(shape)).toEqual([])
  expect(twice(({ name }) => name)).toEqual([])
})

test('each call says what it answers and who may make it', () => {
  for (const call of implemented) {
    expect(call.policy === 'guest' || call.policy in policies, label(call)).toBe(true)
    expect(call.success.length, label(call)).toBeGreaterThan(0)
    // Only forgotten passwords may also be answered with a redirection.
    const redirected = call.path === '/auth/forgot-password' ? [301, 302] : []
    for (const status of call.success) expect([200, 201, 204, ...redirected], label(call)).toContain(status)
    expect(call.success.includes(204) && call.envelope !== 'none', `${label(call)}: 204 has no body`).toBe(false)
    if (call.method === 'GET') expect(call.body ?? call.files, `${label(call)}: a GET carries no body`).toBeUndefined()
    if (call.method !== 'GET') expect(call.acts, `${label(call)}: only a GET is marked as acting`).toBeUndefined()
    if (['item', 'page', 'list'].includes(call.envelope)) expect(call.output, `${label(call)}: output`).toBeDefined()
  }
})

test('path, query, body and files do not share a name: callers pass them as one object', () => {
  for (const call of implemented) {
    const path = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    if (call.params) expect(Object.keys(call.params.entries), label(call)).toHaveMembers([...path])
    const names = [
      ...path,
      ...Object.keys(call.query?.entries ?? {}),
      ...Object.keys(call.body?.entries ?? {}),
      ...(call.files ? ['files'] : []),
    ]
    expect(
      names.filter((name, i) => names.indexOf(name) !== i),
      label(call),
    ).toEqual([])
  }
})

test('every path reaches its own call, and of two that fit the one with the fixed part wins', async () => {
  const app = fastify()
  serve(app, { db: drizzle.mock() } as unknown as Deps, implementations)
  app.addHook('onRequest', async (request, reply) => reply.send(`${request.method} ${request.routeOptions.url}`))
  const reached = async (method: string, url: string) => (await app.inject({ method: method as 'GET', url: API_BASE + url })).body
  const pattern = (call: Call) => `${call.method} ${API_BASE}${call.path.replace(/\{(\w+)\}/g, ':$1')}`
  for (const call of implemented) expect(await reached(call.method, call.path.replace(/\{\w+\}/g, '7'))).toBe(pattern(call))

  let pairs = 0
  for (const one of implemented)
    for (const other of implemented) {
      const meeting = one.method === other.method ? meet(one.path, other.path) : undefined
      if (!meeting) continue
      pairs++
      expect(await reached(one.method, meeting), `${label(one)} before ${label(other)}`).toBe(pattern(one))
    }
  console.log(`${implemented.length} paths and ${pairs} overlapping pairs resolved`)
})
/** An address that fits both paths, when the first has the fixed part where they first differ. */
function meet(one: string, other: string): string | undefined {
  const [a, b] = [one.split('/'), other.split('/')]
  if (a.length !== b.length || one === other) return undefined
  const isParameter = (part: string) => part.includes('{')
  const differs = a.findIndex((part, i) => part !== b[i] && !(isParameter(part) && isParameter(b[i]!)))
  const fits = a.every((part, i) => part === b[i] || isParameter(part) || isParameter(b[i]!))
  if (differs < 0 || !fits || isParameter(a[differs]!)) return undefined
  return a.map((part, i) => (isParameter(part) ? (isParameter(b[i]!) ? '7' : b[i]) : part)).join('/')
}

test('what is typed in euro is a sum of money, which every form enters alike (docs/decisions/007)', () => {
  const sums: string[] = []
  const look = (schema: unknown): void => {
    const { entries, wrapped, item } = schema as { entries?: Record<string, v.GenericSchema>; wrapped?: unknown; item?: unknown }
    for (const inner of [wrapped, item, ...Object.values(entries ?? {})]) if (inner) look(inner)
    for (const [name, field] of Object.entries(entries ?? {})) {
      const typed = /€|^(Importo|Costo)$/.test(labelOf(field) ?? '') && valueType(field) === 'number'
      if (typed) sums.push(`${name}: ${fieldKind(field)}`)
    }
  }
  for (const { body } of implemented) if (body) look(body)
  expect(sums.length).toBeGreaterThan(20)
  expect(sums.filter((one) => !one.endsWith(': money'))).toEqual([])
})
