import { OUTCOMES, SEVERITIES } from '../../../src/contract/inspections/labels.ts'
import type { Context } from '../../lib/core/context.ts'
import { stationMailRecipients } from '../stations/mail-recipients.ts'
import type { FullInspection } from './read.ts'
/** Tells the outcome of a completed verifica to those who answer for the station. */
export async function mailOutcome(row: FullInspection, { db, origin, send }: Context) {
  const number = `${row.id_year}/${row.id_number}`
  const outcome = OUTCOMES[row.outcome!]
  const found = Object.entries(SEVERITIES).map(([key, label]) => `${label}: ${row.nc_count?.[key as keyof typeof SEVERITIES] ?? 0}`)
  const text = [
    `Verifica ${number} – ${row.model_name}`,
    `Punto vendita: ${row.station.code} ${row.station.name}, ${row.station.city} (${row.station.province})`,
    `Ispettore: ${row.inspector.name}`,
    `Esito: ${outcome}${row.score === null ? '' : `, punteggio ${row.score.toFixed(1).replace('.', ',')}`}`,
    `Non conformità – ${found.join(', ')}`,
    '',
    `${origin}/verifiche/${row.id_year}-${row.id_number}`,
  ].join('\n')
  const to = await stationMailRecipients(db, row.station.id)
  for (const one of to)
    await send({ kind: 'mail', to: one, subject: `[Verifica ${number}] ${outcome} – ${row.station.code} ${row.station.name}`, text })
}
