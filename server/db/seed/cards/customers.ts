import { luhnDigit } from '../../../../src/contract/kernel/italian-codes.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { companyOf, ibanOf, mobileOf, personOf, streetOf } from '../invented.ts'
import { type Random, stream } from '../random.ts'
import { type Town, towns } from '../towns.ts'

/** Codes of the customers' programme start here; the first customer has the next one. */
export const FIRST_CODE = 10_000
const bodies = ['Comune di', 'Provincia di', 'Unione dei Comuni di', 'Consorzio di Bonifica di', 'Azienda Sanitaria di'] as const
/** The longest name that is allowed, so that screens and papers meet it. */
const LONG_NAME =
  'Cooperativa Interprovinciale Autotrasportatori e Movimento Terra della Bassa Pianura fra Enza e Secchia Società Consortile a Responsabilità Limitata – Reggio E.'

/** An instant in the working hours of the day that is `days` before `asOf`. */
export const workingMoment = (random: Random, asOf: string, days: number) =>
  `${addDays(asOf, -Math.max(1, days))}T${String(random.int(7, 16)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00.000Z`

function company(random: Random, serial: number, place: number) {
  const { name, iban, ...drawn } = companyOf(random, 20_000 + serial)
  const payment = random.weighted([
    ['sdd', 45],
    ['bonifico', 35],
    ['carta', 10],
    ['contanti', 10],
  ])
  return {
    ...drawn,
    kind: 'azienda' as const,
    businessName: place === 11 ? LONG_NAME : name,
    email_invoices: random.chance(0.2) ? `amministrazione@example.it;fatture${serial}@example.it;contabilita${serial}@example.it` : null,
    payment,
    iban: payment === 'sdd' ? iban : null,
    credit_limit: payment === 'contanti' ? null : random.int(2, 40) * 500,
    mobile: random.chance(0.4) ? mobileOf(random) : null,
  }
}
function person(random: Random, asOf: string, serial: number, place: number) {
  const { name, lastname, fiscalCode, phone, email } = personOf(random, asOf, 20_000 + serial, [18, 85], place === 13 ? 2 : 0)
  const town: Town = random.pick(towns)
  const payment = random.weighted([
    ['contanti', 70],
    ['carta', 20],
    ['sdd', 10],
  ])
  return {
    ...{ kind: 'privato' as const, name, lastname, fiscalCode, payment, mobile: phone },
    email: random.chance(0.75) ? email : null,
    iban: payment === 'sdd' ? ibanOf(random) : null,
    ...{ address: streetOf(random), cap: town.cap, city: town.name, province: town.province },
  }
}
function publicBody(random: Random, serial: number) {
  const town: Town = random.pick(towns)
  const body = `8000${random.chars(6, '0123456789')}`
  const code = body + luhnDigit(body)
  return {
    ...{ kind: 'ente' as const, businessName: `${random.pick(bodies)} ${town.name}`, fiscalCode: code, piva: code },
    ...{ sdi: `UF${random.chars(4, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')}`, pec: `protocollo${serial}@pec.example.it` },
    ...{ email: `economato${serial}@example.it`, payment: 'bonifico' as const },
    ...{ address: streetOf(random), cap: town.cap, city: town.name, province: town.province },
  }
}

/**
 * The row of `customers` at `place`, from 0. `taken` holds the tax codes given so far, which this one must not have and joins.
 * The first is a company with many cards; 7% are inactive.
 */
