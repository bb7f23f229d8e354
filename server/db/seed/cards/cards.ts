import {
  type BlockReason,
  type CardStatus,
  type CardType,
  type CustomerLogAction,
  cardTypes,
} from '../../../../src/contract/cards/words.ts'
import { luhnDigit } from '../../../../src/contract/kernel/italian-codes.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Db } from '../../../lib/core/db.ts'
import * as card from '../../schema/cards/cards.ts'
import { customers } from '../../schema/cards/customers.ts'
import { withoutIndexes } from '../bulk-load.ts'
import { insertRows } from '../insert.ts'
import { personOf, plateOf } from '../invented.ts'
import { type Random, stream } from '../random.ts'
import { fuelId } from '../reference.ts'
import type { SeedOptions } from '../stations/stations.ts'
import { cardsOfEach, customerAt, type SeedCustomer, withTwins, workingMoment } from './customers.ts'

/** Where numbers of cards come from in every installation: a range for national use, by type. */
export const card_ranges = (Object.keys(cardTypes) as CardType[]).map((type, place) => ({
  type,
  prefix: `9380${place + 1}`,
  length: 16,
  next: 1,
}))
/** Customers are made for so many at a time: all those of the largest profile would fill the memory. */
const SLICE = 5_000
/** Cards 1 to 4 were each replaced by the next; the fourth is in use. */
const CHAIN = 4
/** The states that the next cards of the first customers have, so that even the smallest profile has each. */
const FIRST_STATES: readonly CardStatus[] = ['active', 'active', 'to_activate', 'suspended', 'blocked', 'expired', 'terminated']

