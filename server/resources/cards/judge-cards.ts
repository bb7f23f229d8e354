import { and, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type CardSheet, cardSheet, HOW_FUELS } from '../../../src/contract/cards/card-import.ts'
import { type CardStatus, cardStatuses } from '../../../src/contract/cards/words.ts'
import { cleanText } from '../../../src/contract/kernel/clean-text.ts'
import type { CheckedLine, Line, Sheet } from '../../../src/contract/kernel/importing.ts'
import { compact } from '../../../src/contract/kernel/italian-codes.ts'
import { fieldErrors, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { cardErrors, endingOf } from '../../../src/rules/cards/card-checks.ts'
import {
  activationRefusal,
  isFinal,
  mayChangePlate,
  needsPlate,
  transitionOf,
  transitionRefusal,
} from '../../../src/rules/cards/card-states.ts'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { fuels as fuelTable } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { asksOf, readLine } from '../../lib/tables/import.ts'
import type { CardRecord } from './write-cards.ts'

type Asked = Pick<Context, 'db' | 'now'>
type Given = Partial<CardSheet> & {
  /** Of a masked number, as the list's export has it: its last six figures. */
  ending?: string
}
/** What a line will write. */
export interface PlannedCard {
  before?: CardRecord
  /** Fields of the card, of a new one all of them. */
  set: Partial<CardRecord>
  plate?: string | null
  status?: CardStatus
}
export interface JudgedCard extends CheckedLine {
  planned?: PlannedCard
}
/** A code as it is meant: digits alone, if spreadsheets or people have put spaces or points between them. */
const asCode = (name: string, text: string) =>
  name === 'number' && !/E/i.test(text) ? text.replace(/[\s.-]/g, '') : name === 'customer_code' ? text.replace(/^C(?=\d)/i, '') : text
/** The cells of a line as values; errors of those that cannot be read. */
function readCells(sheet: Omit<Sheet, 'lines'>, line: Line) {
  const texts = sheet.columns.map((name, at) => asCode(name, cleanText(line.cells[at] ?? '').trim()))
  const ending = endingOf(texts[sheet.columns.indexOf('number')] ?? '')
  const cells = texts.map((text, at) => (ending && sheet.columns[at] === 'number' ? '' : text))
  const { values, doubts } = readLine(cardSheet, sheet, { ...line, cells })
  const errors = Object.fromEntries(Object.entries(doubts).map(([name, { sentence }]) => [name, sentence]))
  const given = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const { issues } = v.safeParse(v.object({ [name]: cardSheet[name as keyof typeof cardSheet] }), { [name]: value })
      if (issues) errors[name] ??= fieldErrors(v.object(cardSheet), issues)[name]!
      return !issues
    }),
  )
  return { given: { ...(given as Given), ...(ending && { ending }) }, errors, doubts }
}
const wanted = <T>(values: readonly (T | null | undefined)[]) => [
  ...new Set(values.filter((one): one is T => one !== null && one !== undefined)),
]

/** The records that the lines name: customers by code, cards by number, cards in use by plate, fuels by name and code. */
async function named(all: readonly Given[], { db }: Asked) {
  const codes = wanted(all.map(({ customer_code }) => customer_code))
  const numbers = wanted(all.map(({ number }) => number))
  const plates = wanted(all.map(({ plate }) => plate && compact(plate)))
  const owners = codes.length
    ? await db
        .select()
        .from(customers)
        .where(and(inArray(customers.code, codes), isNull(customers.deleted_at)))
    : []
  const endings = wanted(all.map(({ ending }) => ending))
  const lastSix = sql<string>`right(${table.number}, 6)`
  const mine = and(inArray(lastSix, endings), inArray(table.customer_id, wanted(owners.map(({ id }) => id))), isNull(table.deleted_at))
  const byEnding = endings.length && owners.length ? await db.select().from(table).where(mine) : []
  const byNumber = numbers.length ? await db.select().from(table).where(inArray(table.number, numbers)) : []
  const inUse = and(inArray(table.plate, plates), isNull(table.deleted_at), notInArray(table.status, ['replaced', 'terminated']))
  const byPlate = plates.length ? await db.select().from(table).where(inUse) : []
  const fuels = await db.select({ id: fuelTable.id, code: fuelTable.code, name: fuelTable.name }).from(fuelTable)
  return {
    customers: new Map(owners.map((one) => [one.code, one])),
    cards: new Map(byNumber.map((one) => [one.number, one])),
    masked: byEnding,
    plates: new Map(byPlate.filter(({ type }) => needsPlate(type)).map((one) => [`${one.type} ${one.plate}`, one])),
    // A code wins over a name that reads the same.
    fuels: new Map([
      ...fuels.map(({ id, name }) => [name.toUpperCase(), id] as const),
      ...fuels.flatMap(({ id, code }) => (code ? [[code, id] as const] : [])),
    ]),
  }
}
type Named = Awaited<ReturnType<typeof named>>

