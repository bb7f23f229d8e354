import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeStation } from '../api/support/fixtures.ts'
import { gplRequest } from '../api/support/gpl-fixtures.ts'
import { makeCash, makeManagement } from '../api/support/management-fixtures.ts'
import { type Caller, inWorld, type World } from '../api/support/world.ts'
import { hasPdfToText, rowsOf } from './pdf-text.ts'

interface Scene extends World {
  admin: Caller
  station: number
}
type Lines = readonly (readonly string[])[]
/** By paper: makes a record with every field different, and gives the address of its PDF. */
const papers: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  'the receipt of a cash fund': async ({ admin, station }) => {
    const { management } = await makeManagement(admin, station)
    const movement = { cashFundAmount: 1_234.5, note: 'In contanti', cashFundDate: '2026-01-03' }
    await makeCash(admin, management.id, { cashFundAmount: 10, cashFundDate: '2026-01-02' })
    return `/cash/${(await makeCash(admin, management.id, movement)).id}/receipt`
  },
  'the form of a GPL request': async ({ admin, station }) => `/gpl-cards-requests/${await gpl(admin, station)}/pdf`,
  'the register of a GPL course': async ({ admin, station }) => {
    const course = await made(admin, '/gpl-course-calendar', {
      ...{
        title: 'Corso di prova',
        date: '2031-02-20',
        start: '09:15',
        end: '11:45',
        station_id: station,
        teacher: 'Elio Sarti',
        seats: 9,
      },
    })
    await gpl(admin, station, { course_id: course })
    return `/gpl-course-calendar/${course}/register`
  },
  'an order of the shop': async ({ admin, station, db }) => {
    const rows = [
      { product_id: 1, quantity: 4 },
      { product_id: 2, quantity: 10 },
    ]
    const body = { uuid: randomUUID(), station_id: station, rows, note: 'Nota dell’ordine', wanted_at: '2031-01-20' }
    const id = await made(admin, '/ecommerce/order', body)
    await db.execute(
      sql`update ecommerce_orders set created_at = '2026-07-14T22:30:00Z', carrier = 'Corriere', tracking = 'TRK-7' where id = ${id}`,
    )
    await db.execute(
      sql`update ecommerce_order_rows set shipped = 2, name = 'Primo articolo', code = 'ART-1', unit = 'kg', price = 8.9, vat = '22' where order_id = ${id} and product_id = 1`,
    )
    await db.execute(
      sql`update ecommerce_order_rows set quantity = 3, name = 'Secondo articolo', code = 'ART-2', unit = 'pz', price = 5.25, vat = '10' where order_id = ${id} and product_id = 2`,
    )
    return `/ecommerce/order/pdf/${id}`
  },
  'the letter of a card': async (scene) => {
    const { owner, card } = await cardOf(scene)
    return `/customers/export/mail/${owner}/${card}`
  },
  'the receipt of cards': async (scene) => `/customers/export/receipt/${(await cardOf(scene)).owner}`,
}
async function made(admin: Caller, path: string, body: object): Promise<number> {
  const answer = await admin.post(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data.id
}
const gpl = (admin: Caller, station_id: number, more: object = {}) =>
  made(admin, '/gpl-cards-requests', {
    ...gplRequest,
    ...{ kind: 'rinnovo', applicant: 'azienda', bornIn: 'Milano', bornDate: '1985-12-10', businessName: 'Rossi Gas S.n.c.' },
    ...{ piva: '00743110157', sdi: 'ABC1234', pec: 'rossi@pec.example.it', registration_at: '2020-05-06', tank_serial: 'SERB-55' },
    ...{ tank_expiration: '2031-07-08', install_type: 'after_market', station_id, ...more },
  })
async function cardOf({ admin, db }: Scene) {
  const owner = await made(admin, '/customers', {
    ...{ kind: 'privato', name: 'Ugo', lastname: 'Neri', fiscalCode: 'RSSMRA85T10A562S', address: 'Via Po 3', cap: '43100', city: 'Parma' },
    ...{ province: 'PR', code: 8_123 },
  })
  const card = await made(admin, '/cards', {
    ...{ type: 'credit', customer_id: owner, plate: 'GA123BC', holder: 'Furgone rosso', limit_day: 150.5, limit_month: 2_300.75 },
    ...{ valid_from: '2026-02-03', expires_at: '2031-04-30', number: '1234567890123' },
  })
  await db.execute(sql`update cards set status = 'active' where id = ${card}`)
  return { owner, card }
}

/** The lines that name something, as they stand on the page. */
const due: Readonly<Record<string, Lines>> = {
  'the receipt of a cash fund': [
    ['Punto vendita', 'Gestore'],
    ['Codice', 'ZZ1', 'Nome', 'Mario Rossi'],
    ['Nome', 'Ponte', 'Ragione sociale', 'Rossi Carburanti S.r.l.'],
    ['Indirizzo', 'Via Cantù 7, 43036 Fidenza (PR)', 'Partita IVA', '00743110157'],
    ['Movimento', 'Consegna'],
    ['Data', '03/01/2026'],
    ['Importo', '1.234,50 €'],
    ['Fondo attuale', '1.244,50 €'],
    ['Note', 'In contanti'],
    ['Firma di chi consegna (Piazzale)', 'Firma di chi riceve (Mario Rossi)'],
  ],
  'the form of a GPL request': [
    ['Ragione sociale', 'Rossi Gas S.n.c.'],
    ['Partita IVA', '00743110157'],
    ['Legale rappresentante', 'Rossi Mario'],
    ['Codice fiscale', 'RSSMRA85T10A562S'],
    ['Nato a, il', 'Milano, 10/12/1985'],
    ['Indirizzo', 'Via Emilia 1, 43036 Fidenza (PR)'],
    ['Telefono', '+393201234567'],
    ['Email', 'mario.rossi@example.it'],
    ['Targa', 'GA123BC'],
    ['Marca/modello', 'Fiat Panda'],
    ['Immatricolazione', '06/05/2020'],
    ['Impianto', 'After market'],
    ['Matricola serbatoio', 'SERB-55'],
    ['Scadenza serbatoio', '08/07/2031'],
    ['Ritiro presso', 'ZZ1 Ponte'],
  ],
  'the register of a GPL course': [
    ['Data', '20/02/2031, 09:15–11:45'],
    ['Luogo', 'ZZ1 Ponte'],
    ['Docente', 'Elio Sarti'],
    ['Iscritti/Posti', '1/9'],
    ['Partecipante', 'Codice fiscale', 'Targa', 'Firma'],
    ['Rossi Mario', 'RSSMRA85T10A562S', 'GA123BC'],
  ],
  'an order of the shop': [
    ['ZZ1 Ponte'],
    ['Stato', 'Nuovo'],
    ['Data', '15/07/2026'],
    ['Richiedente', 'Anna Amministratrice'],
    ['Consegna', '20/01/2031'],
    ['Indirizzo', 'Via Cantù 7, 43036 Fidenza (PR)'],
    ['Spedizione', 'Corriere · TRK-7'],
    ['Note. Nota dell’ordine'],
    ['Codice', 'Articolo', 'Quantità', 'Unità', 'Spediti', 'Prezzo', 'IVA', 'Importo'],
    ['ART-1', 'Primo articolo', '4', 'kg', '2', '8,90 €', '22%', '17,80 €'],
    ['ART-2', 'Secondo articolo', '3', 'pz', '5,25 €', '10%', '15,75 €'],
    ['Aliquota IVA', 'Imponibile', 'Imposta'],
    ['22%', '17,80 €', '3,92 €'],
    ['10%', '15,75 €', '1,58 €'],
    ['Totale', '33,55 €', '5,50 €'],
    ['Totale con IVA', '39,05 €'],
  ],
  'the letter of a card': [
    ['Neri Ugo'],
    ['Via Po 3'],
    ['43100 Parma (PR)'],
    ['Tessera', '•••• 890123'],
    ['Tipo', 'Fine mese'],
    ['Targa', 'GA123BC'],
    ['Intestatario', 'Furgone rosso'],
    ['Valida fino al', '30/04/2031'],
    ['Plafond giornaliero', '150,50 €'],
    ['Plafond mensile', '2.300,75 €'],
    ['Carburanti ammessi', 'Tutti'],
  ],
  'the receipt of cards': [
    ['Cliente 8123 Neri Ugo'],
    ['Numero', 'Tipo', 'Targa', 'Scadenza'],
    ['•••• 890123', 'Fine mese', 'GA123BC', '30/04/2031'],
  ],
}
test.skipIf(!hasPdfToText).each(Object.entries(papers))('%s: what follows each label is of the record', (name, make) =>
  inWorld(async (world) => {
    world.lookAway()
    const admin = await world.as('admin')
    const station = (await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })).id
    const answer = await admin.get(await make({ ...world, admin, station }))
    expect(answer.status).toBe(200)
    const lines = rowsOf(answer.bytes)
    // In their order on the page; what is only prose stands between them.
    const wanted = new Set(due[name]!.map(String))
    expect(
      lines.filter(
        (line) =>
          wanted.has(String(line)) ||
          (line.length > 1 && !/pagina \d|Luogo e data|firma/i.test(String(line)) && !(name.includes('GPL request') && line[0] === 'X')),
      ),
    ).toEqual(due[name])
  }),
)