export function customerAt({ seed, asOf }: { seed: number; asOf: string }, place: number, stations: number, taken: Set<string>) {
  const random = stream(seed, 'customers', place)
  const serial = place + 1
  const drawnKind = random.weighted([
    ['azienda', 45],
    ['privato', 52],
    ['ente', 3],
  ])
  const kind = place === 0 || place === 11 ? 'azienda' : place === 13 ? 'privato' : place === 5 ? 'ente' : drawnKind
  const draw = () =>
    kind === 'azienda'
      ? company(random, serial, place)
      : kind === 'privato'
        ? person(random, asOf, serial, place)
        : publicBody(random, serial)
  let drawn = draw()
  while (taken.has(drawn.fiscalCode)) drawn = draw()
  taken.add(drawn.fiscalCode)
  const age = place < 12 ? random.int(1_300, 2_000) : random.int(30, 2_600)
  const created_at = workingMoment(random, asOf, age)
  const active = place === 0 || !(place === 3 || random.chance(0.07))
  const portal = active && Boolean(drawn.email) && random.chance(0.3)
  const synced = random.chance(0.7)
  const marketing = random.chance(0.4)
  return {
    ...{ id: serial, code: FIRST_CODE + serial, active, ...drawn },
    station_id: random.chance(0.6) ? random.int(1, stations) : null,
    ...{ created_at, updated_at: created_at, created_by: 1, updated_by: 1 },
    ...{ privacy_at: created_at, privacy_origin: random.chance(0.8) ? 'Modulo cartaceo' : 'Portale clienti' },
    ...{ marketing, marketing_at: marketing ? created_at : null, marketing_origin: marketing ? 'Modulo cartaceo' : null },
    username: portal ? `C${String(FIRST_CODE + serial).padStart(6, '0')}` : null,
    portal_enabled: portal,
    credentials_sent_at: portal ? workingMoment(random, asOf, random.int(1, age)) : null,
    last_access_at: portal && random.chance(0.6) ? workingMoment(random, asOf, random.int(0, 20)) : null,
    icad_id: synced ? String(700_000 + serial) : null,
    synced_at: synced ? workingMoment(random, asOf, random.int(1, 20)) : null,
    sync_error: random.chance(0.01) ? 'Codice cliente sconosciuto al gestionale tessere.' : null,
    note: random.chance(0.05)
      ? random.pick(['Chiedere sempre il CIG in fattura.', 'Contattare solo al mattino.', 'Flotta in rinnovo a gennaio.'])
      : null,
    age,
  }
}
export type SeedCustomer = ReturnType<typeof customerAt>

/** One customer in this many was registered twice. */
const TWIN_EVERY = 150
/**
 * Some companies are registered twice: the second time in capitals, without a codice fiscale and with a P.IVA that is not the right one, as
 * it happens at a counter. They are what "Possibili duplicati" proposes.
 */
export function withTwins(some: readonly SeedCustomer[]): SeedCustomer[] {
  let last: SeedCustomer | undefined
  let due = false
  return some.map((customer) => {
    due ||= customer.id % TWIN_EVERY === TWIN_EVERY / 2
    if (customer.kind !== 'azienda' || customer.id === 1) return customer
    if (!due || !last || !('businessName' in last)) {
      last = customer
      return customer
    }
    due = false
    const { businessName, email, address, cap, city, province } = last
    return { ...customer, businessName: businessName.toUpperCase(), fiscalCode: null, email, address, cap, city, province } as never
  })
}

/** The number of cards of each customer, `cards` in all: the second company in every 450 customers is a fleet. */
export function cardsOfEach(seed: number, customers: number, cards: number): number[] {
  const counts = Array.from({ length: customers }, (_, place) => {
    const random = stream(seed, 'cards_of', place)
    if (customers > 400 && place % 450 === 17) return random.int(50, 180)
    if (place === 0) return 6
    return random.weighted([
      [0, 10],
      [1, 58],
      [2, 21],
      [3, 7],
      [5, 4],
    ])
  })
  let open = cards - counts.reduce((sum, count) => sum + count, 0)
  for (let place = 1; open; place = place + 1 < customers ? place + 1 : 1) {
    const count = counts[place]!
    if (open > 0) {
      counts[place] = count + 1
      open--
    } else if (count > 0 && count < 50) {
      counts[place] = count - 1
      open++
    }
  }
  return counts
}
