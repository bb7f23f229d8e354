import { sql } from 'drizzle-orm'
import { makeStation } from '../../../api/support/fixtures.ts'
import { makeManagement } from '../../../api/support/management-fixtures.ts'
import { paper } from '../../../resources/files.ts'
import { rowsOf, type Subjects } from '../subject.ts'

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What the office reads of files, devices and acts. */
export const office = {
  documents: {
    async make(world) {
      const admin = await world.as('admin')
      const [{ id }] = (await admin.upload('/documents/upload', [paper], {})).body.data
      await world.db.execute(
        sql`update documents set name = 'Procedura incendi', description = 'Testo del documento', category = 'modulo', valid_to = '2031-02-03', version = 4,
          size = 345678, created_at = '2026-07-14T22:30:00Z' where id = ${id}`,
      )
      return { id, list: '/documenti?search=Procedura%20incendi' }
    },
  },
  activity: {
    async make(world) {
      const { user_id } = await world.as('contabilita')
      const [one] = await rowsOf<{ id: number }>(
        world.db.execute(
          sql`insert into activity_log (user_id, action, entity, entity_id, method, path, status, ip, user_agent, created_at)
            values (${user_id}, 'modifica', 'banks', '77', 'PUT', '/banks/77', 409, '10.1.2.3', ${AGENT}, '2026-07-14T22:30:00Z') returning id`,
        ),
      )
      return { id: one!.id, list: `/logs?user_id=${user_id}&entity=banks` }
    },
  },
  'client-errors': {
    async make(world) {
      const [one] = await rowsOf<{ id: number }>(
        world.db.execute(
          sql`insert into client_errors (kind, message, page, app_version, created_at, forwarded_at)
            values ('rejection', 'Messaggio di prova', '/pagina', '9.8.7', '2026-07-14T22:30:00Z', '2026-08-15T22:31:00Z') returning id`,
        ),
      )
      return { id: one!.id, list: '/impostazioni?scheda=errori' }
    },
  },
  management_obligations: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const { management } = await makeManagement(await world.as('admin'), station.id)
      // Two of them: one is late, one is not needed; the others are without a date.
      await world.db.execute(
        sql`insert into management_obligations (management_id, obligation_id, due_date, applicable)
          select ${management.id}, id, '2026-01-02', name <> 'HACCP, autocontrollo del bar' from obligations where name in ('DURC', 'HACCP, autocontrollo del bar')`,
      )
      return { id: management.id, list: `/stazioni/manager/obblighi?station_id=${station.id}` }
    },
  },
} satisfies Subjects
