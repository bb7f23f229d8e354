import { and, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { modelHash } from '../../../src/rules/inspections/hash.ts'
import { inspection_categories, inspection_model_versions, inspection_models } from '../../db/schema/inspections/inspections.ts'
import { readDefinition } from '../../domain/inspections/model-definition.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'

/** Frozen versions of models (docs/spec/inspections.md#model-versions): immutable, found by their hash, kept for ever. */
export type ModelRecord = typeof inspection_models.$inferSelect
export type Version = typeof inspection_model_versions.$inferSelect

export const sectionsOf = (db: Db, model_id: number) =>
  db
    .select()
    .from(inspection_categories)
    .where(eq(inspection_categories.model_id, model_id))
    .orderBy(inspection_categories.position, inspection_categories.id)
export type SectionRecord = typeof inspection_categories.$inferSelect

export async function versionByHash(db: Db, model_id: number, hash: string): Promise<Version | undefined> {
  const [version] = await db
    .select()
    .from(inspection_model_versions)
    .where(and(eq(inspection_model_versions.model_id, model_id), eq(inspection_model_versions.hash, hash)))
  return version
}
export async function versionOf(db: Db, model_id: number, number: number): Promise<Version> {
  const [version] = await db
    .select()
    .from(inspection_model_versions)
    .where(and(eq(inspection_model_versions.model_id, model_id), eq(inspection_model_versions.version, number)))
  if (!version) throw new Error(`model ${model_id} has no version ${number}`)
  return version
}
/** True if the next verifica will freeze a new version. */
export async function hasUnfrozenChanges(db: Db, model: ModelRecord, sections: SectionRecord[]): Promise<boolean> {
  const read = readDefinition(model, sections)
  if (read.errors) return true
  const [last] = await db
    .select({ hash: inspection_model_versions.hash })
    .from(inspection_model_versions)
    .where(eq(inspection_model_versions.model_id, model.id))
    .orderBy(desc(inspection_model_versions.version))
    .limit(1)
  return last?.hash !== (await modelHash(read.definition))
}

/** @throws 422 for a tree that cannot be filled in */
function definitionOf(model: ModelRecord, sections: SectionRecord[]) {
  const read = readDefinition(model, sections)
  if (read.errors) throw problem.invalid(read.errors)
  return read.definition
}
/** The version that stands for the present tree of each model, in their order; those that are frozen already are read together. @throws 422 */
export async function freezeVersions(db: Db, models: readonly ModelRecord[], by: number, now: Date): Promise<Version[]> {
  const ids = models.map(({ id }) => id)
  const sections = await db
    .select()
    .from(inspection_categories)
    .where(inArray(inspection_categories.model_id, ids))
    .orderBy(inspection_categories.position, inspection_categories.id)
  const hashes = await Promise.all(
    models.map(async (model) =>
      modelHash(
        definitionOf(
          model,
          sections.filter(({ model_id }) => model_id === model.id),
        ),
      ),
    ),
  )
  const known = await db
    .select()
    .from(inspection_model_versions)
    .where(and(inArray(inspection_model_versions.model_id, ids), inArray(inspection_model_versions.hash, hashes)))
  const versions: Version[] = []
  for (const [at, model] of models.entries())
    versions.push(
      known.find(({ model_id, hash }) => model_id === model.id && hash === hashes[at]) ?? (await freezeVersion(db, model, by, now)),
    )
  return versions
}
/**
 * The version that stands for the model's present tree; frozen as the next one where no version is equal to it. In a transaction.
 * The lock lets verifiche of the model be inserted meanwhile: they hold the yearly counter, and each would wait for the other.
 * @throws 422 for a tree that cannot be filled in
 */
export async function freezeVersion(db: Db, model: ModelRecord, by: number, now: Date): Promise<Version> {
  const definition = definitionOf(model, await sectionsOf(db, model.id))
  const hash = await modelHash(definition)
  const known = await versionByHash(db, model.id, hash)
  if (known) return known
  await db.select({ id: inspection_models.id }).from(inspection_models).where(eq(inspection_models.id, model.id)).for('no key update')
  const raced = await versionByHash(db, model.id, hash)
  if (raced) return raced
  const [last] = await db
    .select({ version: max(inspection_model_versions.version) })
    .from(inspection_model_versions)
    .where(eq(inspection_model_versions.model_id, model.id))
  const version = (last!.version ?? 0) + 1
  const [made] = await db
    .insert(inspection_model_versions)
    .values({ model_id: model.id, version, hash, definition, created_by: by, created_at: now.toISOString() })
    .returning()
  await db.update(inspection_models).set({ version }).where(eq(inspection_models.id, model.id))
  return made!
}

/** Type of every question of the frozen versions, by key. */
export async function frozenKeys(db: Db, model_id: number): Promise<Map<string, string>> {
  const { rows } = (await db.execute(sql`
    select distinct question ->> 'key' as key, question ->> 'type' as type
    from inspection_model_versions,
      jsonb_array_elements(definition -> 'categories') as category,
      jsonb_array_elements(category -> 'questions') as question
    where model_id = ${model_id}`)) as unknown as { rows: { key: string; type: string }[] }
  return new Map(rows.map(({ key, type }) => [key, type]))
}

/** A model that is not deleted, locked where it will be written. */
export async function findModel(db: Db, id: number, lock = false): Promise<ModelRecord | undefined> {
  const query = db
    .select()
    .from(inspection_models)
    .where(and(eq(inspection_models.id, id), isNull(inspection_models.deleted_at)))
  const [row] = await (lock ? query.for('no key update') : query)
  return row
}
