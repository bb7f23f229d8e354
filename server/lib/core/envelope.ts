import type * as v from 'valibot'
import type { Endpoint, Page } from '../../../src/contract/kernel/endpoint.ts'
import { shapeOf } from '../tables/shape.ts'
import { JsonText } from '../tables/sql-json.ts'
import { isLong, yieldingBatches } from '../tables/yielding-batches.ts'
import type { Bytes } from './context.ts'

/**
 * Puts a handler's result in its documented envelope; the output schema drops every key it does not name. `plain`: a page as the list of its rows, for
 * `is_paginated=0`.
 */
export async function wrap(endpoint: Endpoint, result: unknown, plain = false): Promise<unknown> {
  const strip = endpoint.output ? shapeOf(endpoint.output) : (value: unknown) => value
  const message = endpoint.ok && endpoint.method !== 'GET' ? { message: endpoint.ok } : {}
  switch (endpoint.envelope) {
    case 'page': {
      const page = result as Page<unknown>
      if (page.data instanceof JsonText) {
        const { data, ...rest } = page
        return new JsonText(plain ? `{"data":${data.text}}` : `{"data":{"data":${data.text},${JSON.stringify(rest).slice(1)}}`)
      }
      const data = page.data.map((row) => strip(row))
      return { data: plain ? data : { ...page, data } }
    }
    case 'records': {
      if (isFile(result)) return result
      const { data, ...page } = result as Page<unknown>
      return { records: data.map((row) => strip(row)), ...page }
    }
    case 'list':
      return { data: (result as unknown[]).map((row) => strip(row)), ...message }
    case 'item':
      return { data: result === undefined || result === null ? null : await stripLong(endpoint.output, result, strip), ...message }
    case 'bare':
      return strip(result)
    case 'none':
      return undefined
    case 'blob':
      return result
  }
}

/** A file instead of the rows, where a call offers both. */
export const isFile = (result: unknown): result is Bytes =>
  typeof result === 'object' && result !== null && 'bytes' in result && 'mime' in result

interface Holder {
  wrapped?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
}
const unwrapped = (schema: v.GenericSchema): v.GenericSchema => {
  const { wrapped } = schema as Holder
  return wrapped ? unwrapped(wrapped) : schema
}
/** Strips a record that holds a long list (the stations of the country) batch by batch, so that other requests run in between. */
async function stripLong(output: v.GenericSchema | undefined, result: unknown, strip: (value: unknown) => unknown) {
  const { entries } = (output ?? {}) as Holder
  const [name, schema] = Object.entries(entries ?? {}).find(([key]) => isLong((result as Record<string, unknown>)[key])) ?? []
  if (!name || !schema) return strip(result)
  const rows: unknown[] = []
  for await (const lot of yieldingBatches((result as Record<string, unknown[]>)[name]!))
    rows.push(...(shapeOf(unwrapped(schema))(lot) as unknown[]))
  return { ...(strip({ ...(result as object), [name]: [] }) as object), [name]: rows }
}
