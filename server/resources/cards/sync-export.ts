import { and, asc, between, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { cardStatuses } from '../../../src/contract/cards/words.ts'
import { CSV_START, csvLine } from '../../../src/rules/shared/sheet-cells.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { sync_queue } from '../../db/schema/cards/sync.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import { HEADS } from '../../domain/cards/host-files.ts'
import type { Db } from '../../lib/core/db.ts'
import type { DropFolder } from '../../lib/jobs/drop-folder.ts'

export type Entity = 'customer' | 'card'
/** Records in one file. */
const PIECE = 2_000
/** A record that has never been told to the host, or was changed since. A customer without a card is told too: its first card needs it. */
const untold = (of: typeof customers | typeof cards): SQL => sql`(${of.synced_at} is null or ${of.updated_at} > ${of.synced_at})`

/** Puts what is to be told to ICAD in its queue; `only` narrows it, and then tells it again whether it was changed or not. Gives how many wait. */
export async function queueForIcad(db: Db, entity: Entity, only: SQL | undefined, now: Date): Promise<number> {
  const table = entity === 'customer' ? customers : cards
  await db.execute(sql`
    insert into ${sync_queue} (host, entity, entity_id, status, updated_at)
    select 'icad', ${entity}, ${table.id}, 'pending', ${now.toISOString()}::timestamptz from ${table}
    where ${and(isNull(table.deleted_at), only ?? untold(table))}
    on conflict (host, entity, entity_id) do update set status = 'pending', error = null, payload = null, updated_at = excluded.updated_at
    where ${sync_queue}.status <> 'conflict'`)
  return db.$count(sync_queue, waiting(entity))
}
const waiting = (entity: Entity) => and(eq(sync_queue.host, 'icad'), eq(sync_queue.status, 'pending'), eq(sync_queue.entity, entity))

/** How many records a run would tell: those named, or all that are untold. */
export async function untoldCount(
  db: Db,
  { export: entities, number, type, code }: { export: Entity[]; number?: string | null; type?: string | null; code?: number | null },
): Promise<number> {
  let count = 0
  for (const entity of entities) {
    const table = entity === 'customer' ? customers : cards
    const named =
      entity === 'customer'
        ? code && eq(customers.code, code)
        : and(number ? eq(cards.number, number) : undefined, type ? eq(cards.type, type as never) : undefined)
    count += await db.$count(table, and(isNull(table.deleted_at), named || untold(table)))
  }
  return count
}

export interface Piece {
  part: 'export'
  entity: Entity
  from: number
  to: number
  at: number
}
/** The waiting records in pieces, each of which becomes a file. */
export async function piecesOf(db: Db, entity: Entity): Promise<Piece[]> {
  const rows = await db.select({ id: sync_queue.entity_id }).from(sync_queue).where(waiting(entity)).orderBy(asc(sync_queue.entity_id))
  return Array.from({ length: Math.ceil(rows.length / PIECE) }, (_, at) => ({
    ...{ part: 'export' as const, entity, at },
    ...{ from: rows[at * PIECE]!.id, to: rows[Math.min((at + 1) * PIECE, rows.length) - 1]!.id },
  }))
}

const customerLine = (row: typeof customers.$inferSelect) =>
  csvLine([
    ...[String(row.code), row.kind, row.denomination, row.fiscalCode ?? '', row.piva ?? '', row.address, row.cap, row.city, row.province],
    ...[row.email ?? '', row.active ? 'S' : 'N'],
  ])
const euros = (value: number | null) => (value === null ? '' : value.toFixed(2).replace('.', ','))

/**
 * Writes one file of waiting records and marks them as sent. The file appears before the marks are committed: after a kill in between it is written again,
 * and the host reads the same records twice.
 */
export async function writePiece(
  { entity, from, to, at }: Piece,
  folder: DropFolder,
  { db, now }: { db: Db; now: Date },
): Promise<{ name: string; rows: number }> {
  const these = and(waiting(entity), between(sync_queue.entity_id, from, to))
  const lines: string[] = []
  const ids: number[] = []
  if (entity === 'customer') {
    const rows = await db
      .select({ row: customers })
      .from(sync_queue)
      .innerJoin(customers, eq(customers.id, sync_queue.entity_id))
      .where(these)
      .orderBy(customers.code)
    for (const { row } of rows) {
      lines.push(customerLine(row))
      ids.push(row.id)
    }
  } else {
    const codes = new Map((await db.select({ id: fuels.id, code: fuels.code }).from(fuels)).map(({ id, code }) => [id, code]))
    const rows = await db
      .select({ row: cards, code: customers.code })
      .from(sync_queue)
      .innerJoin(cards, eq(cards.id, sync_queue.entity_id))
      .innerJoin(customers, eq(customers.id, cards.customer_id))
      .where(these)
      .orderBy(cards.number)
    for (const { row, code } of rows) {
      lines.push(
        csvLine([
          ...[row.number, row.type, String(code), row.plate ?? '', row.holder ?? '', cardStatuses[row.status], row.expires_at],
          ...[row.fuel_ids.flatMap((id) => codes.get(id) ?? []).join(' '), euros(row.limit_day), euros(row.limit_month)],
          row.km_required ? 'S' : 'N',
        ]),
      )
      ids.push(row.id)
    }
  }
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const name = `${entity === 'customer' ? 'clienti' : 'tessere'}_${stamp}${at ? `_${at + 1}` : ''}.csv`
  const head = csvLine([...(entity === 'customer' ? HEADS.customers : HEADS.cards)])
  if (ids.length) await folder.write(name, CSV_START + head + lines.join(''))
  const told = now.toISOString()
  const table = entity === 'customer' ? customers : cards
  await db
    .update(table)
    .set({ synced_at: told, sync_error: null })
    .where(sql`${table.id} = any(${`{${ids}}`}::int[])`)
  await db
    .update(sync_queue)
    .set({ status: 'sent', tries: sql`${sync_queue.tries} + 1`, error: null, updated_at: told })
    .where(these)
  return { name, rows: ids.length }
}
