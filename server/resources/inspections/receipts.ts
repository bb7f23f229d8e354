import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { InspectionReceipt } from '../../../src/contract/inspections/inspections.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { pickKeys } from '../../domain/inspections/merge-answers.ts'
import type { Db } from '../../lib/core/db.ts'
import { type FullInspection, readInspection } from './read.ts'

export const readStored = (db: Db, id: number) => readInspection(db, eq(inspections.id, id)) as Promise<FullInspection>

/** The data of a 409: the server's copy with all its answers. */
export const fullReceipt = (whole: FullInspection) => v.parse(InspectionReceipt, whole)
/** The answer to a write, with the answers that were sent. */
export const receipt = (whole: FullInspection, sent: object) => ({
  ...whole,
  answers: pickKeys(whole.answers, sent),
  answer_revs: pickKeys(whole.answer_revs, sent),
})
