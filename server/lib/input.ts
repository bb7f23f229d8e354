import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Upload } from './files.ts'
import { problem } from './problem.ts'
import { MAX_FILES } from './upload.ts'

/** Path, query, body and files of a request, validated and flattened; 422 with one Italian sentence a field otherwise. */
export async function readInput(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const errors: Record<string, string> = {}
  const part = (schema: v.GenericSchema | undefined, value: unknown) => {
    if (!schema) return {}
    const result = v.safeParse(schema, value, { lang: 'it', abortPipeEarly: true })
    if (result.success) return result.output as Record<string, unknown>
    for (const issue of result.issues) errors[v.getDotPath(issue) ?? 'dati'] ??= issue.message
    return {}
  }
  const path = endpoint.params ? part(endpoint.params, request.params) : ids(request.params as Record<string, string>, errors)
  const query = part(endpoint.query, plain(request.query))
  const form = endpoint.files ? await readForm(request) : undefined
  const body = part(endpoint.body, form ? form.fields : plain(request.body ?? {}))
  if (Object.keys(errors).length) throw problem.invalid(errors)
  return { ...query, ...body, ...path, ...(form && { files: form.files }) }
}

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
/** Only a plain object can be validated field by field. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Buffer.isBuffer(value)) throw problem.malformed()
  return value
}

async function readForm(request: FastifyRequest): Promise<{ files: Upload[]; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw problem.malformed()
  const files: Upload[] = []
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') files.push({ name: part.filename ?? '', bytes: await part.toBuffer() })
    else if (typeof part.value === 'string' && part.fieldname !== '__proto__') fields[part.fieldname] = part.value
  }
  if (files.length > MAX_FILES) throw problem.unprocessable(`È possibile caricare al massimo ${MAX_FILES} file per volta.`)
  return { files, fields }
}
