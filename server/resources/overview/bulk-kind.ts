import * as v from 'valibot'
import { bulk } from '../../../src/contract/kernel/bulk.ts'
import { type BulkAction, bulkActions } from '../../../src/contract/kernel/bulk-actions.ts'
import type { Page } from '../../../src/contract/kernel/endpoint.ts'
import { validate } from '../../lib/core/input.ts'
import { problem } from '../../lib/core/problem.ts'
import type { Call } from '../../lib/core/run-call.ts'
import { callAs } from '../../lib/jobs/job-call.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import { type BulkList, type BulkRow, bulkLists } from './bulk-lists.ts'

type Input = v.InferOutput<typeof bulk.start.body>
/** A row to be done: `gone` where it is not in the list any more. */
interface Planned {
  id: number
  gone?: true
}
/** The requested action and its parameters; 422 for an action that no list declares. */
export function bulkOf({ list, action }: Pick<Input, 'list' | 'action'>) {
  const of: BulkList | undefined = Object.hasOwn(bulkLists, list) ? bulkLists[list] : undefined
  const { endpoints, handlers } = of?.of ?? { endpoints: {}, handlers: {} }
  const callOf = (name: string): Call => ({ endpoint: endpoints[name]!, handler: handlers[name]! })
  const actions = of ? bulkActions(endpoints.list!) : {}
  const declared: BulkAction | undefined = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!of || !declared) throw problem.unprocessable('Operazione non prevista per questo elenco.')
  return { ...of, read: callOf('list'), action: declared, call: callOf(declared.call) }
}

/** The values given for all rows, as far as the action asks for them; 422 for a wrong one. */
export const valuesOf = ({ values }: BulkAction, given: object) =>
  validate(
    { method: 'POST', path: '', policy: 'auth', envelope: 'none', success: [204], body: values ?? v.object({}) },
    { path: {}, query: {}, body: given },
  )

/** All rows of a list under its filters, within the reach of who asks, in pieces of a thousand. */
async function* rowsOf(read: Call, search: object, context: JobContext): AsyncGenerator<BulkRow[]> {
  for (let page = 1, last = 1; page <= last; page++) {
    const made = await callAs<Page<BulkRow> | BulkRow[]>(read, { query: { ...search, page, is_paginated: 0 } }, context)
    if (!Array.isArray(made)) last = made.last_page
    yield Array.isArray(made) ? made : made.data
  }
}

/** What is done with many rows of a list: which they are is found out when it begins, and each is done by the call of its resource, with its rights and rules. */
export const bulkKind = jobKind<Input, Planned>({
  type: 'operazione_in_blocco',
  name: 'Operazione in blocco',
  policy: 'auth',
  input: bulk.start.body,
  batch: 25,
  many: true,
  undo: true,
  async plan(input, context) {
    const { read, label } = bulkOf(input)
    const missing = new Set(input.ids)
    const planned: { label: string; data: Planned }[] = []
    for await (const rows of rowsOf(read, input.search, context)) {
      for (const row of rows) if (input.all || missing.delete(row.id)) planned.push({ label: label(row), data: { id: row.id } })
      if (!input.all && !missing.size) break
    }
    for (const id of missing) planned.push({ label: `n. ${id}`, data: { id, gone: true } })
    return planned
  },
  async row({ id, gone }, context, input) {
    if (gone) throw problem.conflict('Non è più nell’elenco.')
    const { action, call, current, path } = bulkOf(input)
    const { values, given = {} } = action
    const sets = values || action.given
    const now = sets ? await current!(id, context) : { rev: undefined }
    if (action.given && Object.entries(given).every(([name, value]) => now[name as 'rev'] === value))
      return { outcome: 'invariato', message: 'È già così.' }
    let changed = false
    const told: JobContext = {
      ...context,
      history: (...change) => {
        changed = true
        return context.history(...change)
      },
    }
    const named = path ? await path(id, context) : { id: String(id) }
    await callAs(call, { path: named, body: sets ? { ...valuesOf(action, input.values), ...given, rev: now.rev } : {} }, told)
    if (!changed) return { outcome: 'invariato', message: action.danger ? 'Non c’è più.' : 'È già così.' }
    return { outcome: 'fatto', message: call.endpoint.ok ?? action.label }
  },
})
