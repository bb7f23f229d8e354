import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { noneOf } from '../../../src/rules/shared/none-of.ts'
import { mayCreateStations } from '../../../src/rules/stations/access.ts'
import { bank_cards, banks as bankTable } from '../../db/schema/banks/banks.ts'
import { users as userTable } from '../../db/schema/core/accounts.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { competitors as competitorTable } from '../../db/schema/prices/competitors.ts'
import { available_services, prices } from '../../db/schema/stations/stations.ts'
import type { Implementation } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { callAs } from '../../lib/jobs/job-call.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { restore } from '../../lib/tables/restore.ts'
import { undoActive } from '../cards/customer-jobs.ts'
import { cardUndo } from '../cards/undo.ts'
import expirationCalls from '../expirations/expirations.ts'
import inspectionCalls from '../inspections/inspections.ts'
import { requireAction } from '../inspections/require-action.ts'
import userCalls from '../people/users.ts'
import competitorCalls from '../prices/competitors.ts'
import { hasEnded, withdraw } from '../prices/write.ts'
import { productUndo } from '../shop/undo.ts'
import { undoStationImport } from '../stations/import-job.ts'
import { needStation } from '../stations/scope.ts'
import { ticketUndo } from '../tickets/undo.ts'

type Change = typeof model_history.$inferSelect
/** A row, as the history or the database has it. */
type Told = Record<string, unknown>
type Numbered = PgTable & { id: AnyPgColumn }
type Undo = (change: Change, context: JobContext) => Promise<RowResult>
const GONE = 'Nel frattempo è stato eliminato.'

const plain =
  (of: Omit<Parameters<typeof restore>[0], 'model'>, policy: PolicyName): Undo =>
  ({ model, old }, context) => {
    if (!allows(policy, context.user)) throw problem.forbidden()
    return restore({ model: model as HistoryModel, ...of }, old!, context)
  }

/** A person who may delete a verifica may bring it back. */
const inspectionBack: Undo = async ({ model_id, old }, context) => {
  const { db, user } = context
  const deleted = and(eq(inspections.id, model_id), isNotNull(inspections.deleted_at))
  const [row] = await db.select().from(inspections).where(deleted).for('no key update')
  if (!row) return { outcome: 'invariato', message: 'C’è già.' }
  requireAction('remove', row, user, 'La verifica non si può ripristinare.')
  await db
    .update(inspections)
    .set({ deleted_at: null, rev: row.rev + 1, updated_by: user.id })
    .where(eq(inspections.id, model_id))
  await context.history('inspection', model_id, 'restored', null, old)
  return { outcome: 'fatto', message: 'Di nuovo presente.' }
}
/** Some fields as they were, by the call that changes them, where nobody has changed them since. `open`: whether the record may still be changed. */
const fieldsBack =
  ({ endpoints, handlers }: Implementation, table: Numbered, names: readonly string[], open = (_: Told) => true): Undo =>
  async ({ model_id, old, new: made }, context) => {
    const [row]: Told[] = await context.db
      .select()
      .from(table as PgTable)
      .where(eq(table.id, model_id))
      .for('no key update')
    if (!row || row.deleted_at) throw problem.conflict(GONE)
    const moved = names.filter((name) => old?.[name] !== undefined && old[name] !== made?.[name])
    const left = moved.filter((name) => row[name] !== old![name])
    if (!left.length) return { outcome: 'invariato', message: 'È già come prima.' }
    if (!open(row) || left.some((name) => row[name] !== made![name])) throw problem.changedSince()
    const body = { ...Object.fromEntries(left.map((name) => [name, old![name]])), rev: row.rev }
    await callAs({ endpoint: endpoints.update!, handler: handlers.update! }, { path: { id: String(model_id) }, body }, context)
    return { outcome: 'fatto', message: 'Come prima.' }
  }
