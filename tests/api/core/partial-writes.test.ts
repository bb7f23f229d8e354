import { randomUUID } from 'node:crypto'
import { desc, eq, lt, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activity_log, model_history } from '../../../server/db/schema/core/system.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { Problem } from '../../../server/lib/core/problem.ts'
import type { InsertPlanner } from '../../../server/lib/tables/single-statement-insert.ts'
import { implementations } from '../../../server/resources/registry.ts'
import { calls, label } from '../support/calls.ts'
import { tableNames } from '../support/checksum.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeModel } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'
import { WITHOUT, WRITES } from '../support/writes.ts'

/*
 * Every write that can be done is done up to its last step but one, and then refused, or the database fails at its first change, its second, and so on to
 * its last: what stays is told by the witness of every test (`witness.ts`), which the refusals of other tests, mostly made before anything is written, do
 * not try.
 */

/** Whether the next write is refused after all its work. */
let refuses = false
beforeAll(() => {
  for (const { handlers } of implementations)
    for (const [name, handler] of Object.entries(handlers)) {
      const late = async (...given: Parameters<typeof handler>) => {
        const done = await handler(...given)
        if (refuses) throw new Problem(422, 'Rifiutato alla fine.')
        return done
      }
      // What is made by one statement has no end to be refused at: there is only the database, which fails below.
      const { insertPlan } = handler
      handlers[name] = Object.assign(
        late,
        handler,
        insertPlan && { insertPlan: (...given: Parameters<InsertPlanner>) => (refuses ? undefined : insertPlan(...given)) },
      )
    }
})
/** Changes in any table, of which the one that `witness.left` counts down to fails; only within a transaction: alone there is nothing to undo. */
const FAILING = `
  create function witness.fail() returns trigger language plpgsql as $$
    declare left_ int := coalesce(nullif(current_setting('witness.left', true), ''), '0')::int;
    begin
      if coalesce(current_setting('witness.inside', true), '') <> 'yes' then return coalesce(new, old); end if;
      if left_ > 0 then perform set_config('witness.left', (left_ - 1)::text, false); end if;
      if left_ = 1 then raise exception 'planted'; end if;
      return coalesce(new, old);
    end $$;
  ${tableNames.map((name) => `create trigger fail before insert or update or delete on "${name}" for each row execute function witness.fail();`).join('\n')}`

