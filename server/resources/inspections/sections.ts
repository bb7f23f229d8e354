import { eq } from 'drizzle-orm'
import type { inspectionModels, ModelSection } from '../../../src/contract/inspections/models.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { newKey } from '../../../src/rules/inspections/keys.ts'
import { inspection_categories } from '../../db/schema/inspections/inspections.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Handlers } from '../../lib/core/implement.ts'
import { isOlder, problem } from '../../lib/core/problem.ts'
import { bumpModelRev, checkSections, findSection, questionKeys, saveSections, sectionInput } from './save-sections.ts'
import { findModel, type ModelRecord, type SectionRecord, sectionsOf } from './versions.ts'

/** The sections of a model one by one; `inspectionModels.update` saves them all at once. */
type Own = 'sections' | 'section' | 'addSection' | 'updateSection' | 'removeSection'

/** Follows a write: checks the sections, raises the `rev` of the model, records the change in the history. */
async function afterWrite(model: ModelRecord, before: readonly SectionRecord[], key: string, context: Context): Promise<ModelSection> {
  const { db } = context
  await checkSections(db, model, questionKeys(before))
  await bumpModelRev(model.id, context)
  const saved = (await sectionsOf(db, model.id)).find((section) => section.key === key)!
  const old = before.find((section) => section.key === key) ?? null
  context.audit({ entity_id: saved.id })
  await context.history('inspection_category', saved.id, old ? 'updated' : 'created', old, saved)
  return saved
}

export const sectionHandlers: Pick<Handlers<typeof inspectionModels>, Own> = {
  sections: async ({ model }, { db }) => ((await findModel(db, model)) ? sectionsOf(db, model) : []),
  async section({ id }, { db }) {
    const row = await findSection(db, id)
    if (!row) throw problem.notFound()
    return row
  },
  async addSection({ model_id, model, ...fields }, context) {
    const { db } = context
    const owner = await findModel(db, model_id ?? model ?? 0, true)
    if (!owner) throw problem.invalid({ model_id: messages.exists('Modello') })
    const sections = await sectionsOf(db, owner.id)
    const key = fields.key ?? newKey('c')
    if (sections.some((section) => section.key === key)) throw problem.invalid({ key: 'Due sezioni hanno la stessa chiave.' })
    const place = fields.position ?? sections.length
    await saveSections(
      owner.id,
      [...sections.slice(0, place).map(sectionInput), { ...fields, key }, ...sections.slice(place).map(sectionInput)],
      context,
    )
    return afterWrite(owner, sections, key, context)
  },
  async updateSection({ id, rev, position, ...changes }, context) {
    const { db } = context
    const row = await findSection(db, id, true)
    if (!row) throw problem.notFound()
    if (isOlder(rev, row.rev)) throw problem.stale(row)
    const sections = await sectionsOf(db, row.model_id)
    const others = sections.filter((section) => section.id !== id).map(sectionInput)
    others.splice(position ?? sections.findIndex((section) => section.id === id), 0, { ...sectionInput(row), ...changes })
    await saveSections(row.model_id, others, context)
    return afterWrite((await findModel(db, row.model_id))!, sections, row.key, context)
  },
  async removeSection({ id }, context) {
    const { db } = context
    const row = await findSection(db, id, true)
    if (!row) return undefined
    const sections = await sectionsOf(db, row.model_id)
    await db.delete(inspection_categories).where(eq(inspection_categories.id, id))
    await checkSections(db, (await findModel(db, row.model_id))!, questionKeys(sections))
    await bumpModelRev(row.model_id, context)
    await context.history('inspection_category', id, 'deleted', row, null)
    return undefined
  },
}
