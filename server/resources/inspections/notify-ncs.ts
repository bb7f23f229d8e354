import { and, eq, sql } from 'drizzle-orm'
import { SEVERITIES } from '../../../src/contract/inspections/labels.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { others } from '../../../src/rules/shared/how-many.ts'
import { inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import type { Context } from '../../lib/core/context.ts'
import { notify } from '../notifications/notify.ts'
import { type FullInspection, inScope } from './read.ts'

const SHOWN = 20
/** Tells the groups that ask for it what a completed verifica has found, whether its model opens tickets or not. */
export async function notifyNcs(row: FullInspection, context: Context): Promise<void> {
  const found = await context.db
    .select()
    .from(non_conformities)
    .where(and(eq(non_conformities.inspection_id, row.id), eq(non_conformities.status, 'open')))
    .orderBy(sql`array_position(array['critica', 'grave', 'lieve'], ${non_conformities.severity})`, non_conformities.id)
  if (!found.length) return
  const place = `${row.station.code} ${row.station.name}`
  const count = found.length === 1 ? '1 non conformità' : `${found.length} non conformità`
  const lines = found
    .slice(0, SHOWN)
    .map(({ severity, label, block_label }) => `${SEVERITIES[severity]}: ${block_label ? `${block_label}: ` : ''}${label}`)
  await notify(
    {
      event: 'inspection_nc',
      subject: { type: 'inspection', id: row.id, link: `/verifiche/${row.id_year}-${row.id_number}` },
      title: `[Verifica ${row.id_year}/${row.id_number}] ${count} – ${place}`,
      text: [
        `${row.model_name}, ${place}.`,
        '',
        ...lines,
        ...(found.length > SHOWN ? [`… e ${others(found.length - SHOWN, 'f')}.`] : []),
      ].join('\n'),
      by: context.user.id,
      mayRead: async (person) =>
        allows('insp.read', person) && !!(await context.db.$count(inspections, and(eq(inspections.id, row.id), inScope(person)))),
    },
    context,
  )
}
