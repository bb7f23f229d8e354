import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { OUTCOMES, SEVERITIES } from '../../src/contract/inspection-labels.ts'
import { station_acl, users } from '../db/schema/people.ts'
import { stations } from '../db/schema/stations.ts'
import type { Context } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import type { Whole } from './inspection-read.ts'

/** The station's own address, and the network managers it is assigned to (domain.md 2.3). */
async function readers(db: Db, station_id: number): Promise<string[]> {
  const [station] = await db
    .select({ email: stations.email, area_manager_id: stations.area_manager_id })
    .from(stations)
    .where(eq(stations.id, station_id))
  const assigned = db.select({ id: station_acl.user_id }).from(station_acl).where(eq(station_acl.station_id, station_id))
  const people = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        sql`'network_manager' = any(${users.roles})`,
        eq(users.enabled, 1),
        isNull(users.deleted_at),
        or(inArray(users.id, assigned), eq(users.id, station?.area_manager_id ?? 0)),
      ),
    )
    .orderBy(users.id)
  return [...new Set([station?.email, ...people.map(({ email }) => email)])].filter((email) => !!email) as string[]
}

/** Tells the outcome of a completed verifica to those who answer for the station. */
export async function mailOutcome(row: Whole, { db, origin, send }: Context) {
  const number = `${row.id_year}/${row.id_number}`
  const outcome = OUTCOMES[row.outcome!]
  const found = Object.entries(SEVERITIES).map(([key, label]) => `${label}: ${row.nc_count?.[key as keyof typeof SEVERITIES] ?? 0}`)
  const text = [
    `Verifica ${number} – ${row.model_name}`,
    `Punto vendita: ${row.station.code} ${row.station.name}, ${row.station.city} (${row.station.province})`,
    `Ispettore: ${row.inspector.name}`,
    `Esito: ${outcome}${row.score === null ? '' : `, punteggio ${row.score.toFixed(1).replace('.', ',')}`}`,
    `Non conformità – ${found.join(', ')}`,
    '',
    `${origin}/verifiche/${row.id_year}-${row.id_number}`,
  ].join('\n')
  const to = await readers(db, row.station.id)
  for (const one of to)
    await send({ kind: 'mail', to: one, subject: `[Verifica ${number}] ${outcome} – ${row.station.code} ${row.station.name}`, text })
}
