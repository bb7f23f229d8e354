import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { completionRefusal } from '../../../src/rules/gpl/request-states.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { gpl_card_requests, gpl_courses } from '../../db/schema/gpl/gpl.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { changeStatus } from '../cards/card-status.ts'
import customerCalls from '../cards/customers.ts'
import { createCard, lockCard, saveCard } from '../cards/write-cards.ts'
import { type Request, saveRequest, tellApplicant } from './seats.ts'

/** The customer of a request: as chosen, else by tax code, else made of its data. */
async function customerOf(request: Request, context: Context): Promise<number> {
  if (request.customer_id) return request.customer_id
  const person = request.applicant === 'privato'
  const same = person ? eq(customers.fiscalCode, request.fiscalCode) : eq(customers.piva, request.piva!)
  const [known] = await context.db
    .select({ id: customers.id })
    .from(customers)
    .where(and(same, eq(customers.kind, request.applicant), isNull(customers.deleted_at)))
  if (known) return known.id
  const { name, lastname, fiscalCode, address, cap, city, province, phone, email, businessName, piva, sdi, pec, station_id } = request
  const common = {
    address,
    cap,
    city,
    province,
    phone,
    email,
    station_id,
    privacy_at: request.created_at.slice(0, 10),
    privacy_origin: request.number,
  }
  const own = person ? { kind: 'privato', name, lastname, fiscalCode } : { kind: 'azienda', businessName, piva, sdi, pec }
  const made = (await customerCalls.handlers.create!({ ...common, ...own, marketing: false }, context)) as { id: number }
  return made.id
}
/** The card of a request: in the place of the one with this plate for a renewal or duplicate, else a new one. */
async function cardOf(request: Request, customer_id: number, context: Context): Promise<number> {
  const { plate, tank_expiration, kind, number } = request
  const [held] = await context.db
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(eq(cards.type, 'gpl'), eq(cards.plate, plate), notInArray(cards.status, ['replaced', 'terminated']), isNull(cards.deleted_at)),
    )
  if (!held || kind === 'nuova') return (await createCard({ type: 'gpl', customer_id, plate, tank_expiration }, context)).id
  const old = await changeStatus({ id: held.id, status: 'replaced', reason: `${kind} ${number}` }, context)
  const fresh = await lockCard({ id: old.replaced_by_id! }, context)
  const expires_at = tank_expiration < fresh.expires_at ? tank_expiration : fresh.expires_at
  return (await saveCard(fresh, { tank_expiration, expires_at }, context)).id
}

/** Completes a request: its customer where missing, and its card, once. @throws 409 in words */
export async function completeRequest(request: Request, context: Context): Promise<Request> {
  const { db, now } = context
  const [course] = request.course_id ? await db.select().from(gpl_courses).where(eq(gpl_courses.id, request.course_id)) : []
  const refused = completionRefusal(request, course?.status === 'done', dayInRome(now))
  if (refused) throw problem.conflict(refused)
  if (request.tank_expiration < dayInRome(now)) throw problem.conflict('Il serbatoio è scaduto: la tessera non si può rilasciare.')
  const customer_id = await customerOf(request, context)
  const card_id = await cardOf(request, customer_id, context)
  const done = await saveRequest(request, { status: 'COMPLETED', customer_id, card_id, completed_at: now.toISOString() }, context)
  await tellApplicant(
    done,
    'Tessera GPL creata',
    ['la tua tessera GPL è stata creata e va ancora attivata: prima di ritirarla chiedi al punto vendita che hai scelto.'],
    context,
  )
  return done
}

/** Keeps a GPL card from its first use until a request of its own, or of the card it replaces, is completed. */
export async function needCompletedRequest(card: typeof cards.$inferSelect, { db }: Pick<Context, 'db'>): Promise<void> {
  if (card.type !== 'gpl') return
  const completed = await db.$count(
    gpl_card_requests,
    and(eq(gpl_card_requests.status, 'COMPLETED'), eq(gpl_card_requests.plate, card.plate ?? '')),
  )
  if (!completed) throw problem.conflict('Per attivare una tessera GPL serve una richiesta completata per la sua targa.')
}
