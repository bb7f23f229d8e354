import { eq, inArray, sql } from 'drizzle-orm'
import type { SectionInput } from '../../../src/contract/inspections/models.ts'
import { canonicalJson } from '../../../src/rules/inspections/hash.ts'
import { newKey } from '../../../src/rules/inspections/keys.ts'
import { inspection_categories, inspection_models } from '../../db/schema/inspections/inspections.ts'
import { keyErrors, readDefinition } from '../../domain/inspections/model-definition.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { findModel, frozenKeys, type ModelRecord, type SectionRecord, sectionsOf } from './versions.ts'

/** Writing the sections of a model; after every write the whole tree must still hold together. */
export const questionKeys = (sections: readonly SectionRecord[]) =>
  new Set(sections.flatMap(({ questions }) => questions.map(({ key }) => key)))
/** A stored section as part of a tree to save. */
export const sectionInput = ({ key, name, description, weight, icon, repeat, visible_if, questions }: SectionRecord): SectionInput => ({
  key,
  name,
  description,
  weight,
  icon,
  repeat,
  visible_if,
  questions,
})

/** Makes the sections of a model be exactly these, in this order: known keys are changed, new ones added, absent ones removed. */
export async function saveSections(
  model_id: number,
  wanted: readonly SectionInput[],
  { db, now, user }: Pick<Context, 'db' | 'now' | 'user'>,
) {
  const present = await sectionsOf(db, model_id)
  const stamp = { updated_at: now.toISOString(), updated_by: user.id }
  const gone = present.filter(({ key }) => !wanted.some((section) => section.key === key)).map(({ id }) => id)
  if (gone.length) await db.delete(inspection_categories).where(inArray(inspection_categories.id, gone))
  for (const [position, section] of wanted.entries()) {
    const known = present.find(({ key }) => key === section.key)
    if (known?.position === position && canonicalJson(sectionInput(known)) === canonicalJson(section)) continue
    if (known)
      await db
        .update(inspection_categories)
        .set({ ...sectionInput(known), ...section, position, ...stamp, rev: known.rev + 1 })
        .where(eq(inspection_categories.id, known.id))
    else
      await db.insert(inspection_categories).values({
        ...section,
        key: section.key ?? newKey('c'),
        position,
        model_id,
        ...stamp,
        created_at: stamp.updated_at,
        created_by: user.id,
      })
  }
}

/**
 * Refuses a tree that breaks a limit, a condition or the rule of keys; an empty one only stands while the model cannot be filled in.
 * @param before question keys before the change
 */
export async function checkSections(db: Db, model: ModelRecord, before: ReadonlySet<string>) {
  const sections = await sectionsOf(db, model.id)
  if (!sections.length && model.status !== 'active') return
  const read = readDefinition(model, sections)
  if (read.errors) throw problem.invalid(read.errors)
  const errors = keyErrors(read.definition, await frozenKeys(db, model.id), before)
  if (Object.keys(errors).length) throw problem.invalid(errors)
}

/** A section with its model locked: one writer at a time in a tree. */
export async function findSection(db: Db, id: number, lock = false): Promise<SectionRecord | undefined> {
  const mine = eq(inspection_categories.id, id)
  const [row] = await db.select().from(inspection_categories).where(mine)
  if (!row || !(await findModel(db, row.model_id, lock))) return undefined
  return lock ? (await db.select().from(inspection_categories).where(mine))[0] : row
}

/** A change of a section is a change of its model. */
export const bumpModelRev = (model_id: number, { db, now, user }: Context) =>
  db
    .update(inspection_models)
    .set({ rev: sql`${inspection_models.rev} + 1`, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(inspection_models.id, model_id))
