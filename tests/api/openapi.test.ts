import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { API_BASE } from '../../src/contract/constants.ts'
import { calls, label } from './calls.ts'
import { published, unlike } from './published.ts'
import { inWorld } from './world.ts'

test('the published description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(published))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the server publishes it, and it describes every call and nothing else', () =>
  inWorld(async ({ app }) => {
    const answer = await app.inject(`${API_BASE}/openapi.json`)
    expect(answer.statusCode).toBe(200)
    const { paths } = answer.json()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(calls.map(label).sort())
  }))

test('each call names its parameters, body, answers and policy', () => {
  for (const call of calls) {
    const operation = published.paths[call.path][call.method.toLowerCase()]
    const named = operation.parameters.filter((one: { in: string }) => one.in === 'path').map((one: { name: string }) => `{${one.name}}`)
    expect(named, label(call)).toEqual(call.path.match(/\{\w+\}/g) ?? [])
    expect(operation['x-policy']).toBe(call.policy)
    expect(!!operation.requestBody, label(call)).toBe(!!(call.body || call.files))
    expect(Object.keys(operation.responses).map(Number), label(call)).toEqual(expect.arrayContaining([...call.success, 422]))
    expect(operation.responses[401] !== undefined, label(call)).toBe(call.policy !== 'guest')
  }
})

test('a check of answers against it does find what is wrong', () => {
  const list = calls.find(({ name }) => name === 'banks.list')!
  const page = { last_page: 1, current_page: 1, per_page: 15, total: 0 }
  expect(unlike(list, 200, { data: { ...page, data: [] } })).toBeUndefined()
  expect(unlike(list, 200, { data: { ...page, data: [{ id: 'uno' }] } })).toBeDefined()
  expect(unlike(list, 201, {})).toBe('201 is not described')
  expect(unlike(list, 422, { error: 'manca lo stato' })).toBeDefined()
})
