import { and, desc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { mimit } from '../../../src/contract/prices/mimit.ts'
import { job_log } from '../../db/schema/core/jobs.ts'
import { mimit_prices, mimit_stations } from '../../db/schema/prices/mimit.ts'
import { fuels, stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { latestJob } from '../../lib/jobs/start-job.ts'
import { contains, ordering, paged } from '../../lib/tables/table.ts'
import { stationScope } from '../stations/scope.ts'
import { ALL_THE_SAME, mimitImport } from './mimit-import.ts'
import { editionOf, saveEdition, unknownFuels } from './mimit-registry.ts'

const { search_text, ...columns } = getTableColumns(mimit_stations)
const sorts = { name: columns.name, city: columns.city, brand: columns.brand, province: columns.province }

/** What is doubtful about the files of a job that failed for nothing else. */
async function doubtOf(db: Db, job: number) {
  const [last] = await db.select({ text: job_log.text }).from(job_log).where(eq(job_log.job_id, job)).orderBy(desc(job_log.id)).limit(1)
  return last?.text.endsWith(ALL_THE_SAME) ? last.text : null
}
async function sourceOf({ db, now, registry }: Context) {
  const edition = await editionOf(db)
  const [job] = await latestJob(mimitImport, { db, now })
  return {
    ...{ state: registry?.state ?? ('off' as const), where: registry?.where ?? null, day: edition?.day ?? null, job: job ?? null },
    ...{ stations: await db.$count(mimit_stations), prices: edition?.prices ?? 0 },
    doubt: job?.status === 'fallito' ? await doubtOf(db, job.id) : null,
    unknown: (edition?.unknown ?? []).map(([name, prices]) => ({ name, prices })),
  }
}

export default implement(mimit, {
  source: (_, context) => sourceOf(context),
  async associate({ name, fuel_id }, context) {
    const { db } = context
    const [fuel] = await db.select().from(fuels).where(eq(fuels.id, fuel_id)).for('update')
    if (!fuel) throw problem.invalid({ fuel_id: messages.exists('Carburante') })
    if (!fuel.mise_names.includes(name)) {
      const mise_names = [...fuel.mise_names, name]
      const [after] = await db
        .update(fuels)
        .set({ mise_names, rev: fuel.rev + 1, updated_at: context.now.toISOString(), updated_by: context.user.id })
        .where(eq(fuels.id, fuel_id))
        .returning()
      await context.history('fuel', fuel_id, 'updated', fuel, after)
    }
    await db
      .update(mimit_prices)
      .set({ fuel_id })
      .where(and(eq(mimit_prices.fuel_raw, name), isNull(mimit_prices.fuel_id)))
    const edition = await editionOf(db)
    if (edition) await saveEdition(db, { ...edition, unknown: await unknownFuels(db) })
    context.audit({ entity: 'fuels', entity_id: fuel_id })
    return sourceOf(context)
  },
  stations(input, context) {
    const { db, user } = context
    const where = and(
      contains(input.search ?? input.query, search_text),
      input.brand?.length ? inArray(columns.brand, input.brand) : undefined,
      input.province?.length ? inArray(columns.province, input.province) : undefined,
    )
    return paged(input, context, [mimit_stations, where], (in_all, limit, offset) =>
      db
        .select({ ...columns, in_all, station_id: stations.id })
        .from(mimit_stations)
        .leftJoin(stations, and(eq(stations.mise_id, mimit_stations.id), stationScope(user)))
        .where(where)
        .orderBy(...ordering(input.sort, sorts, columns.id))
        .limit(limit)
        .offset(offset),
    )
  },
})
