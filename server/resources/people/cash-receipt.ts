import { eq } from 'drizzle-orm'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { type cashFunds, cashKinds } from '../../../src/contract/people/cash-funds.ts'
import { italianDay } from '../../../src/rules/shared/italian.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Bytes, Context } from '../../lib/core/context.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { cashBalance } from './cash.ts'

const euro = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' })
const amountOf = (value: number) => `${euro.format(value)} €`

/** The receipt of a movement, to be signed by who gives and who takes. */
export async function cashReceipt(movement: Output<typeof cashFunds.get>, { db }: Context): Promise<Bytes> {
  const { id, management_id, kind, cashFundAmount, cashFundDate, note } = movement
  const [row] = await db
    .select({ management: managements, manager: managers, station: stations })
    .from(managements)
    .innerJoin(managers, eq(managers.id, managements.manager_id))
    .innerJoin(stations, eq(stations.id, managements.station_id))
    .where(eq(managements.id, management_id))
  const { management, manager, station } = row!
  const { company } = await readCompany(db)
  const name = `${manager.name} ${manager.lastname}`
  const returned = kind === 'restituzione'
  const [giver, taker] = returned ? [name, company.name] : [company.name, name]
  const data = {
    title: 'Ricevuta del fondo cassa',
    subtitle: `Ricevuta n. ${id} del ${italianDay(cashFundDate)}`,
    company: company.name,
    reference: `Ricevuta n. ${id}`,
    station: [
      { label: 'Codice', value: station.code },
      { label: 'Nome', value: station.name },
      { label: 'Indirizzo', value: `${station.address}, ${station.cap} ${station.city} (${station.province})` },
    ],
    manager: [
      { label: 'Nome', value: name },
      { label: 'Ragione sociale', value: management.businessName },
      { label: 'Partita IVA', value: management.piva },
    ],
    text: `${giver} consegna a ${taker}, che dichiara di ricevere, la somma di ${amountOf(cashFundAmount)} a titolo di ${
      returned ? 'restituzione' : kind === 'integrazione' ? 'integrazione' : 'consegna'
    } del fondo cassa della gestione del punto vendita ${station.code} ${station.name}.`,
    movement: [
      { label: 'Movimento', value: cashKinds[kind as keyof typeof cashKinds] },
      { label: 'Data', value: italianDay(cashFundDate) },
      { label: 'Importo', value: amountOf(cashFundAmount) },
      { label: 'Fondo attuale', value: amountOf(await cashBalance(db, management_id)) },
      ...(note ? [{ label: 'Note', value: note }] : []),
    ],
    signatures: [`Firma di chi consegna (${giver})`, `Firma di chi riceve (${taker})`],
  }
  return {
    ...{ bytes: await renderPdf('cash-receipt', data), mime: 'application/pdf' },
    name: `ricevuta_fondo_cassa_${station.code}_${cashFundDate.replaceAll('-', '')}.pdf`,
  }
}
