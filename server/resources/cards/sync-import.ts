import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { HostName } from '../../../src/contract/cards/sync.ts'
import { hosts } from '../../../src/contract/cards/sync.ts'
import { cardStatuses } from '../../../src/contract/cards/words.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { sync_queue } from '../../db/schema/cards/sync.ts'
import { type HostCustomer, namesOf, type Read, readCustomer, readPoints, readState } from '../../domain/cards/host-files.ts'
import type { JobContext } from '../../lib/jobs/job-kind.ts'
import { differences, logCustomers } from './customer-log.ts'
import type { Entity } from './sync-export.ts'

export interface Taken {
  updated: number
  same: number
  errors: { label: string; message: string }[]
}
export const nothing = (): Taken => ({ updated: 0, same: 0, errors: [] })
/** What a line is called in the outcome. */
export interface Lines {
  file: string
  /** The number of the first line, as a text editor counts. */
  first: number
  lines: string[][]
}
function readAll<T>({ file, first, lines }: Lines, read: (line: string[]) => Read<T>, out: Taken): { at: string; ok: T }[] {
  return lines.flatMap((line, n) => {
    const at = `${file}, riga ${first + n}`
    const made = read(line)
    if ('ok' in made) return { at, ok: made.ok }
    out.errors.push({ label: at, message: made.error })
    return []
  })
}

/** Notes that host and office disagree about a record: both are shown, and nothing is decided here. */
async function conflict(host: HostName, entity: Entity, id: number, error: string, payload: object, { db, now }: JobContext) {
  const at = now.toISOString()
  const row = { status: 'conflict' as const, error, payload: payload as Record<string, unknown>, updated_at: at }
  await db
    .insert(sync_queue)
    .values({ host, entity, entity_id: id, ...row })
    .onConflictDoUpdate({ target: [sync_queue.host, sync_queue.entity, sync_queue.entity_id], set: row })
  const table = entity === 'customer' ? customers : cards
  await db.update(table).set({ sync_error: error }).where(eq(table.id, id))
}
/** The host has confirmed these: what waited for it is settled. */
async function confirmed(entity: Entity, ids: number[], { db, now }: JobContext) {
  if (!ids.length) return
  await db
    .update(sync_queue)
    .set({ status: 'ok', error: null, payload: null, updated_at: now.toISOString() })
    .where(
      and(eq(sync_queue.host, 'icad'), eq(sync_queue.entity, entity), inArray(sync_queue.entity_id, ids), eq(sync_queue.status, 'sent')),
    )
}

/** States, credit and points of cards as ICAD has them. Credit and points are its own; a state that differs from ours is a conflict. */
export async function takeStates(given: Lines, context: JobContext): Promise<Taken> {
  const out = nothing()
  const read = readAll(given, readState, out)
  const { db } = context
  const found = await db
    .select()
    .from(cards)
    .where(
      and(
        inArray(
          cards.number,
          read.map(({ ok }) => ok.number),
        ),
        isNull(cards.deleted_at),
      ),
    )
  const byNumber = new Map(found.map((row) => [row.number, row]))
  const fine: number[] = []
  for (const { at, ok } of read) {
    const card = byNumber.get(ok.number)
    if (!card) {
      out.errors.push({ label: at, message: 'La tessera non esiste.' })
      continue
    }
    const credit_balance = ok.credit ?? card.credit_balance
    const points_balance = ok.points ?? card.points_balance
    const moved = credit_balance !== card.credit_balance || points_balance !== card.points_balance
    if (moved) await db.update(cards).set({ credit_balance, points_balance }).where(eq(cards.id, card.id))
    if (ok.status !== card.status) {
      const message = `ICAD indica "${ok.said}", qui la tessera è "${cardStatuses[card.status]}".`
      await conflict('icad', 'card', card.id, message, { status: ok.status }, context)
      out.errors.push({ label: at, message: `Conflitto: ${message}` })
    } else fine.push(card.id)
    if (moved) out.updated++
    else out.same++
  }
  await confirmed('card', fine, context)
  if (fine.length) await agreed(fine, context)
  return out
}
/** ICAD has these as they were last told. What was changed here since is still to be told, and a conflict is for a person to settle, whatever comes later. */
async function agreed(ids: number[], { db, now }: JobContext) {
  const open = sql`exists (select from ${sync_queue} where ${sync_queue.host} = 'icad' and ${sync_queue.entity} = 'card'
    and ${sync_queue.entity_id} = ${cards.id} and ${sync_queue.status} = 'conflict')`
  await db
    .update(cards)
    .set({
      synced_at: sql`case when ${cards.updated_at} > ${cards.synced_at} then ${cards.synced_at} else ${now.toISOString()}::timestamptz end`,
      sync_error: sql`case when ${open} then ${cards.sync_error} end`,
    })
    .where(inArray(cards.id, ids))
}

