import { sql } from 'drizzle-orm'
import { permissionNames } from '../../../src/contract/kernel/roles.ts'
import { romeTime } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import type { FileStore } from '../../lib/files/files.ts'
import { insertCustomers } from './cards/cards.ts'
import { insertCardJobs } from './cards/jobs.ts'
import { insertContent } from './content/content.ts'
import { type CouponCounts, insertCoupons } from './coupons/coupons.ts'
import { insertQrCodes } from './equipment/qr-codes.ts'
import { type GplCounts, insertGpl } from './gpl/gpl.ts'
import { insertInspections } from './inspections/inspections.ts'
import { insertNcTickets } from './inspections/nc-tickets.ts'
import type { VisitCounts } from './inspections/plan-visits.ts'
import { insertNetwork, type Size } from './network.ts'
import { insertTrail, type TrailSize } from './overview/trail.ts'
import { type Account, demoAccounts } from './people/accounts.ts'
import { insertManagements, type ManagementCounts } from './people/managements.ts'
import { insertPayslips } from './people/payslips.ts'
import { insertCompetitors } from './prices/competitors.ts'
import { insertShop, type ShopSize } from './shop/shop.ts'
import type { SeedOptions } from './stations/stations.ts'
import { insertTickets } from './tickets/tickets.ts'

/** The demo people, one user per single permission, a second inspector; nobody is assigned the whole of the small network. */
export const testAccounts: Account[] = [
  ...demoAccounts.map((account) => ({ ...account, stations: Math.min(account.stations ?? 0, 4) })),
  ...permissionNames.map((name) => ({ email: `p.${name}@demo.example.it`, name: `Solo ${name}`, roles: [], permissions: [name] })),
  { email: 'ispettore2@demo.example.it', name: 'Irene Ispettrice', roles: ['inspection'], permissions: [] },
]
export const profiles = {
  test: {
    ...{ accounts: testAccounts, people: 0, stations: 8, changes: 4, expirations: 95, qr: 3, competitors: 6, tickets: 0, small: true },
    ...{ customers: 10, cards: 16 },
    shop: { products: 4, orders: 2 },
    people_of_stations: { managers: 3, managements: 3, employees: 4 },
    visits: { approved: 1, completed: 2, cancelled: 1, draft: 1, planned: 1 },
    gpl: { courses: 3, requests: 4 },
    coupons: { orders: 5, each: 12 },
  },
  demo: {
    accounts: demoAccounts,
    people: 60 - demoAccounts.length,
    stations: 45,
    changes: 25,
    expirations: 2_400,
    qr: 20,
    competitors: 90,
    tickets: 350,
    customers: 900,
    cards: 1_500,
    shop: { products: 40, orders: 160 },
    people_of_stations: { managers: 40, managements: 58, employees: 130 },
    registry: true,
    visits: { approved: 12, completed: 28, cancelled: 1, draft: 1, planned: 3 },
    gpl: { courses: 14, requests: 80 },
    coupons: { orders: 60, each: 100 },
  },
  load: {
    ...{
      accounts: demoAccounts,
      people: 400 - demoAccounts.length,
      stations: 120,
      changes: 25,
      expirations: 2_400,
      qr: 20,
      competitors: 240,
    },
    ...{ tickets: 20_000, customers: 50_000, cards: 80_000 },
    shop: { products: 400, orders: 4_000 },
    people_of_stations: { managers: 110, managements: 160, employees: 360 },
    visits: { approved: 100, completed: 100, cancelled: 2, draft: 2, planned: 6 },
    gpl: { courses: 60, requests: 6_000 },
    coupons: { orders: 3_000, each: 15 },
  },
  scale: {
    accounts: demoAccounts,
    people: 3_000 - demoAccounts.length,
    stations: 2_500,
    changes: 60,
    expirations: 40_000,
    qr: 200,
    competitors: 6_000,
    tickets: 100_000,
    customers: 300_000,
    cards: 500_000,
    shop: { products: 3_000, orders: 60_000 },
    people_of_stations: { managers: 2_200, managements: 3_400, employees: 7_500 },
    visits: { approved: 1_000, completed: 1_000, cancelled: 20, draft: 20, planned: 60 },
    gpl: { courses: 1_200, requests: 120_000 },
    coupons: { orders: 60_000, each: 15 },
    trail: { changes: 1_000_000, notices: 300_000, payslips: 130 },
  },
} satisfies Record<
  string,
  Size & {
    qr: number
    competitors: number
    tickets: number
    shop: ShopSize
    customers: number
    cards: number
    registry?: boolean
    visits: VisitCounts
    gpl: GplCounts
    people_of_stations: ManagementCounts
    coupons: CouponCounts
    trail?: TrailSize
  }
