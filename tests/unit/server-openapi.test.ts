import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openApi } from '../../server/lib/openapi.ts'
import { del, get, list, post, put, resource } from '../../src/contract/endpoint.ts'

const head = { id: v.number(), code: v.string(), name: v.string(), city: v.string() }
const Part = v.object({
  label: v.string(),
  amount: v.number(),
  made_at: v.string(),
  note: v.nullable(v.string()),
  kind: v.picklist(['a', 'b']),
})
const Thing = v.object({ ...head, parts: v.array(Part), spare: v.nullable(Part), noted: v.optional(v.string(), '') })
const fields = {
  name: v.pipe(v.string(), v.minLength(2)),
  note: v.nullable(v.pipe(v.string(), v.maxLength(5))),
  when: v.optional(v.string()),
}
const Whole = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(1))
interface Tree {
  label: string
  branches: Tree[]
}
const Tree: v.GenericSchema<Tree> = v.object({ label: v.string(), branches: v.array(v.lazy(() => Tree)) })
const things = resource('things', {
  list: list('/things', { query: v.object({ page: v.optional(Whole) }), output: v.object(head), policy: 'auth', steady: true }),
  names: get('/things/names', { output: v.string(), policy: 'guest', envelope: 'list' }),
  tree: get('/things/tree', { output: Tree, policy: 'guest', envelope: 'bare' }),
  get: get('/things/{id}', { output: Thing, policy: 'auth' }),
  file: get('/things/{id}/file/{code}', { params: v.object({ id: v.number(), code: v.string() }), policy: 'auth', envelope: 'blob' }),
  create: post('/things', { body: v.object(fields), output: Thing, policy: 'super', ok: 'Fatto' }),
  update: put('/things/{id}', { body: v.object({ ...fields, rev: v.number() }), output: Thing, policy: 'super' }),
  upload: post('/things/{id}/files', { body: v.object({ note: v.string() }), files: true, policy: 'auth' }),
  pour: post('/pour', { files: true, policy: 'auth' }),
  remove: del('/things/{id}', { policy: 'auth' }),
})
const boxes = resource('boxes', {
  list: list('/boxes', {
    query: v.object({ page: v.optional(Whole) }),
    output: v.object({ weight: v.number(), part: Part }),
    policy: 'auth',
  }),
})
const made = openApi(
  [
    { endpoints: things, handlers: {} },
    { endpoints: boxes, handlers: {} },
  ] as any,
  '1.2.3',
)
const { paths, components } = made

const text = { type: 'string' }
const number = { type: 'number' }
const ref = (name: string, kind = 'schemas') => ({ $ref: `#/components/${kind}/${name}` })
const refused = { '4XX': ref('Refused', 'responses') }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const holding = (data: object) => ({ type: 'object', required: ['data'], properties: { data } })
const key = ref('IdempotencyKey', 'parameters')

