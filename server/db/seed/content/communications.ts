import { sql } from 'drizzle-orm'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import type { Db } from '../../../lib/core/db.ts'
import { communication_versions, communications } from '../../schema/content/communications.ts'
import { users } from '../../schema/core/accounts.ts'
import { insertRows } from '../insert.ts'

interface Made {
  type: 1 | 2
  days: number
  subject: string
  body: string
  roles: RoleName[]
  ack?: number
}
const made: readonly Made[] = [
  {
    ...{ type: 2, days: 3, ack: 7, roles: ['manager', 'worker', 'driver', 'station'], subject: 'Nuova procedura di scarico autobotte' },
    body: '<p>Dal primo del mese vale la <b>nuova procedura di scarico</b>:</p><ul><li>messa a terra prima delle manichette</li><li>presenza fino alla fine dello scarico</li></ul><p>Confermare la presa visione entro la data indicata.</p>',
  },
  {
    ...{ type: 2, days: 12, ack: -2, roles: ['employee', 'helpdesk'], subject: 'Codice di condotta: aggiornamento' },
    body: '<p>È stato aggiornato il codice di condotta. Leggere la sezione sui <i>regali e omaggi</i>.</p>',
  },
  {
    ...{ type: 1, days: 1, roles: ['station', 'network_manager', 'manager'], subject: 'Manutenzione dei sistemi sabato sera' },
    body: '<p>Sabato dalle 22 alle 24 i terminali possono riavviarsi. Per urgenze: assistenza OPT.</p>',
  },
  {
    ...{ type: 1, days: 8, roles: ['employee', 'accounting', 'messaging'], subject: 'Chiusura degli uffici' },
    body: '<p>Gli uffici restano chiusi il 24 e il 31 dicembre.</p>',
  },
]

/** Communications of the demonstration, some of them read and confirmed, from whoever sends them. */
export async function insertCommunications(db: Db, at: string) {
  const [sender] = await db.select({ id: users.id }).from(users).where(sql`'messaging' = any(${users.roles})`).orderBy(users.id).limit(1)
  if (!sender) return
  const ago = (days: number) => new Date(Date.parse(at) - days * 86_400_000).toISOString()
  const rows = made.map(({ days, ack, ...one }, place) => ({
    ...{ id: place + 1, ...one, sender_id: sender.id, stations: [], users: [], push: true, mail: true, status: 'sent', version: 1 },
    ...{ priority: ack === undefined ? 'normale' : 'alta', ack_due: ack === undefined ? null : ago(-ack).slice(0, 10), sent_at: ago(days) },
  }))
  await insertRows(db, communications, rows as never, at)
  const versions = rows.map(({ id, subject, body, sent_at }) => ({ communication_id: id, version: 1, subject, body, sent_at }))
  await insertRows(db, communication_versions, versions, at)
  // Every third person has read it, and every sixth confirmed.
  await db.execute(sql`insert into communication_recipients (communication_id, version, user_id, delivered_at, read_at, ack_at)
    select c.id, 1, u.id, c.sent_at, case when u.id % 3 = 0 then c.sent_at + interval '3 hours' end,
      case when c.type = 2 and u.id % 6 = 0 then c.sent_at + interval '4 hours' end
    from communications c join users u on u.roles && c.roles and u.enabled = 1 and u.deleted_at is null`)
}