>
export type Profile = keyof typeof profiles

/** The day it is in Rome, `YYYY-MM-DD`. */
export const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
/** The members of each notification group, by name: people of the demonstration. Those of maintenance are told of its categories. */
const MEMBERS: Readonly<Record<string, string[]>> = { Manutenzione: ['helpdesk', 'sup.ticket'], Rete: ['rete'] }
async function insertMembers(db: Db) {
  await db.execute(sql`update ticket_categories c set notification_group_id = g.id from notification_groups g
    where g.name = 'Manutenzione' and c.name like 'Impianto%'`)
  for (const [name, accounts] of Object.entries(MEMBERS))
    await db.execute(sql`insert into notification_group_users (group_id, user_id)
      select g.id, u.id from notification_groups g join users u on split_part(u.email, '@', 1) = any(${sql.param(accounts)}::text[]) where g.name = ${name}`)
}
/**
 * The same rows for the same seed and base day (docs/spec/demo-data.md#determinism), in one transaction. The database must be empty.
 * Pictures are drawn into `files`; without it only their rows are there. `tell` hears the name of each part once it is written.
 */
export const seed = (
  db: Db,
  profile: Profile,
  { tell, ...options }: SeedOptions & { files?: FileStore; tell?: (part: string) => void },
): Promise<void> =>
  db.transaction(async (tx) => {
    const [year, month, day] = options.asOf.split('-').map(Number) as [number, number, number]
    const at = new Date(romeTime(year, month, day)).toISOString()
    const size = profiles[profile]
    const stations = await insertNetwork(tx, size, options, at)
    tell?.('stazioni')
    // Records that need the network follow here: they find stations and people by their ids, which are the same on every run.
    const parts: [string, () => Promise<unknown>][] = [
      ['verifiche', () => insertInspections(tx, options, size.visits, at, options.files)],
      ['concorrenti', () => insertCompetitors(tx, options, stations, size, at)],
      ['ticket', () => insertTickets(tx, options, size.tickets, at)],
      ['ticket delle non conformità', async () => size.tickets && insertNcTickets(tx, options, at)],
      ['gruppi di notifica', async () => profile === 'demo' && insertMembers(tx)],
      ['codici QR', () => insertQrCodes(tx, options, { stations, count: size.qr }, at, options.files)],
      ['clienti e tessere', () => insertCustomers(tx, options, size, at)],
      ['operazioni sulle tessere', async () => profile === 'demo' && insertCardJobs(tx, options)],
      ['GPL', () => insertGpl(tx, options, stations, size.gpl, at)],
      ['comunicazioni e documenti', () => insertContent(tx, options, stations, at, options.files)],
      ['e-commerce', () => insertShop(tx, options, stations, size.shop, at, options.files)],
      ['gestioni', () => insertManagements(tx, options, stations, size.people_of_stations, at)],
      ['buoni', () => insertCoupons(tx, options, { ...size.coupons, stations: stations.length }, at)],
      ['cedolini', () => insertPayslips(tx, options, at, options.files)],
      ['storico, attività e notifiche', async () => 'trail' in size && insertTrail(tx, size.trail, at)],
    ]
    for (const [part, insert] of parts) {
      await insert()
      tell?.(part)
    }
  })
