import { and } from 'drizzle-orm'
import { inspectionSend as contract } from '../../../src/contract/inspections/send.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { managerAddresses } from '../stations/managers.ts'
import { printBeforeWrite, verbaleFile } from './pdfs.ts'
import { byIdentifier, type FullInspection, inScope, readInspection } from './read.ts'
import { requireAction } from './require-action.ts'

/** A completed verifica that the caller may send: its inspector, or an administrator. */
async function requireSendable(id: string, { db, user }: Context): Promise<FullInspection> {
  const row = await readInspection(db, and(byIdentifier(id), inScope(user)))
  if (!row) throw problem.notFound()
  requireAction('send', row, user, 'La verifica non è completata: il verbale si invia dopo il completamento.')
  return row
}

const readers = async (row: FullInspection, { db, sendsMail }: Context) => ({
  to: await managerAddresses(db, row.station),
  leaves: sendsMail,
})

/** The verbale of a completed verifica by mail to whoever runs the station. */
export default implement(contract, {
  readers: async ({ id }, context) => readers(await requireSendable(id, context), context),
  send: preparedWrite(
    ({ id }, context) => printBeforeWrite(id, context),
    async ({ id }, context) => {
      const row = await requireSendable(id, context)
      context.audit({ action: 'send', entity_id: row.id })
      const answer = await readers(row, context)
      if (!answer.to.length) throw problem.conflict('Il gestore e il punto vendita non hanno un indirizzo email.')
      const file = await verbaleFile(row, context)
      if (!file) throw problem.conflict('La verifica è stata riaperta.')
      const number = `${row.id_year}/${row.id_number}`
      const { code, name, city, province } = row.station
      const subject = `[Verifica ${number}] Verbale – ${code} ${name}`
      const about = [`Verifica ${number} – ${row.model_name}`, `Punto vendita: ${code} ${name}, ${city} (${province})`]
      const text = [...about, `Ispettore: ${row.inspector.name}`, '', 'In allegato il verbale di verifica in PDF.'].join('\n')
      for (const { email } of answer.to) await context.send({ kind: 'mail', to: email, subject, text, attach: [file.id] })
      return answer
    },
  ),
})
