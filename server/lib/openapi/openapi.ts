import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import type { Implementation } from '../core/implement.ts'
import { shareAnswers } from './answers.ts'
import { PAGE, requestBody, rolesOf, successes, TOTAL } from './bodies.ts'
import type { Json } from './json.ts'
import { parametersOf, shareParameters } from './parameters.ts'
import { PROBLEM, problemResponses, problemsOf } from './problems.ts'
import { schemaStore } from './schemas.ts'
import { pascal, singular, spaced, summaryOf } from './words.ts'

const DESCRIPTION =
  'API del gestionale per reti di distributori carburanti. Si accede con `POST /auth/login`: il `token` della risposta va in `Authorization: Bearer`.'

/** The contract as an OpenAPI 3.1 document: every schema, parameter and refusal that stands in several calls is written once. */
export function openApi(implementations: readonly Implementation[], version: string): Json {
  const calls = implementations.flatMap(({ endpoints }) => Object.values(endpoints))
  const store = schemaStore()
  const roles = rolesOf(calls, store)
  const operations = calls.map((call) => ({
    call,
    operation: {
      operationId: call.name,
      summary: summaryOf(call),
      tags: [call.resource],
      ...(call.policy === 'guest' && { security: [] }),
      'x-policy': call.policy,
      parameters: parametersOf(call, store),
      ...((call.body || call.files) && { requestBody: requestBody(call, roles.get(call)!.body, store) }),
      responses: { ...successes(call, roles.get(call)!.output), ...problemsOf(call) },
    } as Json,
  }))
  const schemas = store.settle(operations.map(({ call, operation }) => [pascal(singular(call.resource)), operation]))
  const parameters = shareParameters(operations)
  const answers = shareAnswers(operations, schemas)
  const paths: Record<string, Json> = {}
  for (const { call, operation } of operations) {
    paths[call.path] ??= {}
    paths[call.path]![call.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Piazzale', version, description: DESCRIPTION, license: { name: 'MPL-2.0', identifier: 'MPL-2.0' } },
    servers: [{ url: API_BASE, description: 'Questo server' }],
    security: [{ bearer: [] }],
    tags: tagsOf(calls),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Il `token` di `POST /auth/login`; dura pochi minuti.' } },
      parameters,
      headers: { TotalCount: TOTAL },
      responses: problemResponses,
      schemas: { Page: PAGE, Problem: PROBLEM, ...schemas, ...answers },
    },
  }
}
const tagsOf = (calls: readonly (Endpoint & Named)[]) =>
  [...new Set(calls.map(({ resource }) => resource))].map((name) => ({
    name,
    description: `${spaced(name)[0]!.toUpperCase()}${spaced(name).slice(1)}`,
  }))
