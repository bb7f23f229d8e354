import fs from 'node:fs'
import { expect, test } from 'vitest'
import { implementations } from '../server/resources/registry.ts'
import { dataTypes } from '../src/contract/overview/data-types.ts'
import { sourcesOf } from './sources.ts'

/** Tests that go through all calls alike and say nothing of what any of them is for. */
const ALIKE = /\/(authz|fuzz|headers|openapi|contract|filters)\.test\.ts$/
const VERBS = { GET: 'get', POST: 'post|upload', PUT: 'put', PATCH: 'patch', DELETE: 'del' }
/** Where the address is put together, or the app's own code asks. */
const THERE: Record<string, string> = {
  'POST /auth/refresh': 'tests/api/people/auth-session.test.ts',
  'GET /banks/{id}/files/{fileId}': 'tests/screens/app/files.test.tsx',
  'DELETE /banks/{id}/files/{fileId}': 'tests/screens/app/files.test.tsx',
  'GET /station/devices/{id}': 'tests/api/stations/stations.test.ts',
  'GET /station/fireext/{id}': 'tests/api/stations/stations.test.ts',
  'POST /station/tanks/maintenances/files': 'tests/api/equipment/tanks.test.ts',
  'GET /station/oilseparator/{id}': 'tests/api/stations/stations.test.ts',
  ...Object.fromEntries(
    ['phones', 'fuels', 'services', 'networks', 'bills', 'openings'].map((set) => [
      `POST /stations/{id}/s/${set}`,
      'tests/api/stations/sets.test.ts',
    ]),
  ),
  ...Object.fromEntries(Object.values(dataTypes).map(({ path }) => [`GET /data-query/${path}`, 'tests/api/overview/data-query.test.ts'])),
  'POST /support/ticket/files': 'tests/api/tickets/replies.test.ts',
  'PUT /support/ticket/{year}/{number}/draft': 'tests/api/tickets/replies.test.ts',
  'GET /inspection/{id}/send': 'tests/api/inspections/send.test.ts',
}

test('every call has a test of its own: what it does, and not only who is refused', () => {
  const lines = sourcesOf('tests/api', 'tests/screens')
    .filter(({ path }) => !ALIKE.test(path))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => !/toBe\(40[13]\)/.test(line))
  const calls = implementations.flatMap(({ endpoints }) => Object.values(endpoints))
  const untried = calls.filter(({ method, path }) => {
    const place = path.replace(/\{\w+\}/g, '(\\$\\{[^}]+\\}|[\\w-]+)')
    const asked = new RegExp(`\\.(${VERBS[method as keyof typeof VERBS]})\\(\\s*[\`'"]${place}([\`'"?]|\\$\\{)`)
    return !THERE[`${method} ${path}`] && !lines.some((line) => asked.test(line))
  })
  expect(untried.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  for (const [call, file] of Object.entries(THERE)) expect(fs.existsSync(file), call).toBe(true)
})
