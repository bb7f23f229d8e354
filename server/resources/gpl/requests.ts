import { and, eq, type SQL, sql } from 'drizzle-orm'
import { gplRequests as contract } from '../../../src/contract/gpl/requests.ts'
import { type CourseStatus, type RequestStatus, requestStatuses } from '../../../src/contract/gpl/words.ts'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { requestFaults } from '../../../src/rules/gpl/request-faults.ts'
import { isDeletableRequest, isOpenRequest, requestRefusal } from '../../../src/rules/gpl/request-states.ts'
import { words } from '../../db/folded.ts'
import { files } from '../../db/schema/core/system.ts'
import { gpl_card_requests as table } from '../../db/schema/gpl/gpl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'
import { asPrefix, wordsOf } from '../../lib/tables/table.ts'
import { notify } from '../notifications/notify.ts'
import { completeRequest } from './complete.ts'
import { printRequest } from './modules.ts'
import { courseLine, type Request, saveRequest, takeSeat, tellApplicant } from './seats.ts'

// Written out, because drizzle omits the table name in a select from one table and `id` would become ambiguous in a subquery.
const column = (name: string) => sql.raw(`"gpl_card_requests"."${name}"`)
/** Midnight of Rome at the beginning of a day. */
const midnight = (day: string) => sql`${day}::timestamp at time zone 'Europe/Rome'`
const plain = plainOn(contract, table, {
  model: 'gpl_card_request',
  search: [],
  sort: ['id', 'lastname', 'status', 'created_at', 'plate', 'station_id'],
  words: { status: requestStatuses },
  row: {
    station: sql<{ id: number; code: string; name: string } | null>`(select json_build_object('id', id, 'code', code, 'name', name)
      from stations where id = ${column('station_id')})`,
    course: sql<{
      id: number
      title: string
      date: string
      start: string
      status: CourseStatus
    } | null>`(select json_build_object('id', id, 'title', title, 'date', date, 'start', start, 'status', status)
      from gpl_courses where id = ${column('course_id')})`,
  },
  record: {
    customer: sql<{ id: number; code: number; name: string } | null>`(select json_build_object('id', id, 'code', code, 'name', denomination)
      from customers where id = ${column('customer_id')})`,
  },
  filters: {
    from: (day: string) => sql`${table.created_at} >= ${midnight(day)}`,
    to: (day: string) => sql`${table.created_at} < ${midnight(day)} + interval '1 day'`,
  },
  sentences: { gpl_card_requests_open_plate: ['plate', 'Esiste già una richiesta aperta per questa targa.'] },
})
/** Every word of the search begins a word of the request: its number, applicant, tax code, plate, town. */
export function searched(search: string | undefined): SQL | undefined {
  const typed = wordsOf(search).flatMap((word) => word.split(/[^a-z0-9]+/).filter(Boolean))
  if (!typed.length) return search?.trim() ? sql`false` : undefined
  const found = words(table.number, table.name, table.lastname, table.fiscalCode, table.businessName, table.plate, table.city)
  return sql`${found} @@ to_tsquery('simple', ${typed.map(asPrefix).join(' & ')})`
}

/** What a request must be as a whole. */
async function check(request: Partial<Request>, { db, now }: Context) {
  refuse(requestFaults(request, dayInRome(now)))
  const [station] = await db
    .select({ id: stations.id })
    .from(stations)
    .where(and(eq(stations.id, request.station_id!), sql`${stations.deleted_at} is null`))
  if (!station) refuse({ station_id: messages.exists('Punto vendita di ritiro') })
}
async function book(course_id: number, request: Request, context: Context) {
  const course = await takeSeat(course_id, context)
  const [place] = course.station_id
    ? await context.db
        .select({ name: stations.name, address: stations.address, city: stations.city })
        .from(stations)
        .where(eq(stations.id, course.station_id))
    : []
  const where = place ? `${place.name}, ${place.address}, ${place.city}` : null
  await tellApplicant(
    request,
    'Convocazione corso GPL',
    ['sei convocato al corso per il rifornimento self-service di GPL.', courseLine(course, where)],
    context,
  )
}