/** What the last write left for the office to read: the activity and whether it names what it was about, and the changes of the history. */
async function leftBehind(db: Db): Promise<string> {
  const [act] = await db.select().from(activity_log).where(lt(activity_log.status, 300)).orderBy(desc(activity_log.id)).limit(1)
  const changes = await db.select().from(model_history).where(eq(model_history.created_at, act!.created_at)).orderBy(model_history.id)
  const told = [...new Set(changes.map(({ model, event }) => `${model} ${event}`))]
  return [act!.action, act!.entity, act!.entity_id === null ? 'of nothing' : 'named', ...told].join(', ')
}
const LEFT: Record<string, string> = {
  'DELETE /bank/pos/{id}': 'eliminazione, pos, named, pos deleted',
  'DELETE /netdevices/{id}': 'eliminazione, network_devices, named, network_device deleted',
  'DELETE /station/competitors/{id}': 'eliminazione, competitors, named, competitor deleted',
  'POST /station/competitors': 'creazione, competitors, named, competitor created',
  'POST /station/competitors/import': 'creazione, competitors, of nothing, competitor created',
  'POST /station/competitors/{id}/prices': 'creazione, competitors, named',
  'PUT /station/competitors/{id}': 'modifica, competitors, named, competitor updated',
  'DELETE /station/devices/{stationId}/{id}': 'eliminazione, station_devices, named, station_device deleted, expiration status',
  'DELETE /station/dispensers/{stationId}/{id}': 'eliminazione, dispensers, named, dispenser deleted, expiration status',
  'POST /bank/pos': 'creazione, pos, named, pos created',
  'POST /netdevices': 'creazione, network_devices, named, network_device created',
  'POST /station/devices': 'creazione, station_devices, named, station_device created, expiration created',
  'POST /station/dispensers': 'creazione, dispensers, named, dispenser created, expiration created',
  'POST /station/dispensers/{id}': 'creazione, dispensers, named, dispenser created',
  'PUT /bank/pos/{id}': 'modifica, pos, named, pos updated',
  'PUT /netdevices/{id}': 'modifica, network_devices, named, network_device updated',
  'PUT /station/devices/{id}': 'modifica, station_devices, named, station_device updated, expiration updated',
  'PUT /station/dispensers/{id}': 'modifica, dispensers, named, dispenser updated, expiration status',
  'DELETE /available_services/{id}': 'eliminazione, available_services, named, available_service deleted',
  'DELETE /banks/{id}': 'eliminazione, banks, named, bank deleted',
  'DELETE /banks/{id}/files/{fileId}': 'eliminazione, banks, named',
  'DELETE /expirations/{id}/files/{fileId}': 'eliminazione, expirations, named',
  'DELETE /expirations/{id}': 'eliminazione, expirations, named, expiration deleted',
  'DELETE /prices/{stationId}/{priceId}': 'eliminazione, prices, named, price deleted',
  'DELETE /extinguisher-intervals/{id}': 'eliminazione, extinguisher_intervals, named, extinguisher_interval deleted',
  'DELETE /fuels/{id}': 'eliminazione, fuels, named, fuel deleted',
  'DELETE /inspection/category/{id}': 'eliminazione, inspection-models, named, inspection_category deleted',
  'DELETE /inspection/model/{id}': 'eliminazione, inspection-models, named, inspection_model deleted',
  'DELETE /inspection/{id}': 'eliminazione, inspections, named, inspection deleted',
  'DELETE /saved-views/{id}': 'eliminazione, saved_views, named, saved_view deleted',
  'DELETE /settings/logo': 'eliminazione, settings, named, settings updated',
  'DELETE /station/fireext/{stationId}/{id}': 'eliminazione, fire_extinguishers, named, fire_extinguisher deleted',
  'DELETE /station/notes/{uuid}': 'eliminazione, station_notes, named, station_note deleted',
  'DELETE /station/pieces/{kind}/{id}/files/{fileId}': 'eliminazione, pieces, named',
  'POST /station/pieces/{kind}/{id}/upload': 'creazione, pieces, named',
  'DELETE /station/oilseparator/{stationId}/{id}': 'eliminazione, oil_separators, named, oil_separator deleted',
  'DELETE /stations/qr/{station}': 'eliminazione, qr, named, qr_code deleted',
  'DELETE /station/tanks/maintenances/{tankId}/{maintenanceId}': 'eliminazione, tank_maintenances, named, tank_maintenance deleted',
  'DELETE /station/tanks/{stationId}/{id}': 'eliminazione, tanks, named, tank deleted',
  'DELETE /stations/station-image/{stationId}': 'eliminazione, cover-images, named, station_image deleted',
  'DELETE /stations/{id}': 'eliminazione, stations, named, station deleted',
  'DELETE /stations/{id}/files/{fileId}': 'eliminazione, station_files, named',
  'DELETE /support/notification-groups/{id}': 'eliminazione, notification-groups, named, notification_group deleted',
  'DELETE /support/t/default/{id}': 'eliminazione, default-mails, named, default_mail deleted',
  'DELETE /support/t/category/{id}': 'eliminazione, ticket-categories, named, ticket_category deleted',
  'DELETE /support/ticket/download/{uid}/{fileName}': 'eliminazione, tickets, named',
  'DELETE /support/ticket/{year}/{number}': 'eliminazione, tickets, named, ticket deleted',
  'DELETE /support/ticket/{year}/{number}/tasks/{id}': 'eliminazione, tickets, named',
  'POST /support/ticket': 'creazione, tickets, named, ticket created',
  'POST /support/ticket/files': 'creazione, tickets, named',
  'POST /support/ticket/rating/{token}': 'modifica, tickets, named',
  'POST /support/ticket/{year}/{number}': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/assign': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/comment': 'creazione, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/deassign': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/merge': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/reopen': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/seen': 'modifica, tickets, named',
  'POST /support/ticket/{year}/{number}/split': 'creazione, tickets, named, ticket created',
  'POST /support/ticket/{year}/{number}/tasks': 'creazione, tickets, named',
  'POST /support/ticket/{year}/{number}/unmerge': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/update': 'modifica, tickets, named, ticket status',
  'POST /support/ticket/{year}/{number}/upload': 'creazione, tickets, named',
  'PUT /support/ticket/{year}/{number}/tasks/{id}': 'modifica, tickets, named',
  'DELETE /users/{id}': 'eliminazione, users, named, user deleted',
  'POST /admin/history/{id}/cancel': 'comando, jobs, named',
  'POST /admin/history/{id}/retry': 'comando, jobs, named',
  'POST /admin/history/{id}/undo': 'comando, jobs, named',
  'POST /auth/accept-invitation': 'password, users, named',
  'POST /auth/forgot-password': 'comando, auth, of nothing',
  'POST /auth/login': 'login, users, named',
  'POST /auth/logout': 'logout, users, named',
  'POST /auth/refresh': 'comando, users, named',
  'POST /auth/reset-password': 'password, users, named',
  'POST /available_services': 'creazione, available_services, named, available_service created',
  'POST /banks': 'creazione, banks, named, bank created',
  'POST /banks/{id}/upload': 'creazione, banks, named',
  'POST /bulk': 'comando, jobs, named',
  'POST /client-errors': 'creazione, client-errors, named',
  'POST /devices/report': 'creazione, devices, named',
  'POST /expirations/{id}/upload': 'creazione, expirations, named',
  'POST /expirations': 'creazione, expirations, named, expiration created',
  'POST /exports': 'export, jobs, named',
  'POST /extinguisher-intervals': 'creazione, extinguisher_intervals, named, extinguisher_interval created',
  'POST /fuels': 'creazione, fuels, named, fuel created',
  'POST /inspection': 'creazione, inspections, named, inspection created',
  'POST /inspection/category': 'creazione, inspection-models, named, inspection_category created',
  'POST /inspection/files': 'creazione, inspection-files, named',
  'POST /inspection/model': 'creazione, inspection-models, named, inspection_model created',
  'POST /inspection/model/library/{code}': 'creazione, inspection-models, named, inspection_model created',
  'POST /inspection/model/{id}/clone': 'creazione, inspection-models, named, inspection_model created',
  'POST /inspection/{id}/approve': 'comando, inspections, named, inspection status',
  'POST /inspection/{id}/reopen': 'comando, inspections, named, inspection status',
  'POST /inspection/{id}/send': 'send, inspection-send, named',
  'POST /mimit/fuels': 'creazione, fuels, named, fuel updated',
  'POST /mimit/publish': 'comando, jobs, named',
  'POST /models/history/{id}/revert': 'ripristino, banks, named, bank restored',
  'POST /prices': 'creazione, prices, named, price created',
  'POST /prices/variation': 'comando, jobs, named',
  'POST /saved-views': 'creazione, saved_views, named, saved_view created',
  'POST /settings/logo': 'creazione, settings, named, settings updated',
  'POST /station-acl': 'modifica, station_acl, named, station_acl updated',
  'POST /station/fireext': 'creazione, fire_extinguishers, named, fire_extinguisher created',
  'POST /station/notes': 'creazione, station_notes, named, station_note created',
  'POST /station/notes/files': 'creazione, station_notes, named',
  'POST /station/tanks': 'creazione, tanks, named, tank created',
  'POST /station/tanks/maintenances': 'creazione, tank_maintenances, named, tank_maintenance created',
  'POST /station/tanks/maintenances/files': 'creazione, tank_maintenances, named',
  'POST /station/oilseparator': 'creazione, oil_separators, named, oil_separator created',
  'POST /stations/detailed-openings': 'creazione, detailed_openings, named, station_detailed_openings updated',
  'POST /stations': 'creazione, stations, named, station created',
  'POST /stations/import': 'comando, jobs, named',
  'POST /stations/qr/{station}': 'creazione, qr, named, qr_code created',
  'POST /stations/station-image/{stationId}': 'creazione, cover-images, named, station_image created',
  'POST /stations/status/{id}': 'modifica, stations, named, station status',
  'POST /stations/{id}/s/bills': 'modifica, stations, named, station_bills updated',
  'POST /stations/{id}/s/fuels': 'modifica, stations, named, station_fuels updated',
  'POST /stations/{id}/s/networks': 'modifica, stations, named, station_networks updated',
  'POST /stations/{id}/s/openings': 'modifica, stations, named, station_openings updated',
  'POST /stations/{id}/s/phones': 'modifica, stations, named, station_phones updated',
  'POST /stations/{id}/s/services': 'modifica, stations, named, station_services updated',
  'POST /stations/{id}/upload': 'creazione, station_files, named',
  'POST /notifications/read': 'creazione, notifications, of nothing',
  'POST /push/subscribe': 'creazione, notifications, named',
  'POST /push/unsubscribe': 'creazione, notifications, named',
  'POST /support/notification-groups': 'creazione, notification-groups, named, notification_group created, notification_group updated',
  'POST /support/t/default': 'creazione, default-mails, named, default_mail created',
  'POST /support/ticket/send': 'send, ticket-send, named',
  'PUT /notifications/choices': 'modifica, notifications, named',
  'PUT /support/notification-groups/{id}': 'modifica, notification-groups, named, notification_group updated',
  'PUT /support/t/default/{id}': 'modifica, default-mails, named, default_mail updated',
  'POST /support/t/category': 'creazione, ticket-categories, named, ticket_category created',
  'POST /users': 'creazione, users, named, user created',
  'POST /users/{id}/invite': 'send, users, named',
  'PUT /available_services/order': 'modifica, available_services, of nothing, available_service updated',
  'PUT /available_services/{id}': 'modifica, available_services, named, available_service updated',
  'PUT /banks/{id}': 'modifica, banks, named, bank updated',
  'PUT /expirations/{id}': 'modifica, expirations, named, expiration updated',
  'PUT /expirations/{id}/cancel': 'modifica, expirations, named, expiration status',
  'PUT /expirations/{id}/complete': 'modifica, expirations, named, expiration status',
  'PUT /expirations/{id}/reopen': 'modifica, expirations, named, expiration status',
  'PUT /extinguisher-intervals/{id}': 'modifica, extinguisher_intervals, named, extinguisher_interval updated',
  'PUT /fuels/order': 'modifica, fuels, of nothing, fuel updated',
  'PUT /fuels/{id}': 'modifica, fuels, named, fuel updated',
  'PUT /inspection/category/{id}': 'modifica, inspection-models, named, inspection_category updated',
  'PUT /inspection/model/{id}': 'modifica, inspection-models, named, inspection_model updated',
  'PUT /inspection/nc/{id}': 'modifica, non-conformities, named, non_conformity updated',
  'PUT /inspection/{id}': 'modifica, inspections, named, inspection status, ticket created, non_conformity status',
  'PUT /saved-views/{id}': 'modifica, saved_views, named, saved_view updated',
  'PUT /settings': 'modifica, settings, named, settings updated',
  'PUT /station/fireext/{id}': 'modifica, fire_extinguishers, named, fire_extinguisher updated',
  'PUT /station/notes/{uuid}': 'modifica, station_notes, named, station_note updated',
  'PUT /station/tanks/maintenances/{uuid}': 'modifica, tank_maintenances, named, tank_maintenance updated',
  'PUT /station/tanks/{id}': 'modifica, tanks, named, tank updated',
  'PUT /station/oilseparator/{id}': 'modifica, oil_separators, named, oil_separator updated',
  'PUT /stations/{id}': 'modifica, stations, named, station updated',
  'PUT /support/t/category/order': 'modifica, ticket-categories, of nothing, ticket_category updated',
  'PUT /support/t/category/{id}': 'modifica, ticket-categories, named, ticket_category updated',
  'PUT /users/password': 'password, users, named',
  'PUT /users/{id}': 'modifica, users, named, user updated',
}

