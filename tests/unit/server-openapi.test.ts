import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openApi } from '../../server/lib/openapi.ts'
import { del, get, list, post, resource } from '../../src/contract/endpoint.ts'

const Thing = v.object({ id: v.number(), name: v.string() })
const things = resource('things', {
  list: list('/things', { query: v.object({ search: v.optional(v.string()) }), output: Thing, policy: 'auth', steady: true }),
  names: get('/things/names', { output: v.string(), policy: 'guest', envelope: 'list' }),
  bare: get('/things/bare', { output: Thing, policy: 'guest', envelope: 'bare' }),
  file: get('/things/{id}/file/{code}', { params: v.object({ id: v.number(), code: v.string() }), policy: 'auth', envelope: 'blob' }),
  create: post('/things', { body: v.object({ name: v.string() }), output: Thing, policy: 'super', ok: 'Fatto' }),
  upload: post('/things/{id}/files', { body: v.object({ note: v.string() }), files: true, policy: 'auth' }),
  pour: post('/pour', { files: true, policy: 'auth' }),
  remove: del('/things/{id}', { policy: 'auth' }),
})
const { paths, ...rest } = openApi([{ endpoints: things, handlers: {} }] as any, '1.2.3')

const text = { type: 'string' }
const problems = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
const refusals = {
  401: { description: 'Sessione non valida', ...problems },
  403: { description: 'Non autorizzato', ...problems },
  422: { description: 'Dati non validi', ...problems },
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const thing = { type: 'object', properties: { id: { type: 'number' }, name: text }, required: ['id', 'name'] }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const files = { type: 'array', items: { type: 'string', format: 'binary' } }

test('the document says what it is of, where it is served and how one is known', () => {
  expect(rest).toEqual({
    openapi: '3.1.0',
    info: { title: 'Piazzale', version: '1.2.3', description: 'API del gestionale per reti di distributori carburanti' },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['status', 'message', 'error'],
          properties: {
            type: text,
            title: text,
            status: { type: 'integer' },
            instance: text,
            message: text,
            error: { anyOf: [text, { type: 'object', additionalProperties: text }] },
          },
        },
      },
    },
  })
})
test('calls of one path stand together, each with its name and its policy', () => {
  expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods as object)])).toEqual([
    ['/things', ['get', 'post']],
    ['/things/names', ['get']],
    ['/things/bare', ['get']],
    ['/things/{id}/file/{code}', ['get']],
    ['/things/{id}/files', ['post']],
    ['/pour', ['post']],
    ['/things/{id}', ['delete']],
  ])
})
test('a list has its page, its parameters and its tag', () => {
  const whole = { type: 'integer' }
  const page = { data: { type: 'array', items: thing }, last_page: whole, current_page: whole, per_page: whole, total: whole }
  expect(paths['/things'].get).toEqual({
    operationId: 'things.list',
    tags: ['things'],
    'x-policy': 'auth',
    parameters: [
      { name: 'search', in: 'query', schema: text },
      { name: 'If-None-Match', in: 'header', schema: text },
    ],
    responses: {
      200: { description: 'Riuscito', ...json({ type: 'object', properties: { data: { type: 'object', properties: page } } }) },
      304: { description: "Invariato rispetto all'ETag di If-None-Match" },
      ...refusals,
    },
  })
})
test('what needs nobody says so, and refuses nobody', () => {
  const { 422: invalid } = refusals
  expect(paths['/things/names'].get).toEqual({
    operationId: 'things.names',
    tags: ['things'],
    security: [],
    'x-policy': 'guest',
    parameters: [],
    responses: {
      200: { description: 'Riuscito', ...json({ type: 'object', properties: { data: { type: 'array', items: text } } }) },
      422: invalid,
    },
  })
  expect(paths['/things/bare'].get.responses).toEqual({ 200: { description: 'Riuscito', ...json(thing) }, 422: invalid })
})
test('a file is bytes; parameters of a path are numbers unless they say otherwise', () => {
  const { parameters, responses, security } = paths['/things/{id}/file/{code}'].get
  expect(parameters).toEqual([
    { ...id, schema: { type: 'number' } },
    { ...id, name: 'code', schema: text },
  ])
  expect(responses[200]).toEqual({
    description: 'Riuscito',
    content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
  })
  expect(security).toBeUndefined()
})
test('a write has its body, of fields or of files, and its words', () => {
  expect(paths['/things'].post).toEqual({
    operationId: 'things.create',
    tags: ['things'],
    'x-policy': 'super',
    parameters: [],
    requestBody: { required: true, ...json({ type: 'object', properties: { name: text }, required: ['name'] }) },
    responses: { 201: { description: 'Fatto', ...json({ type: 'object', properties: { data: thing } }) }, ...refusals },
  })
  const { parameters, requestBody } = paths['/things/{id}/files'].post
  expect(parameters).toEqual([id])
  const form = (properties: object, more = {}) => ({
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { ...properties, files }, ...more } } },
  })
  expect(requestBody).toEqual(form({ note: text }, { required: ['note'] }))
  expect(paths['/pour'].post.requestBody).toEqual(form({}))
  const { requestBody: none, responses } = paths['/things/{id}'].delete
  expect(none).toBeUndefined()
  expect(responses).toEqual({ 200: { description: 'Riuscito' }, 204: { description: 'Riuscito' }, ...refusals })
})