export default implement(contract, {
  ...plain,
  list: ({ search, query, ...input }, context) => plain.list(input, context, searched(search ?? query)),
  async create({ course_id, ...input }, context) {
    await check(input as Partial<Request>, context)
    const { id_year, id_number } = await nextNumber(context.db, 'gpl_request', context.now)
    const number = `GPL-${id_year}-${String(id_number).padStart(6, '0')}`
    const made = await plain.create({ ...input, number } as never, context)
    await tellApplicant(made as never, 'Richiesta GPL ricevuta', ['abbiamo ricevuto la tua richiesta di tessera GPL.'], context)
    await notify(
      {
        event: 'gpl_request',
        subject: { type: 'gpl_card_request', id: made.id, link: `/richieste-carte-gpl/${made.id}` },
        title: `Nuova richiesta GPL ${number}`,
        text: `È stata inserita la richiesta ${number}.`,
        by: context.user.id,
        mayRead: (person) => allows('gpl.read', person),
      },
      context,
    )
    if (!course_id) return made
    await book(course_id, made as never, context)
    await saveRequest(await locked(made.id, context), { course_id, status: 'WAITING_COURSE' }, context)
    return plain.get({ id: made.id }, context)
  },
  async update(input, context) {
    const before = await locked(input.id, context)
    if (isOlder(input.rev, before.rev)) throw problem.stale(await plain.get(input, context))
    const { id, rev: _, status, reject_reason, course_id, ...given } = input
    const set = Object.fromEntries(
      Object.entries(given).filter(([name, value]) => value !== undefined && value !== before[name as keyof Request]),
    ) as Partial<Request>
    if (Object.keys(set).length && !isOpenRequest(before)) throw problem.conflict('La richiesta è chiusa: non si può più modificare.')
    const changed = await moved({ ...before, ...set }, before, { status, reject_reason, course_id }, context)
    const next = { ...before, ...set, ...changed }
    if (Object.keys(set).length) await check(next, context)
    if (status === 'COMPLETED') {
      const ready = Object.keys({ ...set, ...changed }).length ? await write(before, { ...set, ...changed }, context) : before
      await completeRequest(ready, context)
    } else await write(before, { ...set, ...changed }, context)
    context.audit({ entity_id: id })
    return plain.get({ id }, context)
  },
  async remove({ id }, context) {
    const [before] = await context.db.select().from(table).where(eq(table.id, id)).for('update')
    if (before && !isDeletableRequest(before))
      throw problem.conflict('Si eliminano solo richieste create o annullate: annullare prima la richiesta.')
    const done = await plain.remove({ id }, context)
    await context.db.delete(files).where(and(eq(files.owner_type, 'gpl_card_request'), eq(files.owner_id, id)))
    return done
  },
  pdf: ({ id }, context) => printRequest(id, context),
})

async function locked(id: number, { db }: Context): Promise<Request> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  if (!row) throw problem.notFound()
  return row
}
/** Writes a request; a plate that has another open request is refused at its field. */
async function write(before: Request, set: Partial<Request>, context: Context): Promise<Request> {
  try {
    return await saveRequest(before, set, context)
  } catch (error) {
    if ((error as { cause?: { constraint?: string } }).cause?.constraint === 'gpl_card_requests_open_plate')
      throw problem.invalid({ plate: 'Esiste già una richiesta aperta per questa targa.' })
    throw error
  }
}
interface Move {
  status: RequestStatus | undefined
  reject_reason: string | null | undefined
  course_id: number | null | undefined
}
/** The state of a request after a seat was taken or given back, or it was rejected or opened again. */
async function moved(
  next: Request,
  before: Request,
  { status, reject_reason, course_id }: Move,
  context: Context,
): Promise<Partial<Request>> {
  const to: RequestStatus =
    status ?? (course_id === undefined || course_id === before.course_id ? before.status : course_id ? 'WAITING_COURSE' : 'CREATED')
  const free = { course_id: null, course_attended_at: before.kind === 'nuova' ? null : before.course_attended_at, trainer: null }
  if (to !== before.status && to !== 'COMPLETED') {
    const refused = requestRefusal(before.status, to, context.user)
    if (refused) throw problem.conflict(refused)
  }
  if (to === 'COMPLETED') {
    const refused = requestRefusal(before.status, to, context.user)
    if (refused) throw problem.conflict(refused)
    return {}
  }
  if (to === 'REJECTED' && before.status !== 'REJECTED') {
    refuse({ reject_reason: requiredIf(true, 'Motivo', reject_reason) })
    await tellApplicant(next, 'Richiesta GPL annullata', [`la tua richiesta di tessera GPL è stata annullata: ${reject_reason}`], context)
    return { ...free, status: 'REJECTED', reject_reason: reject_reason! }
  }
  if (course_id && course_id !== before.course_id) {
    if (!isOpenRequest(before)) throw problem.conflict('La richiesta è chiusa: non si può più modificare.')
    await book(course_id, next, context)
    return { ...free, course_id, status: 'WAITING_COURSE' }
  }
  if (to === 'CREATED' && before.status !== 'CREATED') {
    if (before.status === 'WAITING_COURSE')
      await tellApplicant(next, 'Corso GPL da riprogrammare', ['il posto al corso è stato liberato: ti proporremo un’altra data.'], context)
    return { ...free, status: 'CREATED', reject_reason: null }
  }
  return {}
}