test('the document says what it is of, where it is served, under what licence and how one is known', () => {
  expect(made).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Piazzale', version: '1.2.3', license: { identifier: 'MPL-2.0' } },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'things', description: 'Things' },
      { name: 'boxes', description: 'Boxes' },
    ],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
  expect(components.responses.Refused.content).toEqual({ 'application/problem+json': { schema: ref('Problem') } })
})
test('calls of one path stand together; each has its name, its summary, its tag and its policy', () => {
  expect(Object.keys(paths)).toEqual([
    ...['/things', '/things/names', '/things/tree', '/things/{id}', '/things/{id}/file/{code}', '/things/{id}/files', '/pour', '/boxes'],
  ])
  expect(Object.keys(paths['/things'])).toEqual(['get', 'post'])
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object))
  expect(operations.map(({ operationId, summary }) => [operationId, summary])).toEqual([
    ['things.list', 'List things'],
    ['things.create', 'Create a thing'],
    ['things.names', 'Read names (things)'],
    ['things.tree', 'Read tree (things)'],
    ['things.get', 'Read a thing'],
    ['things.update', 'Change a thing'],
    ['things.remove', 'Delete a thing'],
    ['things.file', 'Read file (things)'],
    ['things.upload', 'Upload files to a thing'],
    ['things.pour', 'Pour (things)'],
    ['boxes.list', 'List boxes'],
  ])
  expect(paths['/things'].post).toMatchObject({ tags: ['things'], 'x-policy': 'super' })
})
test('a list has its page and its parameters; what several calls ask for is written once, as the number it is', () => {
  expect(paths['/things'].get.parameters).toEqual([ref('Page', 'parameters'), expect.objectContaining({ name: 'If-None-Match' })])
  expect(components.parameters.Page).toEqual({ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } })
  expect(paths['/things'].get.responses).toEqual({
    200: { description: 'Riuscito', ...json(holding({ allOf: [ref('Page'), holding({ type: 'array', items: ref('ThingRow') })] })) },
    304: ref('NotModified', 'responses'),
    ...refused,
  })
})
test('what needs nobody says so', () => {
  expect(paths['/things/names'].get).toMatchObject({
    security: [],
    responses: { 200: { description: 'Riuscito', ...json(holding({ type: 'array', items: text })) } },
  })
  expect(paths['/things/{id}'].get.security).toBeUndefined()
})
test('a record is what it has beyond its row; what has a default is always there; what several resources have is named by its key', () => {
  const { ThingRow, Thing: thing, Part: part } = components.schemas
  expect(ThingRow.properties).toEqual({ id: number, code: text, name: text, city: text })
  const own = { parts: { type: 'array', items: ref('Part') }, spare: { anyOf: [ref('Part'), { type: 'null' }] }, noted: text }
  expect(thing.allOf).toEqual([ref('ThingRow'), { type: 'object', properties: own, required: ['parts', 'spare', 'noted'] }])
  expect(part.properties).toMatchObject({ note: { type: ['string', 'null'] }, kind: { enum: ['a', 'b'] } })
  const names = ['Page', 'Problem', 'Part', 'Thing', 'ThingBranch', 'ThingChanges', 'ThingInput', 'ThingRow', 'ThingTree']
  expect(Object.keys(components.schemas)).toEqual(names)
})
test('a tree that holds itself is a reference to itself', () => {
  const { schema } = paths['/things/tree'].get.responses[200].content['application/json']
  const { $ref } = (schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema).properties.branches.items
  expect(components.schemas[$ref.split('/').at(-1)].properties.branches.items).toEqual({ $ref })
})
test('a file is bytes; parameters of a path are numbers unless they say otherwise', () => {
  const { parameters, responses } = paths['/things/{id}/file/{code}'].get
  expect(parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: number },
    { name: 'code', in: 'path', required: true, schema: text },
  ])
  expect(responses[200].content).toEqual({ 'application/octet-stream': { schema: { ...text, format: 'binary' } } })
  expect(components.parameters.Id).toEqual({ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } })
})
test('a write has its body, of fields with their rules or of files, its words, and a key', () => {
  expect(paths['/things'].post).toMatchObject({
    parameters: [key],
    requestBody: { required: true, ...json(ref('ThingInput')) },
    responses: { 201: { description: 'Fatto', ...json(holding(ref('Thing'))) }, ...refused },
  })
  expect(components.schemas.ThingInput).toEqual({
    type: 'object',
    properties: { name: { ...text, minLength: 2 }, note: { type: ['string', 'null'], maxLength: 5 }, when: text },
    required: ['name', 'note'],
    examples: [{ name: 'Prova', note: 'Prova' }],
  })
  const files = { type: 'array', items: { ...text, format: 'binary' } }
  const form = (schema: object) => ({ required: true, content: { 'multipart/form-data': { schema: { type: 'object', ...schema } } } })
  expect(paths['/things/{id}/files'].post.requestBody).toEqual(form({ properties: { note: text, files }, required: ['note'] }))
  expect(paths['/pour'].post.requestBody).toEqual(form({ properties: { files } }))
  const { requestBody: none, responses } = paths['/things/{id}'].delete
  expect(none).toBeUndefined()
  expect(responses).toEqual({ 200: { description: 'Riuscito' }, 204: { description: 'Riuscito' }, ...refused })
})
