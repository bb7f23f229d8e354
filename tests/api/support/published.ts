import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApi } from '../../../server/lib/openapi/openapi.ts'
import { implementations } from '../../../server/resources/registry.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'

export const published = JSON.parse(JSON.stringify(openApi(implementations, 'test')))
const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
ajv.addSchema(published, 'api')
const known = new Map<string, ValidateFunction | undefined>()
const pointer = (...parts: (string | number)[]) =>
  parts.map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function validator(call: Endpoint, status: number): ValidateFunction | undefined {
  const operation = published.paths[call.path][call.method.toLowerCase()]
  const [type] = Object.keys(operation.responses[status]?.content ?? {})
  if (status >= 400) return ajv.compile({ $ref: 'api#/components/schemas/Problem' })
  if (!type?.includes('json')) return undefined
  return ajv.compile({
    $ref: `api#${pointer('paths', call.path, call.method.toLowerCase(), 'responses', status, 'content', type, 'schema')}`,
  })
}
/** Why an answer is not what the published description says of this call, or undefined. */
export function unlike(call: Endpoint, status: number, body: unknown): string | undefined {
  if (status < 400 && !call.success.includes(status)) return `${status} is not described`
  const key = `${call.method} ${call.path} ${status}`
  if (!known.has(key)) known.set(key, validator(call, status))
  const check = known.get(key)
  return check && !check(body) ? ajv.errorsText(check.errors) : undefined
}
