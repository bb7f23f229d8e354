import { sql } from 'drizzle-orm'
import { monthsOf } from '../../../../src/contract/expirations/words.ts'
import { jobs } from '../../../../src/contract/people/station-employees.ts'
import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Db } from '../../../lib/core/db.ts'
import { users } from '../../schema/core/accounts.ts'
import { expirations } from '../../schema/expirations/expirations.ts'
import * as table from '../../schema/people/managements.ts'
import { managers, station_employees } from '../../schema/people/managers.ts'
import { insertRows } from '../insert.ts'
import { companyOf, personOf } from '../invented.ts'
import { type Random, stream } from '../random.ts'
import { numbered, type SeedOptions, type SeedStation } from '../stations/stations.ts'
import { obligations } from './obligations.ts'

export interface ManagementCounts {
  managers: number
  managements: number
  employees: number
}
type Management = typeof table.managements.$inferInsert & { id: number }
const TYPES = [
  ['comodato', 45],
  ['somministrazione', 20],
  ['commissione', 15],
  ['affitto', 12],
  ['guardiania', 5],
  ['associazione', 3],
] as const

/** A person with cards: some of them have expired, others will soon. */
function cardsOf(random: Random, asOf: string) {
  return {
    identityCard: `C${random.chars(1, 'ABCDEFGHIL')}${random.chars(5, '0123456789')}${random.chars(2, 'ABCDEFGHILMNOPRSTUVZ')}`,
    identityCardExpiration: addDays(asOf, random.int(-60, 3_000)),
    expiration: addDays(asOf, random.int(-30, 2_000)),
  }
}
/** The chain of managements of a station: those that were handed over, and the one that runs. One in 25 stations has none. */
function chainOf(station: SeedStation, managerAt: (place: number) => number, { seed, asOf }: SeedOptions): Omit<Management, 'id'>[] {
  const random = stream(seed, 'managements', station.id)
  if (station.id !== 1 && random.chance(0.04)) return []
  const company = companyOf(random, station.id)
  const base = {
    station_id: station.id,
    ...{ businessName: company.name, piva: company.piva, sdi: company.sdi, pec: company.pec, fiscalCode: company.piva },
    address: `${company.address}, ${company.cap} ${company.city} (${company.province})`,
    ...{
      iban: company.iban,
      rea: `${company.province}-${random.int(100_000, 499_999)}`,
      contract_number: `G${station.id}/${asOf.slice(0, 4)}`,
    },
  }
  const from = addDays(asOf, -random.int(200, 1_800))
  // 12% end within ninety days, 3% have ended already and go on.
  const left = random.weighted([
    [random.int(120, 1_600), 85],
    [random.int(1, 89), 12],
    [-random.int(5, 60), 3],
  ])
  const running = { ...base, manager_id: managerAt(0), type: random.weighted(TYPES), from, expirationManager: addDays(asOf, left) }
  if (!random.chance(0.3)) return [running]
  const before = companyOf(random, 5_000 + station.id)
  const begun = addDays(from, -random.int(700, 2_200))
  return [
    {
      ...base,
      ...{ businessName: before.name, piva: before.piva, sdi: before.sdi, pec: before.pec, fiscalCode: before.piva, iban: before.iban },
      ...{ manager_id: managerAt(1), type: random.weighted(TYPES), from: begun, expirationManager: addMonths(begun, 72) },
      ...{ ended_at: from, end_reason: random.pick(['Subentro', 'Recesso del gestore', 'Scadenza del contratto', 'Pensionamento']) },
    },
    running,
  ]
}
/** What belongs to a management that runs: cash, remuneration and obligations, some of them late. */
function besides(management: Management, { seed, asOf }: SeedOptions) {
  const random = stream(seed, 'management_obligations', management.id)
  const { id: management_id, from, ended_at } = management
  const given = random.pick([1_500, 2_000, 2_500, 3_000, 5_000])
  const cash = [
    { management_id, kind: 'consegna' as const, cashFundAmount: given, cashFundDate: from },
    ...(random.chance(0.3) ? [{ management_id, kind: 'integrazione' as const, cashFundAmount: 500, cashFundDate: addDays(from, 90) }] : []),
  ]
  if (ended_at)
    cash.push({
      ...{ management_id, kind: 'restituzione' as never, cashFundDate: ended_at },
      cashFundAmount: cash.reduce((sum, one) => sum + one.cashFundAmount, 0),
    })
  const threshold = random.pick([0, 80_000, 100_000, 150_000])
  const terms = {
    ...{ management_id, fixed: random.int(6, 24) * 50, perLiter: random.real(0.018, 0.042, 4), discountLiter: random.real(0, 0.01, 4) },
    ...{ aboveThreshold: threshold ? random.real(0.03, 0.055, 4) : 0, thresholdLiters: threshold },
  }
  const versions = [
    { ...terms, valid_from: from },
    ...(random.chance(0.4) ? [{ ...terms, perLiter: random.real(0.03, 0.045, 4), valid_from: addDays(from, 150) }] : []),
  ]
  const due = ended_at
    ? []
    : obligations.map(({ id: obligation_id, periodicity }) => {
        const months = monthsOf[periodicity]
        const done = random.chance(0.7)
        const due_date = months
          ? addDays(asOf, random.chance(0.06) ? -random.int(1, 15) : random.int(5, Math.min(Math.max(months * 30, 20), 700)))
          : null
        const last_done_at = done ? (due_date ? addMonths(due_date, -months) : addDays(from, 20)) : null
        return {
          management_id,
          obligation_id,
          due_date,
          last_done_at: last_done_at && last_done_at < asOf ? last_done_at : null,
          done_by: done ? 1 : null,
        }
      })
  return { cash, versions, due }
}

