import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { expiringStates } from '../../../src/rules/cards/card-states.ts'
import { italianDay } from '../../../src/rules/shared/italian.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { addDays, daysBetween } from '../../domain/shared/days.ts'
import { dueSentence } from '../../domain/shared/due-sentence.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import { NO_NOTICES, type NotifyContext, notify, sumCounts } from '../notifications/notify.ts'

/** Days before the tank's end from which card and tank are told of, once each: a server that was off on the day makes up for it. */
const REMINDER_DAYS = [0, 7, 30, 90]
/** Cards told of in one run. */
const MAX_PER_RUN = 500

/**
 * Notifies of GPL cards in use whose tank ends within 90, 30 or 7 days or today, and of those whose tank has ended: the groups that ask for expirations, and,
 * until it ends, the customer by mail. Each step once for each end of a tank, so that a new tank begins anew.
 * @param hours time after which a card whose tank has ended may be notified again
 */
export async function notifyEndingTanks(context: NotifyContext, hours: number) {
  const { db, now } = context
  const today = dayInRome(now)
  const left = sql`(${cards.tank_expiration} - ${today}::date)`
  const step = sql.join(
    REMINDER_DAYS.map((days) => sql`when ${left} <= ${days}::int then ${String(days)}`),
    sql` `,
  )
  const key = sql<string>`'gpl_tank ' || ${cards.id} || case when ${left} < 0 then ' late' else ' ' || ${cards.tank_expiration} || ' ' || (case ${step} end) end`
  const again = new Date(now.getTime() - hours * 3_600_000).toISOString()
  const rows = await db
    .select({ card: cards, key, name: customers.denomination, email: customers.email })
    .from(cards)
    .innerJoin(customers, eq(customers.id, cards.customer_id))
    .where(
      and(
        ...[eq(cards.type, 'gpl'), inArray(cards.status, [...expiringStates]), isNull(cards.deleted_at), isNull(customers.deleted_at)],
        lte(cards.tank_expiration, addDays(today, REMINDER_DAYS.at(-1)!)),
        sql`not exists (select from notification_marks m where m.key = ${key} and (${left} >= 0 or m.at > ${again}::timestamptz))`,
      ),
    )
    .orderBy(asc(cards.tank_expiration), asc(cards.id))
    .limit(MAX_PER_RUN)
  let [count, sent] = [0, NO_NOTICES]
  for (const { card, key, name, email } of rows)
    await db.transaction(async (tx) => {
      const own = { ...context, db: tx as Db }
      const late = card.tank_expiration! < today
      if (!(await claimNotice(own.db, key, now, late ? hours : undefined))) return
      const what = `Serbatoio GPL del veicolo ${card.plate} – ${name}`
      const done = await notify(
        {
          event: late ? 'expiration_late' : 'expiration_due',
          subject: { type: 'card', id: card.id, link: `/carte/${card.id}` },
          title: `${late ? 'Scadenza superata' : 'Scadenza vicina'}: ${what}`,
          text: `${what}: ${dueSentence(card.tank_expiration!, today)}.${late ? ' La tessera risulta ancora in uso.' : ''}`,
          mayRead: (person) => allows('cards.read', person),
        },
        own,
      )
      const mails = !late && email ? 1 : 0
      if (mails) await own.jobs.mail(own.db, { kind: 'mail', to: email!, ...letter(card, name, today) }, 'gpl_tank')
      sent = sumCounts(sent, { ...done, mails: done.mails + mails })
      count++
    })
  return { count, sent }
}
/** What a customer is told, who has no access to the app. */
function letter({ plate, number, tank_expiration }: typeof cards.$inferSelect, name: string, today: string) {
  const when = daysBetween(today, tank_expiration!) === 0 ? 'oggi' : `il ${italianDay(tank_expiration!)}`
  return {
    subject: `Serbatoio GPL in scadenza – ${plate}`,
    text: [
      `Gentile ${name},`,
      `il serbatoio GPL del veicolo targato ${plate} scade ${when}: dopo quel giorno la tessera GPL che termina con ${number.slice(-4)} non si può più usare.`,
      'Per continuare a usarla, sostituire il serbatoio e presentare una richiesta di rinnovo con i nuovi documenti.',
    ].join('\n'),
  }
}
