import { and, asc, eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { payPeriod } from '../../../src/rules/people/payslips.ts'
import { pay_documents } from '../../db/schema/people/payslips.ts'
import { jobKind } from '../../lib/jobs/job-kind.ts'
import { notify } from '../notifications/notify.ts'

/** What documents are called in notices; of the history of notices, too, that of withdrawn ones is cleared. */
export const PAY_SUBJECT = 'pay_document'
/** Tells the owners of a batch that was published, one by one; those of documents taken back meanwhile are not told. */
export const tellPayslips = jobKind({
  type: 'avvisi_paghe',
  name: 'Avvisi di cedolini e CUD',
  policy: 'payroll.admin',
  input: v.object({ batch: v.number() }),
  batch: 20,
  many: true,
  async plan({ batch }, { db }) {
    const rows = await db
      .select({ id: pay_documents.id })
      .from(pay_documents)
      .where(and(eq(pay_documents.batch_id, batch), isNotNull(pay_documents.published_at), eq(pay_documents.told, false)))
      .orderBy(asc(pay_documents.id))
    return rows.map(({ id }, at) => ({ label: `Avviso ${at + 1}`, data: { id } }))
  },
  async row({ id }: { id: number }, { db, deps, now, user }) {
    const [document] = await db.select().from(pay_documents).where(eq(pay_documents.id, id)).for('update')
    if (!document?.published_at || document.told) return { outcome: 'invariato', message: 'Non più da avvisare.' }
    const { kind, user_id } = document
    const cud = kind === 'cud'
    const what = cud ? `la ${payPeriod(kind, document)}` : `il cedolino di ${payPeriod(kind, document)}`
    const title = `È disponibile ${what}`
    await notify(
      {
        event: 'payslip_published',
        subject: { type: PAY_SUBJECT, id, link: cud ? '/dipendente/cud' : '/dipendente/paghe' },
        title,
        text: `${title}. Aprilo dall’area dipendenti.`,
        people: [{ user_id: user_id!, reason: 'Il documento è tuo.' }],
        groups: 'none',
        by: user.id,
        mayRead: ({ id: person }) => person === user_id,
      },
      { db, jobs: deps.jobs, origin: deps.origin, now },
    )
    await db.update(pay_documents).set({ told: true }).where(eq(pay_documents.id, id))
    return { outcome: 'fatto', message: 'Avvisato.' }
  },
})
