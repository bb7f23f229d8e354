import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Db } from '../../../lib/core/db.ts'
import { cards } from '../../schema/cards/cards.ts'
import { customers } from '../../schema/cards/customers.ts'
import { counters } from '../../schema/core/system.ts'
import { gpl_card_requests, gpl_courses } from '../../schema/gpl/gpl.ts'
import { withoutIndexes } from '../bulk-load.ts'
import { insertRows } from '../insert.ts'
import { personOf, plateOf, streetOf } from '../invented.ts'
import { stream } from '../random.ts'
import type { SeedOptions, SeedStation } from '../stations/stations.ts'
import { towns } from '../towns.ts'

export interface GplCounts {
  courses: number
  requests: number
}
type Course = Omit<typeof gpl_courses.$inferInsert, 'id'> & { id: number }
/** Days between two courses. */
const EVERY = 9

/** Courses round the base day, the later two thirds past: those are done, some were cancelled. */
function seedCourses({ seed, asOf }: SeedOptions, stations: readonly SeedStation[], count: number): Course[] {
  const open = stations.filter(({ status }) => status === 'active')
  const past = Math.floor((count * 2) / 3)
  return Array.from({ length: count }, (_, place) => {
    const random = stream(seed, 'gpl_courses', place)
    const date = addDays(asOf, (place - past) * EVERY + random.int(1, EVERY - 2))
    const done = date < asOf
    const teacher = personOf(random, asOf, 20_000 + place)
    const start = random.pick(['09:00', '14:30', '18:00'])
    const station = random.pick(open)
    return {
      id: place + 1,
      title: random.chance(0.85) ? 'Corso GPL self-service' : 'Patentino addetti GPL',
      kind: random.chance(0.85) ? 'utente' : 'addetto',
      date,
      start,
      end: `${String(Number(start.slice(0, 2)) + 2).padStart(2, '0')}:${start.slice(3)}`,
      station_id: station.id,
      place: null,
      teacher: `${teacher.name} ${teacher.lastname}`,
      seats: random.pick([8, 10, 12, 16]),
      status: place === 1 ? 'cancelled' : done ? 'done' : random.chance(0.4) ? 'confirmed' : 'planned',
      note: null,
    }
  })
}

type Request = Omit<typeof gpl_card_requests.$inferInsert, 'id'> & { id: number; created_at: string }
const vehicles = ['Fiat Panda', 'Dacia Duster', 'Opel Corsa', 'Renault Captur', 'Kia Picanto', 'Lancia Ypsilon', 'Ford Fiesta']
/** Requests written at a time. */
const SLICE = 5_000

/** What a request shows besides its state: an invented person with a car. */
function drawRequest(
  { seed, asOf }: SeedOptions,
  stations: readonly SeedStation[],
  count: number,
  place: number,
  numbers: Map<number, number>,
): Request {
  const random = stream(seed, 'gpl_requests', place)
  const { name, lastname, fiscalCode, bornIn, bornDate, phone, email } = personOf(random, asOf, 40_000 + place)
  const town = random.pick(towns)
  const day = addDays(asOf, -Math.floor(((count - 1 - place) * 700) / count) - 1)
  const year = Number(day.slice(0, 4))
  numbers.set(year, (numbers.get(year) ?? 0) + 1)
  return {
    ...{
      id: place + 1,
      number: `GPL-${year}-${String(numbers.get(year)).padStart(6, '0')}`,
      kind: 'nuova',
      applicant: 'privato',
      customer_id: null,
    },
    ...{ name, lastname, fiscalCode, bornIn, bornDate, phone, email: random.chance(0.8) ? email : null },
    ...{ address: streetOf(random), cap: town.cap, city: town.name, province: town.province },
    ...{
      plate: `${plateOf(random).slice(0, 2)}${String(100 + (place % 900))}${String.fromCharCode(65 + (Math.floor(place / 900) % 8))}${'ABCDEFGHJKLMNPRSTVWXYZ'[Math.floor(place / 7_200) % 22]}`,
    },
    ...{
      vehicle: random.pick(vehicles),
      registration_at: addDays(asOf, -random.int(400, 3_000)),
      tank_serial: `SB${random.chars(7, '0123456789')}`,
    },
    ...{ tank_expiration: addMonths(asOf, random.int(6, 96)), install_type: random.pick(['serie', 'after_market']) },
    ...{ station_id: random.pick(stations).id, course_id: null, course_attended_at: null, trainer: null, privacy: true, note: null },
    ...{
      leaflet_given: false,
      demo_done: false,
      vehicle_checked: random.chance(0.4),
      status: 'CREATED',
      reject_reason: null,
      card_id: null,
      completed_at: null,
    },
    created_at: `${day}T09:30:00.000Z`,
  }
}

