import { sql } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Db } from '../../../server/lib/core/db.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { knownLine } from '../../resources/registry.ts'
import { callAt } from './calls.ts'
import { historyFaults, type Left } from './history-faults.ts'
import { outputFaults } from './outputs.ts'

/** Tables that any refusal may leave: the count of failed sign-ins, and its own answer under its key. */
const KEPT_BY_ALL = ['login_attempts', 'idempotency_keys']

/** Looks at every write of a test as it is answered: one that is done leaves its history and activity, one that is refused leaves nothing. */
export function witness(db: Db) {
  const faults: string[] = []
  let blind = false
  async function last() {
    const at = (sequence: string) => sql`(select case when is_called then last_value else 0 end from ${sql.raw(sequence)})::text`
    const { rows } = (await db.execute(sql`select ${at('witness.changes_id_seq')} as changes, ${at('model_history_id_seq')} as history,
      ${at('activity_log_id_seq')} as activity`)) as unknown as { rows: Record<keyof Left, string>[] }
    return rows[0]!
  }
  async function since(from: Record<keyof Left, string>): Promise<Left> {
    const rows = (table: string, id: string) =>
      sql`(select coalesce(jsonb_agg(to_jsonb(t) order by id), '[]') from ${sql.raw(table)} t where id > ${id}::bigint)`
    const { rows: found } = (await db.execute(sql`select ${rows('witness.changes', from.changes)} as changes,
      ${rows('model_history', from.history)} as history, ${rows('activity_log', from.activity)} as activity`)) as unknown as {
      rows: Left[]
    }
    return found[0]!
  }
  const report = (fault: string) => faults.length < 20 && faults.push(fault)
  /** Checks the answer against the rules of its whole schema, and gives it on. */
  function checked(method: string, path: string, answer: LightMyRequestResponse) {
    const { statusCode, headers } = answer
    if (statusCode < 300 && String(headers['content-type']).includes('json') && !headers['content-encoding'])
      for (const one of outputFaults(method, path, answer.json()).slice(0, 3))
        report(`${method} ${path} (${statusCode}) answers with ${one}`)
    return answer
  }
  return {
    /** The faults found, a sentence each. */
    faults,
    /** For a test of thousands of requests that looks for itself. */
    lookAway() {
      blind = true
    },
    async around(options: InjectOptions, inject: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
      const { method = 'GET' } = options
      const path = String(options.url).split('?')[0]!.replace(API_BASE, '')
      if (blind || ['HEAD', 'OPTIONS', 'TRACE'].includes(method)) return inject()
      if (method === 'GET') return checked(method, path, await inject())
      const before = await last()
      const answer = await inject()
      const { statusCode: status, headers } = answer
      // The whole test is one transaction: if the database refuses to go on, nothing can be read here.
      const left = await since(before)
      const call = callAt(method, path)
      const line = knownLine(call)
      const wrong: string[] = []
      const logged = left.activity.filter(
        (row) => row.method === (call?.method ?? method) && row.path === `${API_BASE}${path}`.slice(0, 300),
      )
      const replayed = headers['idempotency-key'] !== undefined && !left.changes.some(({ place }) => place === 'idempotency_keys')
      if (status >= 400 || replayed) {
        const allowed = [...KEPT_BY_ALL, ...(line?.refusalKeeps?.(status) ?? [])]
        const stayed = new Set(left.changes.map(({ place }) => place).filter((place) => !allowed.includes(place)))
        for (const place of stayed) wrong.push(`something of it stayed in ${place}`)
        if (left.history.length) wrong.push('it left a history')
        if (status === 403 && logged.length !== 1) wrong.push(`${logged.length} rows in the activity`)
      } else {
        // Deleting what is not there, or out of reach, answers as if it were done.
        const still = left.changes.every(({ place }) => KEPT_BY_ALL.includes(place))
        const absent = method === 'DELETE' && status === 204 && still && !left.history.length && !logged.length
        if (!absent && !line?.unlogged && (logged.length !== 1 || logged[0]!.status !== status))
          wrong.push(`${logged.length} rows in the activity`)
        wrong.push(...historyFaults(left))
      }
      for (const one of wrong.slice(0, 3)) report(`${method} ${path} (${status}): ${one}`)
      return checked(method, path, answer)
    },
  }
}