/** The card that a line is about: by its number, masked or not, or by type and plate; undefined for a new one. */
function cardOf({ customer_code, number, ending, type, plate }: Given, known: Named) {
  if (ending) {
    const found = maskedLike(customer_code, ending, known)
    return found.length === 1 ? found[0] : undefined
  }
  return number ? known.cards.get(number) : type && plate && needsPlate(type) ? known.plates.get(`${type} ${compact(plate)}`) : undefined
}
/** The cards of a customer whose numbers end so. */
const maskedLike = (customer_code: number | undefined, ending: string, known: Named) =>
  known.masked.filter(({ customer_id, number }) => customer_id === known.customers.get(customer_code ?? -1)?.id && number.endsWith(ending))
function fuelIds(text: string | null | undefined, known: Named): number[] | undefined {
  if (!text) return undefined
  const parts = text.split(/[;,]/).map((part) => part.trim().replace(/\s+/g, ' ').toUpperCase())
  // A name may have spaces; what is no name is read as codes with spaces between them.
  const ids = parts.flatMap(
    (part) =>
      known.fuels.get(part) ??
      part
        .split(' ')
        .filter(Boolean)
        .map((code) => known.fuels.get(code)),
  )
  return ids.every((id) => id !== undefined) ? (ids as number[]) : undefined
}

/** The errors of a line beyond those of its cells, and what it will write. */
function plan(given: Given, known: Named, today: string): { errors: Record<string, string | undefined>; planned: PlannedCard } {
  const before = cardOf(given, known)
  const owner = known.customers.get(given.customer_code ?? -1)
  const ids = fuelIds(given.fuels, known)
  const plate = given.plate ? compact(given.plate) : undefined
  const { holder, valid_from, expires_at, limit_day, limit_month, km_required, note, discount } = given
  const values = { holder, valid_from, expires_at, limit_day, limit_month, km_required, note, discount, fuel_ids: ids }
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as Partial<CardRecord>
  const errors: Record<string, string | undefined> = {
    customer_code: !owner
      ? given.customer_code === undefined
        ? before
          ? undefined
          : messages.required('Codice cliente')
        : 'Non c’è nessun cliente con questo codice.'
      : before && before.customer_id !== owner.id
        ? 'La tessera è di un altro cliente: per cambiarlo la tessera si riemette.'
        : undefined,
    type: given.type
      ? before && before.type !== given.type
        ? 'Il tipo di una tessera non si cambia.'
        : undefined
      : before
        ? undefined
        : messages.required('Tipo'),
    number:
      before || !given.ending
        ? undefined
        : maskedLike(given.customer_code, given.ending, known).length
          ? 'Più tessere del cliente finiscono così: scrivi il numero intero.'
          : 'Il cliente non ha nessuna tessera che finisce così.',
    fuels: given.fuels && !ids ? `Carburanti non riconosciuti: ${HOW_FUELS}.` : undefined,
  }
  if (before) {
    if (before.deleted_at) errors.number = 'La tessera è stata eliminata.'
    else if (isFinal(before.status)) errors.number = 'La tessera è chiusa: i suoi dati non si modificano più.'
    const moved = plate !== undefined && plate !== before.plate
    if (moved && !mayChangePlate(before.status))
      errors.plate = `La targa di una tessera ${cardStatuses[before.status].toLowerCase()} non si può cambiare.`
    Object.assign(errors, firstOf(cardErrors({ ...before, ...set, ...(moved && { plate, foreign_plate: false }) }), errors))
    const status = given.status && given.status !== before.status ? given.status : undefined
    if (status) errors.status = statusError(before, status, set, owner?.active ?? true, today)
    return { errors, planned: { before, set, ...(moved && { plate }), ...(status && { status }) } }
  }
  if (given.type === 'gpl') errors.type ??= 'Le tessere GPL nascono dalla richiesta GPL.'
  if (owner && !errors.type) {
    const fresh = { ...set, type: given.type!, number: given.number ?? null, plate: plate ?? null }
    Object.assign(errors, firstOf(cardErrors(fresh as never), errors))
    set.customer_id = owner.id
  }
  const status = given.status && given.status !== 'to_activate' ? given.status : undefined
  if (status && status !== 'active') errors.status = 'Una tessera nuova può essere solo «Da attivare» o «Attiva».'
  if (status === 'active' && owner && !owner.active) errors.status = 'Il cliente è disattivato.'
  if (status === 'active' && expires_at && expires_at <= today) errors.expires_at ??= 'La scadenza deve essere successiva a oggi.'
  return {
    errors,
    planned: {
      set: { ...set, ...(given.type && { type: given.type }), ...(given.number && { number: given.number }) },
      plate: plate ?? null,
      ...(status && { status }),
    },
  }
}
const firstOf = (more: Record<string, string | undefined>, known: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(more).filter(([name, sentence]) => sentence && !known[name]))
function statusError(before: CardRecord, to: CardStatus, set: Partial<CardRecord>, active: boolean, today: string): string | undefined {
  const refusal = transitionRefusal(before, to)
  if (refusal) return refusal
  if (to === 'blocked' || to === 'replaced') return 'Questo cambio di stato si fa dalla scheda della tessera.'
  const { policy } = transitionOf(before.status, to)!
  if (policy !== 'cards.write') return 'Questo cambio di stato si fa dalla scheda della tessera.'
  return to === 'active' ? activationRefusal({ ...before, ...set } as CardRecord, active, today) : undefined
}
const shown = (value: unknown) => (Array.isArray(value) ? value.join(', ') : ((value ?? null) as string | number | boolean | null))