/** Courses and requests for GPL cards. A request is completed for each GPL card there is, up to half of them; the first coming course is full. */
export async function insertGpl(db: Db, options: SeedOptions, stations: readonly SeedStation[], counts: GplCounts, at: string) {
  const courses = seedCourses(options, stations, counts.courses)
  const coming = courses.filter(({ status }) => status === 'planned' || status === 'confirmed')
  const past = courses.filter(({ status }) => status === 'done')
  const issued = await db
    .select({ id: cards.id, plate: cards.plate, tank: cards.tank_expiration, holder: customers })
    .from(cards)
    .innerJoin(customers, eq(customers.id, cards.customer_id))
    .where(and(eq(cards.type, 'gpl'), isNotNull(cards.plate), isNull(cards.deleted_at)))
    .orderBy(cards.id)
    .limit(Math.floor(counts.requests / 2))
  const numbers = new Map<number, number>()
  const booked = new Map<number, number>()
  const requests = Array.from({ length: counts.requests }, (_, place): Request => {
    const drawn = drawRequest(options, stations, counts.requests, place, numbers)
    const card = issued[place]
    if (card) {
      const { holder } = card
      const course = past[place % Math.max(1, past.length)]
      const seat = course && (booked.get(course.id) ?? 0) < course.seats ? course : undefined
      if (seat) booked.set(seat.id, (booked.get(seat.id) ?? 0) + 1)
      return {
        ...drawn,
        ...{
          customer_id: holder.id,
          plate: card.plate!,
          tank_expiration: card.tank ?? drawn.tank_expiration,
          card_id: card.id,
          status: 'COMPLETED',
        },
        ...(holder.kind === 'azienda' && {
          applicant: 'azienda' as const,
          businessName: holder.businessName,
          piva: holder.piva,
          sdi: holder.sdi,
          pec: holder.pec,
        }),
        ...{
          course_id: seat?.id ?? null,
          course_attended_at: seat?.date ?? null,
          trainer: seat?.teacher ?? null,
          kind: seat ? 'nuova' : 'duplicato',
        },
        ...{ leaflet_given: true, demo_done: true, vehicle_checked: true, completed_at: drawn.created_at },
      }
    }
    const course = coming[place % 3 === 0 ? 0 : place % Math.max(1, coming.length)]
    if (course && place % 5 !== 4 && (booked.get(course.id) ?? 0) < course.seats) {
      booked.set(course.id, (booked.get(course.id) ?? 0) + 1)
      return { ...drawn, course_id: course.id, status: 'WAITING_COURSE' }
    }
    return place % 4 === 2 ? { ...drawn, status: 'REJECTED', reject_reason: 'Il richiedente ha rinunciato.' } : drawn
  })
  // The first coming course has as many seats as were taken.
  const [first] = coming
  if (first && booked.get(first.id)) first.seats = booked.get(first.id)!
  await insertRows(db, gpl_courses, courses, at)
  await withoutIndexes(db, [gpl_card_requests], async () => {
    for (let from = 0; from < requests.length; from += SLICE)
      await insertRows(db, gpl_card_requests, requests.slice(from, from + SLICE), at)
  })
  if (numbers.size) await db.insert(counters).values([...numbers].map(([year, value]) => ({ name: 'gpl_request', year, value })))
}
