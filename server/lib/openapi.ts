import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { API_BASE } from '../../src/contract/constants.ts'
import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import type { Implementation } from './implement.ts'

type Json = Record<string, any>
const schema = (of: v.GenericSchema, typeMode: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = toJsonSchema(of, { typeMode, errorMode: 'ignore', target: 'draft-2020-12' }) as Json
  return rest
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi(implementations: readonly Implementation[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const { endpoints } of implementations)
    for (const endpoint of Object.values(endpoints)) {
      paths[endpoint.path] ??= {}
      paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint)
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Piazzale', version, description: 'API del gestionale per reti di distributori carburanti' },
    servers: [{ url: API_BASE }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['status', 'message', 'error'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            instance: { type: 'string' },
            message: { type: 'string' },
            error: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] },
          },
        },
      },
    },
  }
}

function operation(endpoint: Endpoint & Named): Json {
  const params = endpoint.params ? (schema(endpoint.params, 'input').properties as Json) : {}
  const query = endpoint.query ? schema(endpoint.query, 'input') : { properties: {} }
  const problems = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
  return {
    operationId: endpoint.name,
    tags: [endpoint.resource],
    ...(endpoint.policy === 'guest' && { security: [] }),
    'x-policy': endpoint.policy,
    parameters: [
      ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: params[name!] ?? { type: 'integer', minimum: 1 },
      })),
      ...Object.entries((query.properties ?? {}) as Json).map(([name, of]) => ({ name, in: 'query', schema: of })),
      ...(endpoint.steady ? [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...((endpoint.body || endpoint.files) && { requestBody: requestBody(endpoint) }),
    responses: {
      ...Object.fromEntries(endpoint.success.map((status) => [status, response(endpoint, status)])),
      ...(endpoint.steady && { 304: { description: "Invariato rispetto all'ETag di If-None-Match" } }),
      ...(endpoint.policy !== 'guest' && {
        401: { description: 'Sessione non valida', ...problems },
        403: { description: 'Non autorizzato', ...problems },
      }),
      422: { description: 'Dati non validi', ...problems },
    },
  }
}
function requestBody(endpoint: Endpoint): Json {
  const fields = endpoint.body ? schema(endpoint.body, 'input') : { type: 'object', properties: {} }
  if (!endpoint.files) return { required: true, content: { 'application/json': { schema: fields } } }
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  return { required: true, content: { 'multipart/form-data': { schema: { ...fields, properties: { ...fields.properties, files } } } } }
}
function response(endpoint: Endpoint, status: number): Json {
  const description = endpoint.ok ?? 'Riuscito'
  if (endpoint.envelope === 'none' || status === 204) return { description }
  if (endpoint.envelope === 'blob')
    return { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  const record = endpoint.output ? schema(endpoint.output, 'output') : {}
  const data =
    endpoint.envelope === 'page'
      ? {
          type: 'object',
          properties: {
            data: { type: 'array', items: record },
            last_page: { type: 'integer' },
            current_page: { type: 'integer' },
            per_page: { type: 'integer' },
            total: { type: 'integer' },
          },
        }
      : endpoint.envelope === 'list'
        ? { type: 'array', items: record }
        : record
  return {
    description,
    content: { 'application/json': { schema: endpoint.envelope === 'bare' ? data : { type: 'object', properties: { data } } } },
  }
}