test('every write is tried, or says where it is', () => {
  const writes = calls.filter(({ method, acts }) => method !== 'GET' && !acts).map(label)
  expect([...Object.keys(WRITES), ...Object.keys(WITHOUT)].sort()).toEqual(writes.sort())
})

test(
  'of a write that is refused at its end, or whose database fails at any of its changes, nothing stays; tried again it is done',
  { timeout: 600_000 },
  () =>
    inWorld(async (world) => {
      const { db, as, deps } = world
      const inside = (value: string) => sql`select set_config('witness.inside', ${value}, false)`
      const marked = db.transaction.bind(db)
      const transaction: typeof marked = (work) =>
        marked(async (tx) => {
          await tx.execute(inside('yes'))
          const done = await work(tx)
          await tx.execute(inside('no'))
          return done
        })
      deps.db = Object.assign(Object.create(db), { transaction })
      deps.mail = { sends: true, send: async () => undefined }
      for (const statement of FAILING.split(/;\n(?=\s*create)/)) await db.execute(sql.raw(statement))
      const jobs = async () =>
        ((await db.execute(sql`select count(*)::int as n from pgboss.job`)) as unknown as { rows: { n: number }[] }).rows[0]!.n
      const [admin, ivan] = [await as('admin'), await as('ispettore')]
      const station = (await makeStation(db, { code: 'ZZ1', email: 'zz1@example.it' })).id
      const model = await makeModel(admin, 'PARZIALE')
      const wrong: string[] = []
      const left: Record<string, string> = {}
      for (const [name, write] of Object.entries(WRITES)) {
        await db.execute(sql`savepoint scene`)
        const headers: Record<string, string> = {}
        const go = await write({ ...world, admin, ivan, station, model, headers })
        const before = await jobs()
        for (const key of [undefined, randomUUID()]) {
          refuses = true
          if (key) headers['idempotency-key'] = key
          const { status, body } = await go()
          refuses = false
          if (status !== 422 || body.error !== 'Rifiutato alla fine.')
            wrong.push(`${name} refused at its end: ${status} ${JSON.stringify(body)}`)
        }
        headers['idempotency-key'] = randomUUID()
        let steps = 0
        let status = 500
        for (; status === 500 && steps < 60; steps++) {
          await db.execute(sql.raw(`select set_config('witness.left', '${steps + 1}', false)`))
          status = (await go()).status
          await db.execute(sql`select set_config('witness.left', '0', false)`)
          if (status === 500 && (await jobs()) !== before) wrong.push(`${name}, failed at change ${steps + 1}: a mail or a job stayed`)
        }
        if (status >= 400) wrong.push(`${name} was never done: ${status}`)
        if (steps < 2) wrong.push(`${name} changes nothing`)
        left[name] = await leftBehind(db)
        await db.execute(sql`rollback to savepoint scene`)
      }
      expect(wrong).toEqual([])
      expect(left).toEqual(LEFT)
    }),
)
