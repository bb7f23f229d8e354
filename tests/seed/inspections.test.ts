import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../server/db/schema/core/system.ts'
import {
  inspection_files,
  inspection_model_versions,
  inspections,
  non_conformities,
} from '../../server/db/schema/inspections/inspections.ts'
import { referencedFiles } from '../../server/domain/inspections/merge-answers.ts'
import { dayInRome } from '../../server/domain/shared/rome-time.ts'
import { evaluate } from '../../src/rules/inspections/evaluate.ts'
import { inWorld } from '../api/support/world.ts'

test('seeded inspections have the results that the rules compute from their answers, and none is incomplete', () =>
  inWorld(async ({ db }) => {
    const rows = await db.select().from(inspections)
    expect(rows.map(({ status }) => status)).toHaveMembers(['approved', 'cancelled', 'completed', 'completed', 'draft', 'planned'])
    const found = await db.select().from(non_conformities)
    expect(found.length).toBeGreaterThan(0)
    for (const row of rows.filter(({ completed_at }) => completed_at)) {
      const [version] = await db.select().from(inspection_model_versions).where(eq(inspection_model_versions.model_id, row.model_id))
      const open = row.open_ncs.length ? await db.select().from(non_conformities).where(inArray(non_conformities.id, row.open_ncs)) : []
      const record = { answers: row.answers, signatures: row.signatures, gps: row.gps_start, open }
      const result = evaluate(version!.definition, record, row.context!, dayInRome(new Date(row.completed_at!)))
      expect(result.missing).toEqual([])
      expect({ score: result.score, outcome: result.outcome, counts: result.counts }).toEqual({
        score: row.score,
        outcome: row.outcome,
        counts: row.nc_count,
      })
      expect(found.filter(({ inspection_id }) => inspection_id === row.id).map(({ question_key, block }) => question_key + block)).toEqual(
        result.nonConformities.map(({ question_key, block }) => question_key + block),
      )
      const named = referencedFiles(row.answers, row.signatures)
      const held = await db
        .select({ uuid: inspection_files.uuid })
        .from(inspection_files)
        .innerJoin(files, eq(files.id, inspection_files.file_id))
        .where(eq(inspection_files.client_uuid, row.client_uuid))
      expect(held.map(({ uuid }) => uuid)).toHaveMembers(named)
    }
    const numbers = rows.flatMap(({ id_number, id_year }) => (id_number ? [`${id_year}/${id_number}`] : []))
    expect(new Set(numbers).size).toBe(5)
  }))

test('the seeded models are active and frozen: using them adds no version', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const models = (await ivan.get('/inspection/offline/models')).body.data
    expect(models.map(({ code, version }: { code: string; version: number }) => `${code} ${version}`)).toHaveMembers([
      'ANT 1',
      'GPL 1',
      'HACCP 1',
      'PASS 1',
      'VPV 1',
    ])
    expect(await db.$count(inspection_model_versions)).toBe(5)
    const next = await ivan.post('/inspection', { model_id: models[0].id, station_id: 1 })
    const [{ id_number }] = (await ivan.get('/inspection?status=draft&sort=number')).body.data.data
    expect(next.body.data.id_number).toBe(id_number + 1)
  }))
