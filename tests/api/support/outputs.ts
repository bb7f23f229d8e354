import * as v from 'valibot'
import { callAt } from './calls.ts'

/** Where an answer does not fit its whole schema, rules of input included: the server itself checks the shape only. */
export function outputFaults(method: string, path: string, body: any): string[] {
  const call = callAt(method, path)
  if (!call?.output || ['none', 'blob'].includes(call.envelope)) return []
  const { output, envelope } = call
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
