import * as v from 'valibot'
import { cleanInput } from './clean-text.ts'
import type { Endpoint } from './endpoint.ts'
import { cleanBody } from './request.ts'
import { fieldErrors } from './valibot-it.ts'

/** What the server would refuse in a value, by the name of its field ('' for the whole), in the server's words. */
export function faultsIn(schema: v.GenericSchema, value: unknown): Record<string, string> {
  const { issues = [] } = v.safeParse(schema, cleanInput(value), { lang: 'it', abortPipeEarly: true })
  const faults: Record<string, string> = {}
  for (const [path, words] of Object.entries(fieldErrors(schema, issues))) faults[path.split('.')[0]!] ??= words
  return faults
}
/** The same of a call's body as it is sent. A device asks before it says that something is saved. */
export const faultsOf = (endpoint: Endpoint, body: Record<string, unknown>) => faultsIn(endpoint.body!, cleanBody(endpoint, body))
