import fs from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from './api/support/calls.ts'
import { lineOf, resources } from './resources/registry.ts'
import { sourcesOf } from './sources.ts'

/** Tests that go through all calls alike, and so do not show what any of them is for. */
const ALIKE = /\/(authz|fuzz|headers|openapi|contract|filters)\.test\.ts$/
const VERBS = { GET: 'get', POST: 'post|upload', PUT: 'put', PATCH: 'patch', DELETE: 'del' }
/** The calls that `plain.test.ts` makes of every plain resource. */
const plain = new Set(
  resources.flatMap(({ sample, contract: { list, create, update, remove } }) =>
    sample ? [list, create, update, remove].map((call) => call?.name) : [],
  ),
)

test('every call has a test of its own: what it does, and not only who is refused', () => {
  const lines = sourcesOf('tests/api', 'tests/screens')
    .filter(({ path }) => !ALIKE.test(path))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => !/toBe\(40[13]\)/.test(line))
  const untried = calls.filter((call) => {
    const { method, path, name } = call
    if (plain.has(name) || lineOf(call).testedIn) return false
    const address = path.replace(/\{\w+\}/g, '(\\$\\{[^}]+\\}|[\\w-]+)')
    const asked = new RegExp(`\\.(${VERBS[method as keyof typeof VERBS]})\\(\\s*[\`'"]${address}([\`'"?]|\\$\\{)`)
    return !lines.some((line) => asked.test(line))
  })
  expect(untried.map(({ method, path }) => `${method} ${path}: write a test, or say in tests/resources where it is with testedIn`)).toEqual(
    [],
  )
  for (const call of calls) {
    const { testedIn } = lineOf(call)
    if (testedIn) expect(fs.existsSync(testedIn), `${call.name}: ${testedIn}`).toBe(true)
  }
})