/** Managers, their managements with all that belongs to them, and the employees of stations. The first is the demo account "gestore". */
export async function insertManagements(
  db: Db,
  options: SeedOptions,
  stations: readonly SeedStation[],
  counts: ManagementCounts,
  at: string,
): Promise<void> {
  const { seed, asOf } = options
  const [account] = await db.select().from(users).where(sql`${users.email} = 'gestore@demo.example.it'`)
  const people: (typeof managers.$inferInsert & { id: number })[] = numbered(
    Array.from({ length: counts.managers }, (_, place) => {
      const random = stream(seed, 'managers', place)
      return { ...personOf(random, asOf, 20_000 + place, [24, 68]), ...cardsOf(random, asOf) }
    }),
  )
  if (account) {
    const [name = '', lastname = ''] = account.name.split(' ')
    // Born on a day of which nothing is said, so that the invented codice fiscale of the account stays.
    Object.assign(people[0]!, {
      name,
      lastname,
      email: account.email,
      fiscalCode: account.fiscalCode,
      bornDate: null,
      bornIn: null,
      user_id: account.id,
    })
  }
  await insertRows(db, managers, people, at)
  const alive = stations.filter(({ status, is_warehouse }) => status !== 'dismissed' && !is_warehouse)
  const managements: Management[] = []
  for (const [place, station] of alive.entries()) {
    const chain = chainOf(station, (earlier) => ((place + earlier * 7) % counts.managers) + 1, options)
    for (const one of chain) if (managements.length < counts.managements) managements.push({ ...one, id: managements.length + 1 })
  }
  await insertRows(db, table.managements, managements, at)
  const parts = managements.map((one) => besides(one, options))
  await insertRows(db, table.cash_funds, numbered(parts.flatMap(({ cash }) => cash)), at)
  await insertRows(db, table.management_remunerations, numbered(parts.flatMap(({ versions }) => versions)), at)
  await insertRows(db, table.management_obligations, numbered(parts.flatMap(({ due }) => due)), at)
  const running = managements.filter(({ ended_at }) => !ended_at)
  const names = Object.keys(jobs) as (keyof typeof jobs)[]
  const employees = numbered(
    Array.from({ length: running.length ? counts.employees : 0 }, (_, place) => {
      const random = stream(seed, 'station_employees', place)
      const { manager_id, station_id } = running[place % running.length]!
      const hired_at = addDays(asOf, -random.int(30, 2_500))
      return {
        ...personOf(random, asOf, 40_000 + place, [19, 62]),
        ...cardsOf(random, asOf),
        ...{ manager_id, station_id, job: random.zipf(names), hired_at },
        left_at: random.chance(0.08) ? addDays(asOf, -random.int(1, 29)) : null,
        gpl_course_at: random.chance(0.4) ? addDays(hired_at, 20) : null,
      }
    }),
  )
  await insertRows(db, station_employees, employees, at)
  const [last] = await db.select({ id: sql<number>`coalesce(max(${expirations.id}), 0)::int` }).from(expirations)
  await insertRows(
    db,
    expirations,
    running.map(({ id, station_id, businessName, expirationManager, manager_id }, place) => {
      const who = people[manager_id - 1]!
      return {
        ...{ id: last!.id + place + 1, type: 'contratto' as const, periodicity: 'once' as const, date: expirationManager!, station_id },
        ...{ subject_type: 'management' as const, subject_id: id, subject_field: 'expirationManager', notify_days: [90, 30, 0] },
        message: `Fine della gestione: ${businessName} (${who.lastname} ${who.name})`,
      }
    }),
    at,
  )
}
