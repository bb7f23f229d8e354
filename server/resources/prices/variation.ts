import { and, asc, eq, inArray } from 'drizzle-orm'
import type * as v from 'valibot'
import { prices as contract } from '../../../src/contract/prices/prices.ts'
import { addDelta } from '../../../src/rules/prices/price-checks.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { AnyHandler } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { callAs } from '../../lib/jobs/job-call.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import { stationScope } from '../stations/scope.ts'
import { cellsAt } from './read.ts'
import { publish } from './write.ts'

type Input = v.InferOutput<typeof contract.vary.body>
interface Station {
  id: number
  seen: number[]
}
export const CHANGED_SINCE = 'I prezzi sono cambiati dopo l’anteprima: rifarla per questo punto vendita.'

/** The prices that a variation changes, as they are at the moment it takes effect. */
async function startingFrom(id: number, { fuels, modes, valid_from }: Input, { db, now }: JobContext) {
  const at = valid_from ? new Date(valid_from) : now
  const [row] = await db
    .select({ cells: cellsAt(at) })
    .from(stations)
    .where(eq(stations.id, id))
  return (row?.cells ?? []).filter((cell) => cell.price !== null && fuels.includes(cell.fuel_id) && modes.includes(cell.mode))
}

/** "Applica variazione": one row per station. Each row publishes prices as the person who started the job, with that person's rights, the same checks and the same mail. */
export const priceVariation = jobKind<Input, Station>({
  type: 'variazione_prezzi',
  name: 'Variazione dei prezzi',
  policy: contract.vary.policy,
  input: contract.vary.body,
  batch: 25,
  many: true,
  undo: true,
  async plan({ stations: asked }, { db, user }) {
    const { id, code, name } = stations
    const given = new Map(asked.map((one) => [one.id, one]))
    const found = await db
      .select({ id, code, name })
      .from(stations)
      .where(and(inArray(id, [...given.keys()]), stationScope(user)))
      .orderBy(asc(code))
    const names = new Map(found.map((one) => [one.id, `${one.code} · ${one.name}`]))
    const known = found.map((one) => given.get(one.id)!)
    // A station out of reach becomes a row too; the call refuses it and the row shows why.
    return [...known, ...asked.filter((one) => !names.has(one.id))].map((one) => ({
      label: names.get(one.id) ?? `n. ${one.id}`,
      data: one,
    }))
  },
  async row({ id, seen }, context, input) {
    const from = await startingFrom(id, input, context)
    if (
      [...seen].sort().join() !==
      from
        .map((cell) => cell.id!)
        .sort()
        .join()
    )
      throw problem.conflict(CHANGED_SINCE)
    if (!from.length) return { outcome: 'invariato', message: 'Nessuno dei carburanti scelti ha un prezzo.' }
    const { delta, valid_from, confirm } = input
    const entries = from.map(({ fuel_id, mode, price }) => ({
      fuel_id,
      mode,
      price: addDelta(price!, delta),
      ...(valid_from && { valid_from }),
    }))
    const low = entries.find(({ price }) => price <= 0)
    if (low) throw problem.unprocessable('Il prezzo diventerebbe zero o meno.')
    const call = { endpoint: contract.create, handler: publish as AnyHandler }
    await callAs(call, { body: { station_id: id, prices: entries, confirm } }, context)
    return { outcome: 'fatto', message: `${entries.length} ${entries.length === 1 ? 'prezzo' : 'prezzi'}` }
  },
})