/** An expiration that a job completed is open again, and reminders are as before, by the calls that a person would use. */
const expirationBack: Undo = async ({ model_id, event, old, new: made }, context) => {
  const { snoozed_until, snooze_reason } = old ?? {}
  const name = event === 'status' ? 'reopen' : snoozed_until ? 'snooze' : 'wake'
  const body = { rev: made?.rev, ...(name === 'snooze' && { snoozed_until, snooze_reason }) }
  const call = { endpoint: expirationCalls.endpoints[name]!, handler: expirationCalls.handlers[name]! }
  await callAs(call, { path: { id: String(model_id) }, body }, context)
  return { outcome: 'fatto', message: 'Come prima.' }
}
/** What a completed expiration has changed besides itself goes back with it. */
const withExpiration: Undo = async () => ({ outcome: 'invariato', message: 'Segue la sua scadenza.' })
/** A price taken into the list goes out of it again, unless a newer one has come: for who may publish there. */
const priceOut: Undo = async ({ model_id }, context) => {
  const { db, user, now } = context
  const [price] = await db.select().from(prices).where(eq(prices.id, model_id)).for('update')
  if (!price || hasEnded(price, now)) return { outcome: 'invariato', message: 'Non c’è più.' }
  const { station_id, fuel_id, mode, valid_from } = price
  await needStation(db, user, station_id, 'prices.write')
  const series = [eq(prices.station_id, station_id), eq(prices.fuel_id, fuel_id), eq(prices.mode, mode), gt(prices.valid_from, valid_from)]
  if (price.rev !== 1 || (await db.$count(prices, and(...series)))) throw problem.changedSince()
  await withdraw(price, context)
  return { outcome: 'fatto', message: 'Tolto dal listino.' }
}

/** A customer is active, or not, as before; its cards follow it. */
const customerState: Undo = ({ id, model_id, new: made }, context) => {
  if (!allows('cards.write', context.user)) throw problem.forbidden()
  return undoActive(id, model_id, made ?? {}, context)
}
const where =
  (may: (user: JobContext['user']) => boolean, undo: Undo): Undo =>
  (change, context) => {
    if (!may(context.user)) throw problem.forbidden()
    return undo(change, context)
  }

/** For who holds the policy. */
const whereMay = (policy: PolicyName, undo: Undo) => where((user) => allows(policy, user), undo)

/** How a change that a job made is undone, by the model and the event of its history; null for what no job changes yet. */
export const undoers: Readonly<Record<HistoryModel, Partial<Record<'created' | 'updated' | 'deleted' | 'status', Undo>> | null>> = {
  bank: { deleted: plain({ table: bankTable, children: { cards: bank_cards.bank_id } }, 'banks.write') },
  customer: { status: customerState },
  card: {
    created: whereMay('cards.write', cardUndo.created),
    updated: whereMay('cards.write', cardUndo.updated),
    deleted: whereMay('cards.delete', cardUndo.deleted),
    status: whereMay('cards.write', cardUndo.status),
  },
  available_service: { deleted: plain({ table: available_services }, 'services.write') },
  inspection: {
    deleted: inspectionBack,
    updated: fieldsBack(inspectionCalls, inspections, ['inspector_id', 'scheduled_at'], ({ status }) => status === 'planned'),
  },
  competitor: { updated: fieldsBack(competitorCalls, competitorTable, ['active']) },
  user: { updated: fieldsBack(userCalls, userTable, ['enabled']) },
  expiration: { status: expirationBack, updated: expirationBack, created: withExpiration },
  fire_extinguisher: { updated: withExpiration },
  gun: { updated: withExpiration },
  oil_separator: { updated: withExpiration },
  station_device: { updated: withExpiration },
  tank: { updated: withExpiration },
  price: { created: priceOut },
  ticket: { deleted: ticketUndo.deleted, updated: ticketUndo.changed, status: ticketUndo.changed },
  station: {
    created: where(mayCreateStations, undoStationImport.created),
    updated: where((user) => allows('net.create', user), undoStationImport.updated),
  },
  ...noneOf(
    'station_acl',
    'station_bills',
    'station_detailed_openings',
    'station_fuels',
    'station_image',
    'station_networks',
    'station_note',
    'station_openings',
    'station_phones',
    'station_services',
  ),
  ...noneOf('dispenser', 'extinguisher_interval', 'network_device', 'pos', 'qr_code', 'tank_maintenance'),
  ecommerce_product: productUndo,
  ...noneOf('ecommerce_category', 'ecommerce_order', 'ecommerce_tag'),
  ...noneOf(
    'contact_category',
    'contact_container',
    'contact_item',
    'support_document',
    'document',
    'communication',
    'default_mail',
    'fuel',
    'gpl_card_request',
    'gpl_course',
    'coupon',
    'coupon_order',
    'inspection_category',
    'inspection_model',
    'non_conformity',
    'notification_group',
    'pay_batch',
    'saved_view',
    'settings',
    'ticket_category',
  ),
  ...noneOf('cash_fund', 'management', 'management_obligation', 'manager', 'obligation', 'remuneration', 'station_employee'),
}