/** Points by card. A line that is older than what we have is left, so that a file that comes late takes nothing back. */
export async function takePoints(given: Lines, { db }: JobContext): Promise<Taken> {
  const out = nothing()
  for (const { at, ok } of readAll(given, readPoints, out)) {
    const [card] = await db
      .select({ id: cards.id, points: cards.points_balance, points_at: cards.points_at })
      .from(cards)
      .where(and(eq(cards.number, ok.number), isNull(cards.deleted_at)))
    if (!card) out.errors.push({ label: at, message: 'La tessera non esiste.' })
    else if (card.points_at && card.points_at > ok.at) out.errors.push({ label: at, message: 'È più vecchia di quanto già ricevuto.' })
    else if (card.points === ok.points && card.points_at === ok.at) out.same++
    else {
      await db.update(cards).set({ points_balance: ok.points, points_at: ok.at }).where(eq(cards.id, card.id))
      out.updated++
    }
  }
  return out
}

type Customer = typeof customers.$inferSelect
/** The columns that a host may write: never the note, nor anything of the portal. */
export const columnsOf = ({ code: _, denomination, active: __, ...host }: HostCustomer, now?: Customer) => ({
  ...host,
  ...(host.kind === 'privato' ? (now?.denomination === denomination ? {} : namesOf(denomination)) : { businessName: denomination }),
})
/**
 * Customers by their code. A new one is created; one that was changed here since the host was last told is a conflict where the host says otherwise.
 * `range`: only these codes.
 */
export async function takeCustomers(given: Lines, host: HostName, range: { from: number; to: number } | undefined, context: JobContext) {
  const out = nothing()
  const { db } = context
  for (const { at, ok } of readAll(given, readCustomer, out)) {
    if (range && (ok.code < range.from || ok.code > range.to)) continue
    const [row] = await db.select().from(customers).where(eq(customers.code, ok.code)).for('update')
    if (row?.deleted_at) out.errors.push({ label: at, message: 'Il cliente è stato eliminato.' })
    else if (!row) await create(ok, at, out, context, host)
    else await change(row, ok, at, host, out, context)
  }
  return out
}
async function create(host: HostCustomer, at: string, out: Taken, context: JobContext, name: HostName) {
  const { db, now, user } = context
  const stamp = now.toISOString()
  const values = { code: host.code, active: host.active, ...columnsOf(host), synced_at: stamp, created_by: user.id || null }
  try {
    const [made] = await db.transaction((savepoint) =>
      savepoint
        .insert(customers)
        .values(values as never)
        .returning(),
    )
    await context.history('customer', made!.id, 'created', null, shown(made!))
    await logCustomers(context, 'sincronizzazione', [{ customer_id: made!.id, detail: { host: hosts[name] } }])
    out.updated++
  } catch (error) {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {}
    if (code !== '23505') throw error
    out.errors.push({ label: at, message: 'Esiste già un cliente con questa partita IVA o questo codice fiscale.' })
  }
}
const shown = ({ password_hash: _, password_expired: __, ...row }: Customer) => row
async function change(row: Customer, host: HostCustomer, at: string, name: HostName, out: Taken, context: JobContext) {
  const { db, now, user } = context
  const wanted = columnsOf(host, row) as Partial<Customer>
  const names = (Object.keys(wanted) as (keyof Customer)[]).filter((key) => (wanted[key] ?? null) !== (row[key] ?? null))
  if (!names.length) {
    out.same++
    await confirmed('customer', [row.id], context)
    return
  }
  if (row.synced_at && row.updated_at > row.synced_at) {
    const message = `Modificato sia qui sia su ${hosts[name]}: ${names.join(', ')}.`
    await conflict(name, 'customer', row.id, message, wanted, context)
    out.errors.push({ label: at, message: `Conflitto: ${message}` })
    return
  }
  const stamp = now.toISOString()
  const [after] = await db
    .update(customers)
    .set({ ...wanted, rev: sql`rev + 1`, updated_at: stamp, updated_by: user.id || null, synced_at: stamp, sync_error: null })
    .where(eq(customers.id, row.id))
    .returning()
  await context.history('customer', row.id, 'updated', shown(row), shown(after!))
  await logCustomers(context, 'sincronizzazione', [
    { customer_id: row.id, detail: { ...differences(shown(row), shown(after!)), host: hosts[name] } },
  ])
  out.updated++
}