const monthEnd = (day: string) => {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
const numberOf = (type: CardType, serial: number) => {
  const body = `${card_ranges.find((range) => range.type === type)!.prefix}${String(serial).padStart(10, '0')}`
  return body + luhnDigit(body)
}
const typeOf = (random: Random, kind: SeedCustomer['kind']): CardType =>
  random.weighted<CardType>(
    kind === 'privato'
      ? [
          ['points', 50],
          ['prepaid', 32],
          ['discount', 14],
          ['gpl', 4],
        ]
      : [
          ['credit', 66],
          ['prepaid', 18],
          ['discount', 10],
          ['points', 4],
          ['gpl', 2],
        ],
  )
const statusOf = (random: Random): CardStatus =>
  random.weighted<CardStatus>([
    ['active', 78],
    ['to_activate', 6],
    ['suspended', 6],
    ['blocked', 3],
    ['expired', 4],
    ['terminated', 3],
  ])
const REASONS = {
  suspended: ['Veicolo fermo in officina.', 'Richiesta del cliente.', 'Cambio autista in corso.'],
  terminated: ['Veicolo venduto.', 'Recesso del cliente.'],
  replaced: ['Tessera smagnetizzata.', 'Smarrimento', 'Tessera rotta.'],
} as const

interface Place {
  customer: SeedCustomer
  /** Of the card, from 1. */
  id: number
  /** Of the card among those of its customer, from 0, and how many these are. */
  at: number
  count: number
}
/** A card with the rows of its history. `plates` holds the plates that cards of credit and gpl have. */
function cardAt({ seed, asOf }: SeedOptions, { customer, id, at, count }: Place, plates: Set<string>) {
  const random = stream(seed, 'cards', id)
  const chain = id <= CHAIN
  const drawnType = typeOf(random, customer.kind)
  // The second of a pair goes on with the type and plate of the first.
  const pair = !chain && at === 1 && customer.active && stream(seed, 'replaced', customer.id).chance(0.04)
  const replaced =
    (chain && id < CHAIN) || (!chain && at === 0 && count > 1 && customer.active && stream(seed, 'replaced', customer.id).chance(0.04))
  const type = chain || replaced || pair ? 'credit' : drawnType
  const drawnStatus = statusOf(random)
  const planned = replaced ? 'replaced' : chain || pair ? 'active' : (FIRST_STATES[id - CHAIN - 1] ?? drawnStatus)
  // No card is older than its customer, and none of an inactive one is in use.
  const possible = planned === 'expired' && customer.age < 1_250 ? 'active' : planned
  const suspended_by = !customer.active && possible === 'active' ? ('customer' as const) : null
  const status: CardStatus = suspended_by ? 'suspended' : possible
  const oldest = Math.max(2, Math.min(customer.age - 1, type === 'gpl' ? 330 : 1_000))
  const age =
    status === 'expired'
      ? random.int(1_140, 1_240)
      : chain
        ? 700 - id * 150
        : status === 'to_activate'
          ? random.int(1, 20)
          : random.int(1, oldest)
  const valid_from = addDays(asOf, -age)
  const years = type === 'gpl' && status !== 'expired' ? 1 : 3
  const expires_at = monthEnd(`${Number(valid_from.slice(0, 4)) + years}${valid_from.slice(4, 8)}01`)
  let plate: string | null = null
  if (chain || replaced || pair) {
    // One plate for each chain, drawn from a stream that its cards share.
    const shared = stream(seed, 'chain_plate', chain ? 0 : customer.id)
    do plate = plateOf(shared)
    while (plates.has(plate))
    if (!replaced) plates.add(plate)
  } else if (type === 'credit' || type === 'gpl') {
    do plate = plateOf(random)
    while (plates.has(plate))
    plates.add(plate)
  } else if (random.chance(0.15)) plate = plateOf(random)
  const created_at = workingMoment(random, asOf, age)
  const used = status !== 'to_activate'
  const synced = used && random.chance(0.9)
  const holder = type === 'points' && customer.kind === 'privato' ? `${customer.name} ${customer.lastname}`.slice(0, 40) : null
  const driver = random.chance(0.6) ? personOf(random, asOf, 0) : null
  const block_reason: BlockReason | null =
    status === 'blocked' ? random.pick(['smarrimento', 'furto', 'frode', 'insoluto', 'altro'] as const) : null
  const later = workingMoment(random, asOf, Math.min(Math.max(0, age - 1), random.int(0, 60)))
  const row = {
    ...{ id, type, status, number: numberOf(type, id * 3 + random.int(0, 2)), customer_id: customer.id, plate, foreign_plate: false },
    holder: holder ?? (type === 'credit' && driver ? `${driver.name} ${driver.lastname}`.slice(0, 40) : null),
    fuel_ids: type === 'gpl' ? [fuelId('GP')] : type === 'credit' && random.chance(0.5) ? [fuelId('GA'), fuelId('AB')] : [],
    limit_day: type === 'credit' ? random.int(2, 8) * 50 : null,
    limit_month: type === 'credit' ? random.int(10, 40) * 100 : null,
    km_required: type === 'credit' && random.chance(0.5),
    discount: type === 'discount' ? random.int(1, 12) / 100 : null,
    points_balance: type === 'points' && used ? random.int(0, 9_500) : null,
    credit_balance: type === 'prepaid' && used ? random.int(0, 30_000) / 100 : null,
    ...{ valid_from, expires_at, tank_expiration: type === 'gpl' ? addDays(asOf, random.int(400, 3_300)) : null },
    ...{ delivered_at: used ? created_at : null, replaced_by_id: replaced ? id + 1 : null, block_reason, suspended_by },
    icad_id: synced ? String(4_000_000 + id) : null,
    synced_at: synced ? workingMoment(random, asOf, random.int(1, 20)) : null,
    sync_error: synced && random.chance(0.008) ? 'Tessera non presente nel gestionale tessere.' : null,
    ...{ created_at, updated_at: used && status !== 'active' ? later : created_at, created_by: 1, updated_by: 1 },
  }
  const history: { card_id: number; from: CardStatus; to: CardStatus; reason: string | null; user_id: number | null; at: string }[] = []
  if (used) history.push({ card_id: id, from: 'to_activate', to: 'active', reason: null, user_id: 1, at: created_at })
  if (used && status !== 'active') {
    const reason =
      block_reason ??
      (suspended_by ? 'Cliente disattivato' : status === 'expired' ? null : random.pick(REASONS[status as keyof typeof REASONS]))
    const by = status === 'expired' ? null : 1
    const at =
      status === 'expired' ? `${addDays(expires_at, 1)}T01:00:00.000Z` : chain ? `${addDays(valid_from, 150)}T09:30:00.000Z` : later
    history.push({ card_id: id, from: 'active', to: status, reason, user_id: by, at })
  }
  const plate_history =
    row.plate && status === 'active' && random.chance(0.04)
      ? [{ card_id: id, old: plateOf(random), new: row.plate, reason: 'Veicolo sostituito.', user_id: 1, at: later }]
      : []
  return { row, history, plate_history }
}
type Log = {
  customer_id: number
  card_id: number | null
  action: CustomerLogAction
  detail: Record<string, unknown> | null
  user_id: number | null
  created_at: string
}

/** Customers with their cards, the history of these and the log: `cards` in all. Ids begin with 1. */
export async function insertCustomers(
  db: Db,
  options: SeedOptions,
  sizes: { customers: number; cards: number; stations: number },
  at: string,
) {
  const counts = cardsOfEach(options.seed, sizes.customers, sizes.cards)
  const codes = new Set<string>()
  const plates = new Set<string>()
  let id = 0
  const tables = [customers, card.cards, card.card_status_history, card.card_plate_history, card.customer_logs]
  await withoutIndexes(db, tables, async () => {
    for (let from = 0; from < sizes.customers; from += SLICE) {
      const some = withTwins(
        Array.from({ length: Math.min(SLICE, sizes.customers - from) }, (_, place) =>
          customerAt(options, from + place, sizes.stations, codes),
        ),
      )
      const made = some.flatMap((customer) =>
        Array.from({ length: counts[customer.id - 1]! }, (_, at) =>
          cardAt(options, { customer, id: ++id, at, count: counts[customer.id - 1]! }, plates),
        ),
      )
      await insertRows(db, customers, some, at)
      // The newest first: a replaced card points to a newer one.
      await insertRows(db, card.cards, made.map(({ row }) => row).reverse(), at)
      await insertRows(
        db,
        card.card_status_history,
        made.flatMap(({ history }) => history),
        at,
      )
      await insertRows(
        db,
        card.card_plate_history,
        made.flatMap(({ plate_history }) => plate_history),
        at,
      )
      const logs: Log[] = [
        ...some.map(({ id, created_at }) => ({
          customer_id: id,
          card_id: null,
          action: 'creazione' as const,
          detail: null,
          user_id: 1,
          created_at,
        })),
        ...made.flatMap(({ row, history }) => [
          {
            customer_id: row.customer_id,
            card_id: row.id,
            action: 'creazione' as const,
            detail: null,
            user_id: 1,
            created_at: row.created_at,
          },
          ...history.map(({ from, to, reason, user_id, at }) => ({
            ...{ customer_id: row.customer_id, card_id: row.id, action: 'cambio stato' as const },
            ...{ detail: { before: { status: from }, after: { status: to }, reason }, user_id, created_at: at },
          })),
        ]),
      ]
      await insertRows(db, card.customer_logs, logs, at)
    }
  })
  await db.update(card.card_ranges).set({ next: id * 3 + 3 })
}
