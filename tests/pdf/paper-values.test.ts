import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fire_extinguishers } from '../../server/db/schema/equipment/equipment.ts'
import { detailed_openings } from '../../server/db/schema/stations/station-sets.ts'
import { prices } from '../../server/db/schema/stations/stations.ts'
import { couponOrder } from '../api/support/coupon-fixtures.ts'
import { makeStation } from '../api/support/fixtures.ts'
import { bianchi, makeManager, rossi } from '../api/support/management-fixtures.ts'
import { type Caller, inWorld, type World } from '../api/support/world.ts'
import { hasPdfToText, rowsOf } from './pdf-text.ts'

interface Scene extends World {
  admin: Caller
  station: number
}
const now = () => new Date('2026-11-25T09:00:00Z')
async function made(admin: Caller, path: string, body: object): Promise<number> {
  const answer = await admin.post(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data.id
}
/** Ids of the seed. */
const [PETROL, DIESEL, LPG] = [1, 2, 3]
const priced = ({ db, station: station_id }: Scene) =>
  db.insert(prices).values([
    { station_id, fuel_id: PETROL, mode: 'self', price: 1.749, valid_from: '2026-11-01T08:00:00Z' },
    { station_id, fuel_id: PETROL, mode: 'self', price: 1.789, valid_from: '2026-11-23T17:30:00Z' },
    { station_id, fuel_id: PETROL, mode: 'serve', price: 1.959, valid_from: '2026-11-20T08:00:00Z' },
    { station_id, fuel_id: DIESEL, mode: 'self', price: 1.729, valid_from: '2026-11-10T08:00:00Z' },
    { station_id, fuel_id: LPG, mode: 'serve', price: 0.719, valid_from: '2026-11-24T06:05:00Z' },
  ])
/** By paper: makes a record with every field different, and gives the address of its PDF. */
const papers: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  'the hours of stations': async ({ db, station: station_id }) => {
    await db.insert(detailed_openings).values([
      { station_id, mode: 'servito', weekday: 1, open1: '07:10', close1: '12:20', open2: '15:30', close2: '19:40' },
      { station_id, mode: 'servito', weekday: 2, open1: '06:05', close1: '13:15' },
      { station_id, mode: 'servito', weekday: 3, h24: true },
      { station_id, mode: 'servito', weekday: 4, closed: true },
      { station_id, mode: 'self', season: 'estivo', valid_from: '06-01', valid_to: '09-15', weekday: 5, open1: '05:25', close1: '22:35' },
    ])
    return '/stations/detailed-openings/pdf?search=ponte+zz1'
  },
  'the labels of a station': async ({ admin, station }) => {
    await admin.upload(`/stations/qr/${station}`, [], { name: 'Fattura qui', url: 'https://fatture.example/zz1' })
    return `/stations/qr/sheet?of=stations&station_id=${station}`
  },
  'the labels of equipment': async ({ db, station: station_id }) => {
    await db.insert(fire_extinguishers).values({ station_id, number: 'EX-77' })
    return `/stations/qr/sheet?of=equipment&station_id=${station_id}`
  },
  'the sign of prices': async (scene) => {
    await priced(scene)
    return `/prices/stations/pdf/${scene.station}/2026-11-24`
  },
  'the prices of the network': async (scene) => {
    await priced(scene)
    return '/prices/stations/pdf/multi/2026-11-24?search=ponte+zz1'
  },
  'the prices of a station and their changes': async (scene) => {
    await priced(scene)
    return `/prices/stations/pdf/single/${scene.station}/2026-11-24`
  },
  'the proof of a communication': async ({ admin, as, db }) => {
    const [ugo, renata] = [await as('autista'), await as('rete')]
    const body = {
      subject: 'Nuova procedura',
      body: '<p>Da <b>lunedì</b>.</p>',
      users: [ugo.user_id, renata.user_id],
      ack_due: '2031-03-02',
    }
    const id = await made(admin, '/communications-ctrl', body)
    await db.execute(sql`update communications set sent_at = '2026-07-14T22:30:00Z' where id = ${id}`)
    const at = (user: number | undefined, read_at: string, ack_at: string | null) =>
      db.execute(
        sql`update communication_recipients set read_at = ${read_at}, ack_at = ${ack_at} where communication_id = ${id} and user_id = ${user}`,
      )
    await at(ugo.user_id, '2026-07-15T07:31:00Z', '2026-07-16T08:32:00Z')
    await at(renata.user_id, '2026-07-17T09:33:00Z', null)
    return `/communications-ctrl/${id}/evidence`
  },
  'the archive of a customer': async ({ admin, station }) => {
    const id = await made(admin, '/customers', {
      ...{
        kind: 'privato',
        name: 'Ugo',
        lastname: 'Neri',
        fiscalCode: 'RSSMRA85T10A562S',
        address: 'Via Po 3',
        cap: '43100',
        city: 'Parma',
      },
      ...{ province: 'PR', code: 8_123, email: 'ugo@example.it', phone: '3331234567', note: 'Nota riservata', station_id: station },
      ...{ sdi: 'ABC1234', pec: 'ugo@pec.example.it', email_invoices: 'fatture@example.it', mobile: '3337654321', payment: 'sdd' },
      ...{ iban: 'IT60X0542811101000000123456', credit_limit: 7_500.25, privacy_at: '2026-03-01', privacy_origin: 'Modulo firmato' },
      ...{ marketing: true, marketing_at: '2026-03-02', marketing_origin: 'Sito' },
    })
    await made(admin, '/cards', { type: 'points', customer_id: id, number: '1234567890123', plate: 'GA123BC' })
    return `/customers/${id}/archive?format=pdf`
  },
  vouchers: async ({ admin, prints }) => {
    const order = { ...couponOrder, rows: [{ denomination: 10, quantity: 1 }], expires_at: '2031-09-30' }
    const id = await made(admin, '/coupons', order)
    await admin.edit(`/coupons/${id}`, { status: 'paid', paid_at: '2026-10-11' })
    await admin.post(`/coupons/${id}/issue`)
    await prints()
    return `/coupons/download/${id}`
  },
  'the pick list of the shop': async ({ admin, station, db }) => {
    const rows = [
      { product_id: 1, quantity: 4 },
      { product_id: 2, quantity: 10 },
    ]
    const id = await made(admin, '/ecommerce/order', { uuid: randomUUID(), station_id: station, rows })
    await db.execute(sql`update ecommerce_orders set created_at = '2026-07-14T22:30:00Z', status = 'confirmed' where id = ${id}`)
    await db.execute(
      sql`update ecommerce_order_rows set name = 'Primo articolo', code = 'ART-1', unit = 'kg' where order_id = ${id} and product_id = 1`,
    )
    await db.execute(
      sql`update ecommerce_order_rows set quantity = 3, name = 'Secondo articolo', code = 'ART-2', unit = 'pz' where order_id = ${id} and product_id = 2`,
    )
    return `/ecommerce/order/pdf/summary?station_id=${station}&from=2026-07-01&to=2026-07-31`
  },
  'the archive of an employee': async ({ admin, station }) => {
    const manager = await makeManager(admin, rossi)
    const id = await made(admin, '/managers/station-employee', {
      ...{ ...bianchi, bornIn: 'Parma', bornDate: '1980-01-01', residence: 'Via Po 3, Parma', identityCard: 'CA54321BA' },
      ...{ identityCardExpiration: '2032-02-10', expiration: '2031-03-31' },
      ...{ manager_id: manager.id, station_id: station, job: 'cassiere', hired_at: '2020-02-03', gpl_course_at: '2021-03-04' },
      ...{ note: 'Nota del dipendente' },
    })
    return `/managers/station-employee/${id}/archive?format=pdf`
  },
  'the archive of a manager': async ({ admin }) =>
    `/managers/${(await makeManager(admin, { ...rossi, note: 'Nota del gestore' })).id}/archive?format=pdf`,
}

