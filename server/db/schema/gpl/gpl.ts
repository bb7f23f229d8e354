import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Applicant, CourseKind, CourseStatus, InstallType, RequestKind, RequestStatus } from '../../../../src/contract/gpl/words.ts'
import { keepsFolded, words } from '../../folded.ts'
import { cards } from '../cards/cards.ts'
import { customers } from '../cards/customers.ts'
import { common, day, instant, texts } from '../core/columns.ts'
import { stations } from '../stations/stations.ts'

/** "Calendario Corsi GPL": how motorists and attendants are instructed. */
export const gpl_courses = pgTable(
  'gpl_courses',
  {
    ...common(),
    title: text().notNull(),
    kind: text().$type<CourseKind>().notNull(),
    date: day().notNull(),
    start: text().notNull(),
    end: text().notNull(),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    ...texts('place', 'teacher', 'note'),
    seats: integer().notNull(),
    status: text().$type<CourseStatus>().notNull().default('planned'),
  },
  (t) => [index('gpl_courses_date').on(t.date, t.id), index('gpl_courses_status').on(t.status, t.date)],
)

/** "Richieste GPL Card": a card is given after vehicle, tank and course. A seat of a course is a request that names it. */
export const gpl_card_requests = pgTable(
  'gpl_card_requests',
  {
    ...common(),
    /** `GPL-2026-000123`, by year. */
    number: text().notNull(),
    kind: text().$type<RequestKind>().notNull(),
    applicant: text().$type<Applicant>().notNull(),
    customer_id: integer().references(() => customers.id),
    name: text().notNull(),
    lastname: text().notNull(),
    fiscalCode: text().notNull(),
    bornIn: text(),
    bornDate: day(),
    address: text().notNull(),
    cap: text().notNull(),
    city: text().notNull(),
    province: text().notNull(),
    phone: text().notNull(),
    ...texts('email', 'businessName', 'piva', 'sdi', 'pec', 'tank_serial', 'trainer', 'reject_reason', 'note'),
    plate: text().notNull(),
    vehicle: text().notNull(),
    registration_at: day(),
    tank_expiration: day().notNull(),
    install_type: text().$type<InstallType>(),
    station_id: integer()
      .notNull()
      .references(() => stations.id),
    course_id: integer().references(() => gpl_courses.id),
    course_attended_at: day(),
    leaflet_given: boolean().notNull().default(false),
    demo_done: boolean().notNull().default(false),
    vehicle_checked: boolean().notNull().default(false),
    privacy: boolean().notNull(),
    status: text().$type<RequestStatus>().notNull().default('CREATED'),
    card_id: integer().references(() => cards.id),
    completed_at: instant(),
  },
  (t) => [
    uniqueIndex('gpl_card_requests_number').on(t.number),
    uniqueIndex('gpl_card_requests_open_plate').on(t.plate).where(sql`status in ('CREATED', 'WAITING_COURSE')`),
    index('gpl_card_requests_status').on(t.status, t.id),
    index('gpl_card_requests_created').on(t.created_at, t.id),
    index('gpl_card_requests_lastname').on(sql`"lastname_key"`, t.id),
    index('gpl_card_requests_plate').on(t.plate, t.id),
    index('gpl_card_requests_station').on(t.station_id, t.id),
    index('gpl_card_requests_course').on(t.course_id).where(sql`course_id is not null`),
    index('gpl_card_requests_customer').on(t.customer_id),
    index('gpl_card_requests_card').on(t.card_id).where(sql`card_id is not null`),
    index('gpl_card_requests_words').using('gin', words(t.number, t.name, t.lastname, t.fiscalCode, t.businessName, t.plate, t.city)),
  ],
)
keepsFolded(gpl_card_requests.lastname, 'lastname_key')
keepsFolded(gpl_card_requests.plate, 'plate')
