import { and, eq, isNull, sql } from 'drizzle-orm'
import { sync as contract, type Host, type HostName, hosts } from '../../../src/contract/cards/sync.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { sync_queue } from '../../db/schema/cards/sync.ts'
import { settings } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { dropFolder } from '../../lib/jobs/drop-folder.ts'
import { latestJob, startJob } from '../../lib/jobs/start-job.ts'
import { among } from '../../lib/tables/history-filters.ts'
import { matches, onPage, ordering, paged } from '../../lib/tables/table.ts'
import { differences, logCustomers } from './customer-log.ts'
import { HOSTS, needFolder, switchesOf } from './hosts.ts'
import { type Entity, untoldCount } from './sync-export.ts'
import { syncKinds, waitingFor } from './sync-job.ts'

/** Begins a run with ICAD. Its answer tells what waits; what came of it is told by the job. */
async function withIcad(input: { export: Entity[]; number?: string | null; type?: string | null; code?: number | null }, context: Context) {
  const folder = await needFolder('icad', context)
  const queued = await untoldCount(context.db, input)
  const imported = await waitingFor(folder, 'icad', context.now)
  const job = await startJob(syncKinds.icad, input, 'Sincronizzazione ICAD', context)
  return { queued, exported: 0, imported, errors: 0, job }
}
async function hostOf(name: HostName, context: Context): Promise<Host> {
  const { db, now, dropDir } = context
  const enabled = (await switchesOf(db))[name]
  const [job = null] = await latestJob(syncKinds[name], { db, now })
  const failed = job?.status === 'fallito' || job?.status === 'completato_con_errori'
  const rows = await db
    .select({ status: sync_queue.status, count: sql<number>`count(*)::int` })
    .from(sync_queue)
    .where(eq(sync_queue.host, name))
    .groupBy(sync_queue.status)
  return {
    ...{ name, enabled, job, where: dropDir ? dropFolder(dropDir, name).where : null },
    state: !dropDir || !enabled ? 'off' : failed ? 'error' : 'drop',
    counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  }
}
const shown = {
  ...{ id: sync_queue.id, host: sync_queue.host, entity: sync_queue.entity, entity_id: sync_queue.entity_id },
  ...{ status: sync_queue.status, tries: sync_queue.tries, error: sync_queue.error, updated_at: sync_queue.updated_at },
  label: sql<string>`coalesce(case ${sync_queue.entity}
    when 'customer' then (select ${customers.code} || ' ' || ${customers.denomination} from ${customers} where ${eq(customers.id, sync_queue.entity_id)})
    else (select '•••• ' || right(${cards.number}, 6) from ${cards} where ${eq(cards.id, sync_queue.entity_id)}) end, '')`,
}

