import type { CardType } from '../../contract/cards/words.ts'
import { requiredIf } from '../../contract/kernel/fields.ts'
import { isPlate, luhnDigit } from '../../contract/kernel/italian-codes.ts'
import { addMonths } from '../shared/italian.ts'
import { needsPlate } from './card-states.ts'

interface Checked {
  type: CardType
  number?: string | null | undefined
  plate?: string | null | undefined
  foreign_plate?: boolean | undefined
  limit_day?: number | null | undefined
  limit_month?: number | null | undefined
  discount?: number | null | undefined
  valid_from?: string | null | undefined
  expires_at?: string | null | undefined
  tank_expiration?: string | null | undefined
}
export const plateError = (plate: string | null | undefined, foreign: boolean | undefined) =>
  plate && !foreign && !isPlate(plate) ? 'La targa non è valida.' : undefined
/** Error sentences by field. Source: docs/spec/cards.md#cards */
export function cardErrors(card: Checked): Record<string, string | undefined> {
  const { type, number, plate, limit_day, limit_month, discount, valid_from, expires_at, tank_expiration } = card
  return {
    number: number ? numberError(number) : undefined,
    plate: requiredIf(needsPlate(type), 'Targa', plate) ?? plateError(plate, card.foreign_plate),
    limit_day:
      limit_day != null && limit_month != null && limit_day > limit_month
        ? 'Il plafond giornaliero non può superare quello mensile.'
        : undefined,
    discount:
      type === 'discount'
        ? requiredIf(true, 'Sconto €/l', discount)
        : discount != null && discount !== 0
          ? 'Lo sconto si indica solo per le tessere Sconto.'
          : undefined,
    expires_at:
      valid_from && expires_at && expires_at < valid_from ? 'La data di fine deve essere successiva alla data di inizio.' : undefined,
    tank_expiration: requiredIf(type === 'gpl', 'Scadenza serbatoio', tank_expiration),
  }
}
/** Numbers have 10 to 19 digits; from 16 on the last is a Luhn digit. */
export const numberError = (number: string): string | undefined =>
  !/^\d{10,19}$/.test(number) || (number.length >= 16 && luhnDigit(number.slice(0, -1)) !== Number(number.at(-1)))
    ? 'Il numero di tessera non è valido.'
    : undefined

const monthEnd = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)
/** The usual expiry: three years on, at the end of the month; for gpl at most a year, and no longer than the tank. */
export function usualExpiry(type: CardType, valid_from: string, tank: string | null | undefined): string {
  const usual = monthEnd(addMonths(valid_from, 36))
  if (type !== 'gpl') return usual
  const yearly = addMonths(valid_from, 12)
  return tank && tank < yearly ? tank : yearly
}
/** The last six digits of a masked number; undefined for any other text. */
export const endingOf = (text: string) => /^•+\s*(\d{6})$/.exec(text)?.[1]
/** A number as it is shown: its last six digits. */
export const maskedNumber = (number: string) => `•••• ${number.slice(-6)}`
