import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { cleanInput } from '../../../src/contract/kernel/clean-text.ts'
import { MAX_FILES } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { fieldErrors, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { type SchemaParts, unwrap } from '../../../src/rules/shared/schema-fields.ts'
import type { Upload } from '../files/files.ts'
import { spool, unspool } from '../files/spool.ts'
import { Problem, problem } from './problem.ts'

/** A request taken apart, not yet validated. `body` holds the text fields of a form too. */
export interface Parts {
  path: Record<string, string>
  query: object
  body: object
  files?: Upload[]
}
/** Reads path, query, body and files of a request. @throws 400 if they cannot be read */
export async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Parts> {
  const form = endpoint.files ? await readForm(request, endpoint) : undefined
  return {
    path: request.params as Record<string, string>,
    query: readable(request.query),
    body: form ? typedFields(endpoint.body, form.fields) : readable(endpoint.body ? (request.body ?? {}) : {}),
    ...(form && { files: form.files }),
  }
}

const JSON_TYPES = ['number', 'boolean', 'array', 'object']
/** The texts of a form by the type of their field: numbers, booleans and lists are written as JSON. What cannot be read stays text, and is refused by its schema. */
function typedFields(schema: Endpoint['body'], fields: Record<string, string>): object {
  const typed = (name: string, text: string): unknown => {
    const field = schema && Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined
    if (!field || text === '' || !JSON_TYPES.includes((unwrap(field) as SchemaParts).type!)) return text
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typed(name, text)]))
}

/** Path, query, body and files, cleaned of invisible characters, validated and flattened into one object. @throws 422 with one Italian sentence a field */
export function validate(endpoint: Endpoint, { path, query, body, files }: Parts): Record<string, unknown> {
  const errors: Record<string, string> = {}
  const part = (schema: v.GenericSchema | undefined, written: unknown, say = (_name: string, message: string) => message) => {
    if (!schema) return {}
    const value = cleanInput(written)
    const place = unstorable(value)
    if (place) errors[place] ??= messages.characters(place)
    const result = v.safeParse(schema, value, { lang: 'it', abortPipeEarly: true })
    if (result.success) return result.output as Record<string, unknown>
    for (const [name, message] of Object.entries(fieldErrors(schema, result.issues))) errors[name || 'dati'] ??= say(name, message)
    return {}
  }
  const input = {
    ...part(endpoint.query, query, named),
    ...part(endpoint.body, body),
    ...(endpoint.params ? part(endpoint.params, path) : ids(path, errors)),
    ...(files && { files }),
  }
  if (Object.keys(errors).length) throw problem.invalid(errors)
  return input
}

/** Query parameters have no label in a form, so the sentence names them as they are written. */
const named = (name: string, message: string) =>
  !name || message.includes(` ${name}`) ? message : `Parametro ${name.split('.')[0]}: ${message[0]!.toLowerCase()}${message.slice(1)}`
/** Path parameters are positive integers unless the endpoint says otherwise. */
function ids(params: Record<string, string>, errors: Record<string, string>) {
  const out: Record<string, number> = {}
  for (const [name, text] of Object.entries(params)) {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : 0
    if (value < 1 || value > 2_147_483_647) errors[name] = `Il parametro ${name} deve essere un numero intero positivo.`
    out[name] = value
  }
  return out
}

const MAX_DEPTH = 40
/** Refuses what is no plain object, or too deeply nested to be walked through. */
function readable(value: unknown): object {
  const tooDeep = (inner: unknown, depth: number): boolean =>
    typeof inner === 'object' && inner !== null && (depth > MAX_DEPTH || Object.values(inner).some((one) => tooDeep(one, depth + 1)))
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Buffer.isBuffer(value) || tooDeep(value, 0))
    throw problem.malformed()
  return value
}
/** Dotted path of the first text that PostgreSQL cannot store: NUL and lone surrogates, left in a secret, which is not cleaned. */
function unstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return /\0|\p{Surrogate}/u.test(value) ? path || 'dati' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorable(inner, path ? `${path}.${key}` : key)
    if (found) return found
  }
  return undefined
}

export const removeSpooled = (files: readonly Upload[] = []) =>
  Promise.all(files.map(({ path }) => path && unspool(path))).then(() => undefined)

async function readForm(
  request: FastifyRequest,
  { maxFileBytes, maxFiles = MAX_FILES, spool: spooled }: Endpoint,
): Promise<{ files: Upload[]; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw problem.malformed()
  const files: Upload[] = []
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits: { ...(maxFileBytes && { fileSize: maxFileBytes }), files: maxFiles + 1 } })) {
      if (part.type === 'file' && spooled) {
        files.push({ name: part.filename ?? '', bytes: Buffer.alloc(0), path: await spool(part.file) })
        if (part.file.truncated) throw problem.unprocessable('Il file è troppo grande.')
      } else if (part.type === 'file') {
        files.push({ name: part.filename ?? '', bytes: await part.toBuffer() })
        // At the limit the form parser just stops: the file is not what was sent.
        if (maxFileBytes && part.file.truncated) throw problem.bigFile(maxFileBytes)
      } else if (typeof part.value === 'string' && part.fieldname !== '__proto__') fields[part.fieldname] = part.value
    }
  } catch (error) {
    await removeSpooled(files)
    // The form parser reports a truncated or malformed form by a plain error.
    throw error instanceof Problem || (error as { statusCode?: number }).statusCode ? error : problem.malformed()
  }
  if (files.length > maxFiles) {
    await removeSpooled(files)
    throw problem.unprocessable(`È possibile caricare al massimo ${maxFiles} file per volta.`)
  }
  return { files, fields }
}
