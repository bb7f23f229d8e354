import { eq } from 'drizzle-orm'
import { type BlockReason, blockReasons, type CardStatus } from '../../../src/contract/cards/words.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { maskedNumber } from '../../../src/rules/cards/card-checks.ts'
import { activationRefusal, changeFaults, transitionOf, transitionRefusal } from '../../../src/rules/cards/card-states.ts'
import { card_status_history, cards as table } from '../../db/schema/cards/cards.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { cardActivated } from './card-activated.ts'
import { logCustomers } from './customer-log.ts'
import { newPin } from './pin.ts'
import { type CardRecord, createCard, lockCard, lockCustomer, saveCard, type Writer } from './write-cards.ts'

export interface StatusChange {
  id: number
  status: CardStatus
  reason?: string | null | undefined
  expires_at?: string | null | undefined
  rev?: number | undefined
}
type Changer = Writer & Pick<Context, 'send'>

/** Writes a change of state into the card's own history and the customer's log. */
export async function writeStatus(before: CardRecord, to: CardStatus, reason: string | null, writer: Omit<Writer, 'history'>) {
  const at = writer.now.toISOString()
  await writer.db.insert(card_status_history).values({ card_id: before.id, from: before.status, to, reason, user_id: writer.user.id, at })
  const detail = { before: { status: before.status }, after: { status: to }, reason }
  await logCustomers(writer, 'cambio stato', [{ customer_id: before.customer_id, card_id: before.id, detail }])
}
/**
 * Changes the state of a card by the rules of `src/rules/cards/card-states.ts`, decided on the locked rows. A replacement is created as a card of its own.
 * @throws 404, 403, 409 in words, 422 for what is missing
 */
export async function changeStatus({ id, status: to, reason, expires_at, rev }: StatusChange, changer: Changer): Promise<CardRecord> {
  const { db, user, now } = changer
  const before = await lockCard({ id, rev }, changer)
  const refusal = transitionRefusal(before, to)
  if (refusal) throw problem.conflict(refusal)
  const { asks, policy } = transitionOf(before.status, to)!
  if (!allows(policy, user)) throw problem.forbidden()
  const today = dayInRome(now)
  refuse(changeFaults(asks, { reason, expires_at }, today))
  const set: Partial<CardRecord> = {
    status: to,
    suspended_by: null,
    block_reason: to === 'blocked' ? (reason as BlockReason) : to === 'active' ? null : before.block_reason,
    ...(asks === 'expiry' && { expires_at: expires_at! }),
  }
  const customer = await lockCustomer(before.customer_id, changer)
  if (to === 'active') {
    const held = activationRefusal({ ...before, ...set } as CardRecord, customer?.active ?? false, today)
    if (held) throw problem.conflict(held)
    if (before.status === 'to_activate') {
      await cardActivated.emit(before, changer)
      set.delivered_at = now.toISOString()
    }
    if (!before.pin) set.pin = await newPin(db, before.number)
  }
  if (to === 'replaced') set.replaced_by_id = await replace(before, changer)
  const after = await saveCard(before, set, changer, 'status')
  await writeStatus(before, to, reason ?? null, changer)
  if (to === 'blocked' && customer?.email) await tellBlocked(after, customer, changer)
  return after
}

/** Issues the card that goes on in place of this one: same customer, type, plate and limits, its own number and no PIN yet. */
async function replace(old: CardRecord, changer: Changer): Promise<number> {
  // The plate is free for the new card once the old one is final.
  await changer.db.update(table).set({ status: 'replaced' }).where(eq(table.id, old.id))
  const { type, customer_id, plate, foreign_plate, holder, fuel_ids, limit_day, limit_month, km_required, discount, tank_expiration } = old
  const same = { type, customer_id, plate, foreign_plate, holder, fuel_ids, limit_day, limit_month, km_required, discount, tank_expiration }
  return (await createCard(same, changer)).id
}
const tellBlocked = (
  { number, plate, block_reason }: CardRecord,
  customer: { email: string | null; denomination: string },
  { send }: Changer,
) =>
  send({
    kind: 'mail',
    to: customer.email!,
    subject: `Tessera ${maskedNumber(number)} bloccata`,
    text: `Gentile ${customer.denomination},\n\nla tessera ${maskedNumber(number)}${plate ? ` (targa ${plate})` : ''} è stata bloccata. Motivo: ${blockReasons[block_reason!]}.\nFino a nuova comunicazione non può essere usata. Per ogni chiarimento contattare l’assistenza clienti.`,
  })
