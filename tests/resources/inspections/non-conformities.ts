import { eq, sql } from 'drizzle-orm'
import { non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { nonConformities } from '../../../src/contract/inspections/non-conformities.ts'
import { BAD, completed } from '../../api/support/inspection-fixtures.ts'
import { known } from '../known.ts'

export default known(
  nonConformities,
  {
    list: {
      call: 'GET /inspection/nc',
      policy: 'insp.read',
      scope: { finds: ({ id, inspection }) => [`station=${id}`, `station_id=${id}`, `inspection_id=${inspection}`] },
      filters: {
        status: (row) => row.status,
        severity: (row) => row.severity,
        station: (row) => row.station.id,
        station_id: (row) => row.station.id,
        inspection_id: (row) => row.inspection.id,
        late: (row) => row.late,
      },
    },
    update: {
      call: 'PUT /inspection/nc/{id}',
      policy: 'insp.read',
      scope: {
        asks: ({ nc: { id, rev } }, of) => ({
          url: `/inspection/nc/${id}`,
          body: { rev, status: 'resolved', note: 'Fatto', ...(of.nc.id !== id && { photos: [of.evidence] }) },
        }),
        readersToo: true,
      },
      revised: true,
      write: async (scene) => {
        const { id } = await completed(scene.ivan, scene.model, scene.station, BAD)
        const [nc] = await scene.db.select().from(non_conformities).where(eq(non_conformities.inspection_id, id))
        return () => scene.ivan.put(`/inspection/nc/${nc!.id}`, { rev: nc!.rev, status: 'in_progress' }, scene.headers)
      },
      leaves: 'modifica, non-conformities, named, non_conformity updated',
    },
  },
  {
    rows: async ({ db }) => {
      await db.execute(sql`update non_conformities set severity = 'lieve' where id = (select min(id) from non_conformities)`)
      await db.execute(sql`update non_conformities set severity = 'critica' where id = (select max(id) from non_conformities)`)
    },
    history: { non_conformity: 'non_conformities' },
    toldBy: { non_conformities: ({ id }) => [`non_conformity ${id}`, 'inspection '] },
  },
)
