import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { historyModels } from '../../../src/rules/overview/history-models.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { job_history, job_rows } from '../../db/schema/core/jobs.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { problem } from '../../lib/core/problem.ts'
import { type JobContext, jobKind, type PlannedRow, type RowResult } from '../../lib/jobs/job-kind.ts'
import { undoers } from './undoers.ts'

const past = model_history
/** The former name of the record, if it has one. A card is named as lists name it: its history does not hold its number. */
const named = sql<string | null>`coalesce(${past.new} ->> 'name', ${past.old} ->> 'name', '•••• ' || right(${cards.number}, 6))`
const words: Partial<Record<string, { name: string }>> = historyModels
const unnamed = (model: string, id: number) => `${words[model]?.name ?? 'Elemento'} n. ${id}`
/** The changes of one record, the last one first; jobs of earlier versions have rows of one change. */
interface Changes {
  id?: number
  ids?: number[]
}
/** Tells the changes it makes as what they are. */
const restoring = (context: JobContext): JobContext => ({
  ...context,
  history: (model, id, event, before, after) => context.history(model, id, event === 'deleted' ? event : 'restored', before, after),
})

/** Puts back what a job has changed, the last change first: by the rights of who undoes it, under the rules of today. */
export const undoKind = jobKind({
  type: 'ripristino',
  name: 'Ripristino di un’operazione',
  policy: 'auth',
  input: v.object({ job: v.number() }),
  batch: 25,
  many: true,
  async plan({ job }, { db }) {
    const rows = await db
      .select({ id: past.id, model: past.model, model_id: past.model_id, label: job_rows.label, name: named })
      .from(past)
      .leftJoin(job_rows, and(eq(job_rows.job_id, job), sql`${job_rows.data} ->> 'id' = ${past.model_id}::text`))
      .leftJoin(cards, and(eq(past.model, 'card'), eq(cards.id, past.model_id)))
      .where(eq(past.batch_id, String(job)))
      .orderBy(desc(past.id))
    // A record that the job has changed twice is one row.
    const records = new Map<string, PlannedRow<Changes>>()
    for (const { id, model, model_id, label, name } of rows) {
      const known = records.get(`${model} ${model_id}`)
      if (known) known.data.ids!.push(id)
      else records.set(`${model} ${model_id}`, { label: label ?? name ?? unnamed(model, model_id), data: { ids: [id] } })
    }
    return [...records.values()]
  },
  async row({ id, ids = [id!] }: Changes, context) {
    const results: RowResult[] = []
    for (const one of ids) {
      const [change] = await context.db.select().from(past).where(eq(past.id, one))
      const undo = change && undoers[change.model as HistoryModel]?.[change.event as 'deleted']
      if (!change || !undo) throw problem.conflict('Questa modifica non si può ripristinare.')
      results.push(await undo(change, restoring(context)))
    }
    return results.findLast(({ outcome }) => outcome === 'fatto') ?? results.at(-1)!
  },
  async end({ job }, { well, errors }, { db }) {
    // One that has been taken up again meanwhile is not over.
    const over = notInArray(job_history.status, ['in_coda', 'in_corso'])
    if (well)
      await db
        .update(job_history)
        .set({ status: errors ? 'annullato_in_parte' : 'annullato' })
        .where(and(eq(job_history.id, job), over))
    return `Ripristinati ${well} elementi, ${errors} non modificabili perché aggiornati successivamente.`
  },
})
