import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { noneOf } from '../../../src/rules/shared/none-of.ts'
import { mayCreateStations } from '../../../src/rules/stations/access.ts'
import { bank_cards, banks as bankTable } from '../../db/schema/banks/banks.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { available_services, prices } from '../../db/schema/stations/stations.ts'
import { problem } from '../../lib/core/problem.ts'
import { callAs } from '../../lib/jobs/job-call.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { restore } from '../../lib/tables/restore.ts'
import { undoActive } from '../cards/customer-jobs.ts'
import { cardUndo } from '../cards/undo.ts'
import inspectionCalls from '../inspections/inspections.ts'
import { requireAction } from '../inspections/require-action.ts'
import { productUndo } from '../shop/undo.ts'
import { undoStationImport } from '../stations/import-job.ts'
import { needStation } from '../stations/scope.ts'
import { ticketUndo } from '../tickets/undo.ts'

type Change = typeof model_history.$inferSelect
type Undo = (change: Change, context: JobContext) => Promise<RowResult>
const CHANGED = 'Modificato successivamente da altri.'
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
const PLAN = ['inspector_id', 'scheduled_at'] as const
/** Inspector and day as they were, where nobody has changed them since. */
const planBack: Undo = async ({ model_id, old, new: made }, context) => {
  const [row] = await context.db.select().from(inspections).where(eq(inspections.id, model_id)).for('no key update')
  if (!row || row.deleted_at) throw problem.conflict(GONE)
  const names = PLAN.filter((name) => old?.[name] !== undefined && old[name] !== made?.[name])
  const open = names.filter((name) => row[name] !== old![name])
  if (!open.length) return { outcome: 'invariato', message: 'È già come prima.' }
  if (row.status !== 'planned' || open.some((name) => row[name] !== made![name])) throw problem.conflict(CHANGED)
  const body = { ...Object.fromEntries(open.map((name) => [name, old![name]])), rev: row.rev }
  const { endpoints, handlers } = inspectionCalls
  await callAs({ endpoint: endpoints.update!, handler: handlers.update! }, { path: { id: String(model_id) }, body }, context)
  return { outcome: 'fatto', message: 'Come prima.' }
}
/** A price taken into the list goes out of it again, unless a newer one has come: for who may publish there. */
const priceOut: Undo = async ({ model_id }, { db, user, history }) => {
  const [price] = await db.select().from(prices).where(eq(prices.id, model_id)).for('update')
  if (!price) return { outcome: 'invariato', message: 'Non c’è più.' }
  const { station_id, fuel_id, mode, valid_from } = price
  await needStation(db, user, station_id, 'prices.write')
  const series = [eq(prices.station_id, station_id), eq(prices.fuel_id, fuel_id), eq(prices.mode, mode), gt(prices.valid_from, valid_from)]
  if (price.rev !== 1 || (await db.$count(prices, and(...series)))) throw problem.conflict(CHANGED)
  await db.delete(prices).where(eq(prices.id, model_id))
  await history('price', model_id, 'deleted', price, null)
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
  inspection: { deleted: inspectionBack, updated: planBack },
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
    'station_device',
    'station_fuels',
    'station_image',
    'station_networks',
    'station_note',
    'station_openings',
    'station_phones',
    'station_services',
  ),
  ...noneOf(
    'dispenser',
    'extinguisher_interval',
    'fire_extinguisher',
    'gun',
    'network_device',
    'oil_separator',
    'pos',
    'qr_code',
    'tank',
    'tank_maintenance',
  ),
  ecommerce_product: productUndo,
  ...noneOf('ecommerce_category', 'ecommerce_order', 'ecommerce_tag'),
  ...noneOf(
    'competitor',
    'contact_category',
    'contact_container',
    'contact_item',
    'support_document',
    'document',
    'communication',
    'default_mail',
    'expiration',
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
    'user',
  ),
  ...noneOf('cash_fund', 'management', 'management_obligation', 'manager', 'obligation', 'remuneration', 'station_employee'),
}
