import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openApi } from '../../../server/lib/openapi/openapi.ts'
import { implementations } from '../../../server/resources/registry.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { calls, label } from '../support/calls.ts'
import { published, unlike } from '../support/published.ts'
import { inWorld } from '../support/world.ts'

const operationOf = (call: { path: string; method: string }) => published.paths[call.path][call.method.toLowerCase()]
const named = (name: string) => calls.find((call) => call.name === name)!
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** The target of a reference of the description. */
const at = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((of, part) => of[part], published)

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
    expect(described).toHaveMembers(calls.map(label))
  }))

test('each call names its parameters, body, answers and policy', () => {
  for (const call of calls) {
    const operation = operationOf(call)
    const parameters = operation.parameters.map((one: { $ref?: string }) => (one.$ref ? at(one.$ref) : one))
    const named = parameters.filter((one: { in: string }) => one.in === 'path').map((one: { name: string }) => `{${one.name}}`)
    expect(named, label(call)).toEqual(call.path.match(/\{\w+\}/g) ?? [])
    const queried = parameters.filter((one: { in: string }) => one.in === 'query').map((one: { name: string }) => one.name)
    // Filters by column are one parameter for all of them.
    const names = Object.keys(call.query?.entries ?? {}).map((name) => name.replace(/\[\w+\]$/, ''))
    expect(queried, label(call)).toEqual([...new Set(names)])
    expect(operation['x-policy']).toBe(call.policy)
    expect(!!operation.requestBody, label(call)).toBe(!!(call.body || call.files))
    const answers = [...call.success.map(String), ...(call.steady ? ['304'] : []), '4XX']
    expect(Object.keys(operation.responses), label(call)).toHaveMembers(answers)
    expect(operation.security, label(call)).toEqual(call.policy === 'guest' ? [] : undefined)
  }
})

test('each call has a summary of its own, one tag that is described, and the documented text', () => {
  const summaries = calls.map((call) => operationOf(call).summary)
  expect(new Set(summaries).size).toBe(calls.length)
  expect(summaries).toEqual(expect.arrayContaining(['List banks', 'Create a bank', 'Change a fuel', 'Delete a fire extinguisher']))
  const tags = published.tags.map((tag: { name: string }) => tag.name)
  for (const call of calls) {
    expect(operationOf(call).tags, label(call)).toEqual([expect.toSatisfy((tag) => tags.includes(tag))])
    expect(operationOf(call).responses[call.success[0]!].description, label(call)).toBe(call.ok ?? 'Riuscito')
  }
})

test('what a call takes and gives is named by its resource', () => {
  const { schemas } = published.components
  expect(operationOf(named('banks.create')).requestBody.content['application/json'].schema).toEqual(ref('BankInput'))
  expect(operationOf(named('banks.update')).requestBody.content['application/json'].schema).toEqual(ref('BankChanges'))
  expect(schemas.Bank.allOf[0]).toEqual(ref('BankRow'))
  expect(schemas.BankInput.properties).toMatchObject({
    name: { type: 'string', maxLength: 255, title: 'Nome' },
    iban: { type: ['string', 'null'], title: 'IBAN' },
    email: { format: 'email', title: 'Email' },
  })
  expect(schemas.BankInput.examples).toEqual([{ name: 'Prova' }])
})

test('an example of a body is accepted, and most bodies of fields have one', () => {
  const bodies = calls.filter((call) => call.body && !call.files && operationOf(call).requestBody.content['application/json'].schema.$ref)
  const examples = bodies.map(
    (call) => [call, at(operationOf(call).requestBody.content['application/json'].schema.$ref).examples?.[0]] as const,
  )
  const given = examples.filter(([, example]) => example !== undefined)
  for (const [call, example] of given) expect(v.safeParse(call.body!, example).issues, label(call)).toBeUndefined()
  expect(given.length).toBeGreaterThan(bodies.length / 2)
})

test('a linter finds no error in it', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const lint = (source: string) => lintFromString({ source, absoluteRef: '/openapi.json', config })
  // Two addresses of the documents can be taken for one another; the server takes fixed parts before parameters.
  expect((await lint(JSON.stringify(published))).filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')).toEqual([])
  const unsummarised = JSON.stringify(published).replace('"summary":"List banks",', '')
  expect((await lint(unsummarised)).map(({ ruleId }) => ruleId)).toContain('operation-summary')
})

/** Bytes that the description may have for each call, on average. */
const MOST_BYTES = 1_400
test('the description has at most 1.4 kB a call', () => {
  const bytes = Buffer.byteLength(JSON.stringify(openApi(implementations, 'test')))
  console.log(`${bytes} bytes for ${calls.length} calls`)
  expect(bytes / calls.length).toBeLessThanOrEqual(MOST_BYTES)
})

test('a check of answers against it does find what is wrong', () => {
  const list = calls.find(({ name }) => name === 'banks.list')!
  const page = { last_page: 1, current_page: 1, per_page: 15, total: 0 }
  expect(unlike(list, 200, { data: { ...page, data: [] } })).toBeUndefined()
  expect(unlike(list, 200, { data: { ...page, data: [{ id: 'uno' }] } })).toBeDefined()
  expect(unlike(list, 201, {})).toBe('201 is not described')
  expect(unlike(list, 422, { error: 'manca lo stato' })).toBeDefined()
})