/** Compares lines with customers and cards as they are. An empty cell leaves a value as it is. */
export async function judgeCards({ lines, ...sheet }: Sheet, asked: Asked): Promise<JudgedCard[]> {
  const read = lines.map((line) => readCells(sheet, line))
  const known = await named(
    read.map(({ given }) => given),
    asked,
  )
  const today = dayInRome(asked.now)
  const seen = new Map<string, number>()
  return lines.map(({ line, cells }, at) => {
    const { given, errors: unread, doubts } = read[at]!
    const { errors: more, planned } = plan(given, known, today)
    const errors: Record<string, string> = { ...unread }
    for (const [name, sentence] of Object.entries(more)) if (sentence) errors[name] ??= sentence
    const keys = [
      given.number && (['number', `number ${given.number}`] as const),
      given.ending && (['number', `masked ${given.customer_code} ${given.ending}`] as const),
      given.plate && given.type && needsPlate(given.type) && (['plate', `${given.type} ${compact(given.plate)}`] as const),
    ]
    for (const key of keys) {
      if (!key) continue
      const earlier = seen.get(key[1])
      if (earlier !== undefined) errors[key[0]] ??= `Lo stesso valore è già alla riga ${earlier}.`
      seen.set(key[1], earlier ?? line)
      const holder = key[0] === 'plate' ? known.plates.get(key[1]) : undefined
      if (holder && holder.id !== planned.before?.id) errors.plate ??= 'Esiste già una tessera attiva per questa targa.'
    }
    if (Object.keys(errors).length) return { line, cells, state: 'errore', changes: [], errors, ...asksOf(doubts) }
    const { before, set, plate, status } = planned
    const next = { ...set, ...(plate !== undefined && { plate }), ...(status && { status }) } as Record<string, unknown>
    const old = before as Record<string, unknown> | undefined
    const changes = old
      ? Object.keys(next)
          .filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(next[name] ?? null))
          .map((field) => ({ field: field === 'fuel_ids' ? 'fuels' : field, before: shown(old[field]), after: shown(next[field]) }))
      : []
    const state = !before ? 'nuovo' : changes.length ? 'modificato' : 'uguale'
    return { line, cells, state, changes, errors, planned }
  })
}
