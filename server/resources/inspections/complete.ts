import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Answers, Signatures, StationContext } from '../../../src/contract/inspections/answers.ts'
import type { ModelDefinition } from '../../../src/contract/inspections/form.ts'
import type { SectionScore } from '../../../src/contract/inspections/inspections.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import type { NonConformity, PreviousCheck } from '../../../src/rules/inspections/non-conformities.ts'
import { dropHidden } from '../../../src/rules/inspections/visibility.ts'
import { inspection_files, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { referencedFiles } from '../../domain/inspections/merge-answers.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { ncsById } from './station-context.ts'

/** Completion (docs/spec/inspections.md#states): the one evaluator judges the form as frozen, and its non-conformities get rows. */
export interface CompletionInput {
  id: number
  client_uuid: string
  station_id: number
  model_id: number
  answers: Answers
  signatures: Signatures
  present: string | null
  notes: string | null
  gps_start: { lat: number; lon: number } | null
  context: StationContext
  open_ncs: readonly number[]
  started_at: string
  completed_at: string
}

/** The values of those columns when a completed verifica is filled in again. */
export const BACK_TO_DRAFT = {
  status: 'draft' as const,
  ...{ completed_at: null, duration_s: null, sections: null, score: null, outcome: null, nc_count: null },
}
/**
 * @returns the columns that completion sets
 * @throws 422 with one sentence for each thing missing (by answer key), or with `files_missing` while files are on their way
 */
export async function complete(record: CompletionInput, definition: ModelDefinition, context: Context) {
  const { db } = context
  const { signatures, completed_at, present, notes } = record
  const answers = dropHidden(definition, record.answers, record.context)
  const open = await ncsById(db, record.open_ncs)
  const today = dayInRome(new Date(completed_at))
  const result = evaluate(definition, { answers, signatures, gps: record.gps_start, open, present, notes }, record.context, today)
  if (result.missing.length) {
    const fields = Object.fromEntries(result.missing.map(({ key, label, message }) => [key, `${label}: ${message}`]))
    throw problem.invalid(fields, { code: 'incomplete', data: { missing: result.missing } })
  }
  await requireFiles(db, record.client_uuid, referencedFiles(answers, signatures))
  await saveNcs(record, result.nonConformities, context)
  for (const check of result.previous) await saveRecheck(record, check, context)
  const sections = result.sections.map(({ section, score, answered, total, conforming, nonConforming, notApplicable }) => {
    const scores: SectionScore = { score, answered, total, conforming, nonConforming, notApplicable }
    return [section.key, scores] as const
  })
  return {
    status: 'completed' as const,
    completed_at,
    duration_s: Math.max(0, Math.round((Date.parse(completed_at) - Date.parse(record.started_at)) / 1000)),
    answers,
    sections: Object.fromEntries(sections),
    score: result.score,
    outcome: result.outcome,
    nc_count: result.counts,
  }
}

/** Every file named must have arrived: its hash was checked when it did. */
async function requireFiles(db: Db, client_uuid: string, named: readonly string[]) {
  if (!named.length) return
  const here = await db
    .select({ uuid: inspection_files.uuid })
    .from(inspection_files)
    .where(and(eq(inspection_files.client_uuid, client_uuid), inArray(inspection_files.uuid, [...named])))
  const missing = named.length - here.length
  if (missing)
    throw problem.unprocessable(`Caricamento di ${missing} foto in corso: riprovare tra poco.`, {
      code: 'files_missing',
      data: { missing: named.filter((uuid) => !here.some((file) => file.uuid === uuid)) },
    })
}

/** One row for each (verifica, question, block), however often it is completed; one no longer found goes, unless somebody acted on it. */
async function saveNcs(record: CompletionInput, found: readonly NonConformity[], { db, user, now }: Context) {
  const mine = and(eq(non_conformities.inspection_id, record.id), eq(non_conformities.status, 'open'))
  const kept = found.map(({ question_key, block }) => `${question_key}#${block}`)
  await db
    .delete(non_conformities)
    .where(and(mine, kept.length ? notInArray(sql`${non_conformities.question_key} || '#' || ${non_conformities.block}`, kept) : undefined))
  if (!found.length) return
  const { id: inspection_id, station_id, model_id } = record
  const stamp = { created_at: now.toISOString(), updated_at: now.toISOString(), created_by: user.id, updated_by: user.id }
  const newer = (name: string) => sql.raw(`excluded.${name}`)
  const columns = ['label', 'block_label', 'severity', 'reason', 'note', 'photos', 'suggestion', 'deadline', 'ticket_category_id'] as const
  await db
    .insert(non_conformities)
    .values(
      found.map(
        ({ question_key, block, block_label, label, severity, reason, note, photos, suggestion, deadline, ticket_category_id }) => ({
          ...{ inspection_id, station_id, model_id, question_key, block, block_label, label, severity },
          ...{ reason, note, photos, suggestion, deadline, ticket_category_id, ...stamp },
        }),
      ),
    )
    .onConflictDoUpdate({
      target: [non_conformities.inspection_id, non_conformities.question_key, non_conformities.block],
      set: {
        ...Object.fromEntries(columns.map((name) => [name, newer(name)])),
        rev: sql`${non_conformities.rev} + 1`,
        updated_at: stamp.updated_at,
        updated_by: user.id,
      },
    })
}

/** "Risolta?" Sì: verified. No: open again, the severity perhaps raised (docs/spec/inspections.md#non-conformities). */
async function saveRecheck({ id, completed_at }: CompletionInput, check: PreviousCheck, { db, user, now, history }: Context) {
  const [row] = await db.select().from(non_conformities).where(eq(non_conformities.id, check.open.id)).for('no key update')
  if (!row) return
  const solved = {
    status: 'verified' as const,
    resolved_at: row.resolved_at ?? completed_at,
    resolved_by: row.resolved_by ?? user.id,
    resolution_note: row.resolution_note ?? check.note,
    resolution_photos: [...new Set([...row.resolution_photos, ...check.photos])],
  }
  const unsolved = {
    status: row.status === 'in_progress' ? row.status : ('open' as const),
    severity: check.severity,
    note: check.note && !row.note?.includes(check.note) ? [row.note, check.note].filter(Boolean).join('\n') : row.note,
    resolved_at: null,
    resolved_by: null,
  }
  const next = check.resolved ? solved : unsolved
  await db
    .update(non_conformities)
    .set({ ...next, checked_in: id, rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(non_conformities.id, row.id))
  if (next.status !== row.status) await history('non_conformity', row.id, 'status', { status: row.status }, { status: next.status })
}
