import * as v from 'valibot'
import { implementations } from '../../../server/resources/registry.ts'

const calls = implementations
  .flatMap(({ endpoints }) => Object.values(endpoints))
  .map((endpoint) => ({
    endpoint,
    address: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    open: endpoint.path.split('{').length,
  }))
  // As on the server: fixed parts before parameters.
  .sort((a, b) => a.open - b.open)

/** What of an answer is not as the whole schema says, rules of input included: the server itself looks at its shape only. */
export function outputFaults(method: string, path: string, body: any): string[] {
  const endpoint = calls.find((call) => call.endpoint.method === method && call.address.test(path))?.endpoint
  if (!endpoint?.output || ['none', 'blob'].includes(endpoint.envelope)) return []
  const { output, envelope } = endpoint
  if (envelope === 'records') return faultsOf(output, body.records)
  const rows = envelope === 'page' && !Array.isArray(body.data) ? body.data.data : body.data
  const values: unknown[] = envelope === 'bare' ? [body] : envelope === 'item' ? [rows] : rows
  return faultsOf(output, values)
}
function faultsOf(output: v.GenericSchema, values: unknown[]): string[] {
  return values
    .filter((value) => value !== null)
    .flatMap((value) => v.safeParse(output, value).issues ?? [])
    .map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}
