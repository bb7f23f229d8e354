import { plateError } from '../../../src/rules/cards/card-checks.ts'
import { plateRefusal } from '../../../src/rules/cards/card-states.ts'
import { card_plate_history } from '../../db/schema/cards/cards.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { logCustomers } from './customer-log.ts'
import { lockCard, saveCard, type Writer } from './write-cards.ts'

export interface PlateChange {
  id: number
  plate: string
  foreign_plate: boolean
  reason?: string | null | undefined
  rev?: number | undefined
}
/** Changes the plate of a card, and keeps the old one with the reason. The same plate again changes nothing. @throws 404, 409, 422 */
export async function changePlate({ id, rev, plate, foreign_plate, reason }: PlateChange, writer: Writer): Promise<void> {
  const before = await lockCard({ id, rev }, writer)
  const refusal = plateRefusal(before.status)
  if (refusal) throw problem.conflict(refusal)
  refuse({ plate: plateError(plate, foreign_plate) })
  if (plate === before.plate && foreign_plate === before.foreign_plate) return
  await saveCard(before, { plate, foreign_plate }, writer)
  const change = { old: before.plate, new: plate, reason: reason ?? null }
  await writer.db.insert(card_plate_history).values({ card_id: id, ...change, user_id: writer.user.id, at: writer.now.toISOString() })
  const detail = { before: { plate: before.plate }, after: { plate }, reason: change.reason }
  await logCustomers(writer, 'cambio targa', [{ customer_id: before.customer_id, card_id: id, detail }])
}