/** The rows of the page, but for those of its margins. */
const due: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'the hours of stations': [
    ['Riepilogo orari'],
    ['Filtri: ricerca «ponte zz1» – 1 punto vendita – 25/11/2026 10:00'],
    ['Un trattino: orario non noto. Una stagione, nei suoi giorni, prende il posto dell’orario di tutto l’anno.'],
    ['Punto vendita', 'Comune', 'Orario', 'Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica', 'Festivi'],
    ['ZZ1 Ponte', 'Fidenza (PR)', 'Self', '–', '–', '–', '–', '05:25–22:35', '–', '–', '–'],
    ['Estivo 01/06–15/09'],
    ['Servito', '07:10–12:20', '06:05–13:15', '24 ore', 'Chiuso', '–', '–', '–', '–'],
    ['15:30–19:40'],
  ],
  'the labels of a station': [['Fattura qui'], ['ZZ1 Ponte'], ['Via Cantù 7, Fidenza (PR)']],
  'the sign of prices': [
    ['Ponte'],
    ['Via Cantù 7, Fidenza (PR)'],
    ['Prezzi validi dal 24/11/2026 07:05'],
    ['Prezzi in vigore alla fine del 24/11/2026'],
    ['Carburante', 'Self', 'Servito'],
    ['Gasolio'],
    ['€/l', '1,729', '–'],
    ['Benzina'],
    ['€/l', '1,789 1,959'],
    ['GPL'],
    ['€/l', '0,719', '–'],
  ],
  'the prices of the network': [
    ['Riepilogo prezzi rete'],
    ['Prezzi in vigore alla fine del 24/11/2026 – Filtri: ricerca «ponte zz1» – 1 punto vendita'],
    ['Prezzi in €/l; in corsivo i prezzi fermi da più di 8 giorni; dove non c’è nulla, nessun prezzo in vigore.'],
    ['Gasolio', 'Benzina', 'GPL'],
    ['Punto vendita', 'Comune', 'Self', 'Self', 'Servito', 'Servito'],
    ['Parma (PR) 1 punto vendita', '1,729', '1,789', '1,959', '0,719'],
    ['ZZ1 Ponte', 'Fidenza', '1,729', '1,789', '1,959', '0,719'],
    ['Minimo', '1,729', '1,789', '1,959', '0,719'],
    ['Medio', '1,729', '1,789', '1,959', '0,719'],
    ['Massimo', '1,729', '1,789', '1,959', '0,719'],
  ],
  'the prices of a station and their changes': [
    ['Listino e storico'],
    ['ZZ1 Ponte'],
    ['Via Cantù 7, Fidenza (PR)'],
    ['Listino'],
    ['Prezzi in vigore alla fine del 24/11/2026.'],
    ['Carburante', 'Unità', 'Self', 'Servito'],
    ['Gasolio', '€/l', '1,729', '–'],
    ['dal 10/11/2026 09:00'],
    ['Benzina', '€/l', '1,789', '1,959'],
    ['dal 23/11/2026 18:30', 'dal 20/11/2026 09:00'],
    ['GPL', '€/l', '–', '0,719'],
    ['dal 24/11/2026 07:05'],
    ['In corsivo i prezzi fermi da più di 8 giorni.'],
    ['Andamento degli ultimi 60 giorni'],
    ['Dal 26/09/2026 al 24/11/2026.'],
    ['2,000'],
    ['1,800'],
    ['1,600'],
    ['1,400'],
    ['1,200'],
    ['1,000'],
    ['0,800'],
    ['0,600'],
    ['26/09', '06/10', '16/10', '25/10', '04/11', '14/11', '24/11'],
    ['Gasolio self', 'Benzina self', 'Benzina servito', 'GPL servito'],
    ['Variazioni'],
    ['Data', 'Carburante', 'Modalità', 'Prima', 'Dopo', 'Differenza', 'Operatore'],
    ['24/11/2026 07:05', 'GPL', 'Servito', '–', '0,719', '–', '–'],
    ['23/11/2026 18:30', 'Benzina', 'Self', '1,749', '1,789', '+0,040', '–'],
    ['20/11/2026 09:00', 'Benzina', 'Servito', '–', '1,959', '–', '–'],
    ['10/11/2026 09:00', 'Gasolio', 'Self', '–', '1,729', '–', '–'],
    ['01/11/2026 09:00', 'Benzina', 'Self', '–', '1,749', '–', '–'],
  ],
  'the proof of a communication': [
    ['Prova di consegna – Comunicazione di controllo n. {id}'],
    ['Mittente: Anna Amministratrice · da confermare entro il 02/03/2031'],
    ['Versione 1 · inviata il 25/11/2026 10:00'],
    ['Nuova procedura'],
    ['Da lunedì.'],
    ['Destinatari: 2 · letti: 2 · confermati: 1'],
    ['Nome', 'Email', 'Letta il', 'Presa visione il'],
    ['Renata Rete', 'rete@demo.example.it', '17/07/2026 11:33', 'non confermata'],
    ['Ugo Autista', 'autista@demo.example.it', '15/07/2026 09:31', '16/07/2026 10:32'],
  ],
  'the archive of a customer': [
    ['Dati di 8123 Neri Ugo'],
    ['Estratto del 25/11/2026 10:00, ai sensi degli articoli 15 e 20 del regolamento (UE) 2016/679.'],
    ['Anagrafica'],
    ['Campo', 'Valore'],
    ['Tipo', 'Privato'],
    ['Codice cliente', '8123'],
    ['Ragione sociale', '(vuoto)'],
    ['Nome', 'Ugo'],
    ['Cognome', 'Neri'],
    ['Codice fiscale', 'RSSMRA85T10A562S'],
    ['Partita IVA', '(vuoto)'],
    ['Codice SDI', 'ABC1234'],
    ['PEC', 'ugo@pec.example.it'],
    ['Email', 'ugo@example.it'],
    ['Email per comunicazioni', 'fatture@example.it'],
    ['Telefono', '+393331234567'],
    ['Cellulare', '+393337654321'],
    ['Indirizzo', 'Via Po 3'],
    ['CAP', '43100'],
    ['Città', 'Parma'],
    ['Provincia', 'PR'],
    ['Pagamento', 'SDD'],
    ['IBAN', 'IT60X0542811101000000123456'],
    ['Fido (€)', '7.500,25'],
    ['Punto vendita di riferimento', 'ZZ1 Ponte'],
    ['Consenso privacy il', '01/03/2026'],
    ['Origine del consenso privacy', 'Modulo firmato'],
    ['Consenso marketing', 'sì'],
    ['Consenso marketing il', '02/03/2026'],
    ['Origine del consenso marketing', 'Sito'],
    ['Note', 'Nota riservata'],
    ['Tessere'],
    ['Numero', 'Tipo', 'Stato', 'Targa', 'Intestatario', 'Scadenza'],
    ['1234567890123 Raccolta punti', 'Da attivare', 'GA123BC', '–', '30/11/2029'],
    ['Operazioni'],
    ['Data e ora', 'Operazione'],
    ['25/11/2026 10:00', 'Creazione'],
    ['25/11/2026 10:00', 'Creazione'],
  ],
  vouchers: [
    ['Buono carburante'],
    ['Valore € 10,00'],
    ['{serial}'],
    ['Scade il 30/09/2031 – ordine B2026/00003'],
    ['Trasporti Prova S.r.l.'],
    [
      'Buono multiuso per carburanti. Si utilizza una volta sola e per l’intero valore: non dà diritto a resto, non si converte in denaro e non si',
    ],
    ['sostituisce se smarrito. Consegnare il buono al gestore prima del rifornimento. Valido in tutti i punti vendita della rete.'],
  ],
  'the pick list of the shop': [
    ['Riepilogo ordini'],
    ['Dal 01/07/2026 fino al 31/07/2026 · Stati: Confermato, In preparazione'],
    ['Codice', 'Articolo e punto vendita', 'Ordine', 'Quantità', 'Prelevato'],
    ['ART-1', 'Primo articolo', '4 kg'],
    ['ZZ1 Ponte', 'O2026/00003', '4'],
    ['ART-2', 'Secondo articolo', '3 pz'],
    ['ZZ1 Ponte', 'O2026/00003', '3'],
  ],
  'the archive of an employee': [
    ['Dati di Bianchi Anna'],
    ['Estratto del 25/11/2026 10:00, ai sensi degli articoli 15 e 20 del regolamento (UE) 2016/679.'],
    ['Anagrafica'],
    ['Campo', 'Valore'],
    ['Nome', 'Anna'],
    ['Cognome', 'Bianchi'],
    ['Data di nascita', '01/01/1980'],
    ['Codice fiscale', 'BNCNNA80A41F205U'],
    ['Scadenza tessera sanitaria', '31/03/2031'],
    ["Scadenza carta d'identità", '10/02/2032'],
    ['Luogo di nascita', 'Parma'],
    ['Residenza', 'Via Po 3, Parma'],
    ["N. carta d'identità", 'CA54321BA'],
    ['Note', 'Nota del dipendente'],
    ['Telefono', '+393337654321'],
    ['Email', 'anna.bianchi@example.it'],
    ['Gestore', 'Rossi Mario'],
    ['Punto vendita', 'ZZ1 Ponte'],
    ['Mansione', 'Cassiere'],
    ['Assunto il', '03/02/2020'],
    ['Cessato il', '–'],
    ['Addestramento GPL', '04/03/2021'],
    ['Documenti'],
    ['Nessuno.'],
    ['Account'],
    ['Nessuno.'],
  ],
  'the archive of a manager': [
    ['Dati di Rossi Mario'],
    ['Estratto del 25/11/2026 10:00, ai sensi degli articoli 15 e 20 del regolamento (UE) 2016/679.'],
    ['Anagrafica'],
    ['Campo', 'Valore'],
    ['Nome', 'Mario'],
    ['Cognome', 'Rossi'],
    ['Data di nascita', '10/12/1985'],
    ['Codice fiscale', 'RSSMRA85T10A562S'],
    ['Scadenza tessera sanitaria', '31/01/2030'],
    ["Scadenza carta d'identità", '10/12/2031'],
    ['Luogo di nascita', 'Milano'],
    ['Residenza', 'Via Roma 1, 43036 Fidenza (PR)'],
    ["N. carta d'identità", 'CA12345AB'],
    ['Note', 'Nota del gestore'],
    ['Telefono', '+393331234567'],
    ['Email', 'mario.rossi@example.it'],
    ['Gestioni'],
    ['Nessuno.'],
    ['Documenti'],
    ['Nessuno.'],
    ['Account'],
    ['Nessuno.'],
  ],
  'the labels of equipment': [
    ['ZZ1 Ponte', 'EX-77 Estintore'],
    ['PV-{station}', 'ES-{id}'],
    ['Fidenza (PR)', 'ZZ1 Ponte, Fidenza (PR)'],
  ],
}
/** The code of a voucher is made by chance. */
const SERIAL = /^[\dA-Z]{4} [\dA-Z]{4} [\dA-Z]{4}$/
const MARGIN = /^Piazzale|^Generato il|pagina \d+ di \d+$/
test.skipIf(!hasPdfToText).each(Object.entries(papers))(
  '%s: what stands under each heading and beside each label is of the record',
  (name, make) =>
    inWorld(async (world) => {
      world.lookAway()
      const admin = await world.as('admin')
      const station = (await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })).id
      const answer = await admin.get(await make({ ...world, admin, station }))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const rows = rowsOf(answer.bytes)
        .filter((row) => !row.some((text) => MARGIN.test(text)))
        .map((row) =>
          row.map((text) =>
            text
              .replace(SERIAL, '{serial}')
              .replace(/ n\. \d+$/, ' n. {id}')
              .replace(`PV-${station}`, 'PV-{station}')
              .replace(/^ES-\d+$/, 'ES-{id}'),
          ),
        )
      expect(rows).toEqual(due[name])
    }, now),
)
