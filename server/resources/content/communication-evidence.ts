import { asc, eq } from 'drizzle-orm'
import { communicationTypes } from '../../../src/contract/content/communications.ts'
import { italianDay, romeMoment } from '../../../src/rules/shared/italian.ts'
import { communication_recipients as recipients, communication_versions as versions } from '../../db/schema/content/communications.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { plainText } from '../../domain/content/rich-text.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Bytes, Context } from '../../lib/core/context.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import type { Stored } from './read-communications.ts'

/** Who received each version of a communication, and when each read and confirmed it, as PDF. */
export async function evidencePdf(one: Stored, context: Context): Promise<Bytes> {
  const bytes = await renderPdf('evidence', await evidenceData(one, context))
  return { bytes, mime: 'application/pdf', name: `prova_comunicazione_${one.id}.pdf` }
}
/** What the PDF says; who has not confirmed has the day of the last reminder. */
export async function evidenceData(one: Stored, { db, now, user }: Pick<Context, 'db' | 'now' | 'user'>) {
  const { company } = await readCompany(db)
  const all = await db.select().from(versions).where(eq(versions.communication_id, one.id)).orderBy(asc(versions.version))
  const rows = await db
    .select({
      version: recipients.version,
      name: users.name,
      email: users.email,
      read_at: recipients.read_at,
      ack_at: recipients.ack_at,
      reminded_at: recipients.reminded_at,
    })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.user_id))
    .where(eq(recipients.communication_id, one.id))
    .orderBy(asc(users.name), asc(users.id))
  const [sender] = await db.select({ name: users.name }).from(users).where(eq(users.id, one.sender_id))
  return {
    company: company.name,
    title: `Prova di consegna – ${communicationTypes[one.type]} n. ${one.id}`,
    running: `${one.subject} · generato il ${romeMoment(now.toISOString())} da ${user.name}`,
    sender: sender?.name ?? '–',
    due: one.ack_due ? italianDay(one.ack_due) : null,
    control: one.type === 2,
    versions: all.map(({ version, subject, body, sent_at }) => {
      const of = rows.filter((row) => row.version === version)
      return {
        ...{ version, subject, body: plainText(body), sent_at: romeMoment(sent_at) },
        read: of.filter(({ read_at }) => read_at).length,
        ack: of.filter(({ ack_at }) => ack_at).length,
        people: of.map(({ name, email, read_at, ack_at, reminded_at }) => ({
          name,
          email,
          read: read_at && romeMoment(read_at),
          ack: ack_at && romeMoment(ack_at),
          reminded: reminded_at && romeMoment(reminded_at),
        })),
      }
    }),
  }
}