export default implement(contract, {
  all: (_, context) => withIcad({ export: ['customer', 'card'] }, context),
  cards: ({ number, type }, context) => withIcad({ export: ['card'], number: number ?? null, type: type ?? null }, context),
  customers: ({ customer_code }, context) => withIcad({ export: ['customer'], code: customer_code ?? null }, context),
  async siv({ from, to }, context) {
    await needFolder('siv', context)
    await startJob(syncKinds.siv, { export: [], from, to }, `Sincronizzazione SIV, codici ${from}–${to}`, context)
    return undefined
  },
  async infopoint(_, context) {
    const folder = await needFolder('infopoint', context)
    const imported = await waitingFor(folder, 'infopoint', context.now)
    const job = await startJob(syncKinds.infopoint, { export: [] }, 'Sincronizzazione Infopoint', context)
    return { queued: 0, exported: 0, imported, errors: 0, job }
  },
  hosts: (_, context) => Promise.all((Object.keys(hosts) as HostName[]).map((name) => hostOf(name, context))),
  async setHost({ name, enabled }, context) {
    const { db, now, user } = context
    const before = await switchesOf(db)
    const value = { ...before, [name]: enabled }
    const stamp = { updated_at: now.toISOString(), updated_by: user.id }
    await db
      .insert(settings)
      .values({ key: HOSTS, value, ...stamp })
      .onConflictDoUpdate({ target: settings.key, set: { value, ...stamp } })
    context.audit({ entity: 'settings', entity_id: HOSTS })
    if (before[name] !== enabled)
      await context.history('settings', 1, 'updated', { [hosts[name]]: before[name] }, { [hosts[name]]: enabled })
    return hostOf(name, context)
  },
  queue(input, context) {
    const { db } = context
    const where = and(
      among(sync_queue.host, input.host),
      among(sync_queue.status, input.status),
      matches(input.search ?? input.query, shown.label, sync_queue.error),
    )
    const order = ordering(input.sort ?? contract.queue.order, { updated_at: sync_queue.updated_at }, sync_queue.id)
    return paged(input, context, [sync_queue, where], (in_all, limit, offset) =>
      db
        .select({ ...shown, in_all })
        .from(sync_queue)
        .where(onPage(sync_queue.id, where, order, limit, offset))
        .orderBy(...order),
    )
  },
  async settle({ id, keep }, context) {
    const { db, now } = context
    const [row] = await db.select().from(sync_queue).where(eq(sync_queue.id, id)).for('update')
    if (!row) throw problem.notFound()
    if (row.status !== 'conflict') throw problem.conflict('Il conflitto è già stato risolto.')
    const at = now.toISOString()
    await decide(row, keep === 'theirs', context)
    const status = keep === 'theirs' ? ('ok' as const) : ('pending' as const)
    await db.update(sync_queue).set({ status, error: null, payload: null, updated_at: at }).where(eq(sync_queue.id, id))
    const owner = row.entity === 'customer' ? { customer_id: row.entity_id } : { customer_id: null, card_id: row.entity_id }
    await logCustomers(context, 'sincronizzazione', [
      { ...owner, detail: { host: hosts[row.host], reason: keep === 'theirs' ? 'Tenuto il valore esterno' : 'Tenuto il nostro valore' } },
    ])
    context.audit({ action: 'modifica', entity: row.entity === 'customer' ? 'customers' : 'cards', entity_id: row.entity_id })
    const [after] = await db.select(shown).from(sync_queue).where(eq(sync_queue.id, id))
    return after!
  },
})

/** Takes the mark of the conflict off the record; `theirs` writes what the host says over ours. A card's state is left to its own rules, which a host does not go around. */
async function decide({ entity, entity_id, payload }: typeof sync_queue.$inferSelect, theirs: boolean, context: Context) {
  const { db, now, user, history } = context
  const stamp = { updated_by: user.id, rev: sql`rev + 1` }
  if (entity === 'card') {
    if (theirs) throw problem.conflict('Lo stato di una tessera si cambia dalla sua scheda: qui si può tenere il nostro.')
    const [card] = await db.select().from(cards).where(eq(cards.id, entity_id)).for('update')
    const [saved] = await db
      .update(cards)
      .set({ sync_error: null, ...stamp })
      .where(eq(cards.id, entity_id))
      .returning()
    return history('card', entity_id, 'updated', card, saved)
  }
  const [before] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, entity_id), isNull(customers.deleted_at)))
    .for('update')
  if (!before) throw problem.conflict('Il cliente è stato eliminato.')
  const at = now.toISOString()
  const [after] = await db
    .update(customers)
    .set({ ...(theirs && { ...(payload as object), updated_at: at, synced_at: at }), sync_error: null, ...stamp })
    .where(eq(customers.id, entity_id))
    .returning()
  const { password_hash: _, password_expired: __, ...was } = before
  const { password_hash: ___, password_expired: ____, ...is } = after!
  if (theirs) await logCustomers(context, 'modifica', [{ customer_id: entity_id, detail: differences(was, is) }])
  return history('customer', entity_id, 'updated', was, is)
}
