import * as v from 'valibot'
import type { Endpoint, Page } from '../../src/contract/endpoint.ts'

/** Puts a handler's result in its documented envelope; the output schema drops every key it does not name. */
export function wrap(endpoint: Endpoint, result: unknown): unknown {
  const strip = (value: unknown) => (endpoint.output ? v.parse(endpoint.output, value) : value)
  const message = endpoint.ok && endpoint.method !== 'GET' ? { message: endpoint.ok } : {}
  switch (endpoint.envelope) {
    case 'page': {
      const page = result as Page<unknown>
      return { data: { ...page, data: page.data.map(strip) } }
    }
    case 'list':
      return { data: (result as unknown[]).map(strip) }
    case 'item':
      return { data: result === undefined || result === null ? null : strip(result), ...message }
    case 'bare':
      return strip(result)
    case 'none':
      return undefined
    case 'blob':
      return result
  }
}
