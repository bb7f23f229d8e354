import * as v from 'valibot'
import { ModelDefinition } from '../../../../src/contract/inspections/form.ts'
import { modelHash } from '../../../../src/rules/inspections/hash.ts'
import type { Db } from '../../../lib/core/db.ts'
import { inspection_categories, inspection_model_versions, inspection_models } from '../../schema/inspections/inspections.ts'
import { insertRows } from '../insert.ts'
import { readyModels } from './model-library.ts'

/** The library as active models, each frozen once; ids follow the order of the library. */
export async function insertReadyModels(
  db: Db,
  created_by: number,
  at: string,
): Promise<Map<string, { id: number; definition: ModelDefinition }>> {
  const made = new Map<string, { id: number; definition: ModelDefinition }>()
  const models: (typeof inspection_models.$inferInsert)[] = []
  const sections: (typeof inspection_categories.$inferInsert)[] = []
  const versions: (typeof inspection_model_versions.$inferInsert)[] = []
  for (const [place, { definition: written, ...shelf }] of readyModels.entries()) {
    const id = place + 1
    const definition = v.parse(ModelDefinition, written)
    const { categories, ...own } = definition
    models.push({ ...{ id, ...own, ...shelf, status: 'active', version: 1, created_by } } as typeof inspection_models.$inferInsert)
    for (const [position, section] of categories.entries()) sections.push({ ...section, model_id: id, position, created_by })
    versions.push({ model_id: id, version: 1, hash: await modelHash(definition), definition, created_by, created_at: at })
    made.set(own.code, { id, definition })
  }
  await insertRows(db, inspection_models, models, at)
  await insertRows(db, inspection_categories, sections, at)
  await db.insert(inspection_model_versions).values(versions)
  return made
}
