import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { activity_log } from '../../../server/db/schema/core/system.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import type { Attachment, Mail } from '../../../server/lib/jobs/mail.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { begin, completed, makeModel } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('the verbale goes, as it was stored, to the managers of the station, else to its own address', () =>
  inWorld(async ({ as, db, mails, deps }) => {
    const [conti, rete, ivan, irene, admin] = [
      await as('contabilita'),
      await as('rete'),
      await as('ispettore'),
      await as('ispettore2'),
      await as('admin'),
    ]
    const station = await makeStation(db, { code: 'ZZ1', email: null })
    const model = await makeModel(ivan, 'PDF')
    const { id, id_year, id_number } = await completed(ivan, model, station.id)
    const at = `/inspection/${id}/send`
    for (const nobody of [conti, rete]) {
      expect((await nobody.post(at)).status).toBe(403)
      expect((await nobody.get(at)).status).toBe(403)
    }
    expect((await irene.post(at)).status).toBe(404)
    const begun = await begin(ivan, model, station.id)
    expect((await ivan.post(`/inspection/${begun.id}/send`)).body).toMatchObject({
      status: 409,
      error: 'La verifica non è completata: il verbale si invia dopo il completamento.',
    })
    await mails()

    expect((await ivan.get(at)).body.data).toEqual({ to: [], leaves: false })
    const refused = await ivan.post(at)
    expect([refused.status, refused.body.error]).toEqual([409, 'Il gestore e il punto vendita non hanno un indirizzo email.'])

    const out: { mail: Omit<Mail, 'attach'>; attachments: Attachment[] }[] = []
    deps.mail = { sends: true, send: async (mail, attachments = []) => void out.push({ mail, attachments }) }
    await db.update(stations).set({ email: 'zz1@example.it' }).where(eq(stations.id, station.id))
    expect((await ivan.get(at)).body.data).toEqual({ to: [{ name: station.name, email: 'zz1@example.it' }], leaves: true })
    await mails()
    expect(out).toEqual([])

    const [gina] = await db.select().from(users).where(eq(users.email, 'gestore@demo.example.it'))
    await assign(db, station.id, gina!.id)
    const sent = await admin.post(at)
    expect([sent.status, sent.body.data.to]).toEqual([200, [{ name: gina!.name, email: gina!.email }]])
    await mails()
    expect(out).toHaveLength(1)
    const told = await db
      .select()
      .from(activity_log)
      .where(and(eq(activity_log.action, 'send'), eq(activity_log.status, 200)))
    expect(told).toMatchObject([{ user_id: admin.user_id, entity_id: String(id), path: `/api/v1${at}` }])
    const [{ mail, attachments }] = out as [(typeof out)[0]]
    expect(mail).toMatchObject({ to: gina!.email, subject: `[Verifica ${id_year}/${id_number}] Verbale – ZZ1 ${station.name}` })
    const pdf = (await ivan.get(`/inspection/export/pdf/${id}`)).bytes
    expect(attachments.map(({ filename, content }) => [filename, sha256(content)])).toEqual([
      [`verifica_${id_year}_${id_number}.pdf`, sha256(pdf)],
    ])
  }))
