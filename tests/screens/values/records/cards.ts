import { sql } from 'drizzle-orm'
import { makeStation } from '../../../api/support/fixtures.ts'
import { gplRequest } from '../../../api/support/gpl-fixtures.ts'
import type { World } from '../../../api/support/world.ts'
import { post, rowsOf, type Subjects } from '../subject.ts'

const customer = {
  ...{
    kind: 'azienda',
    code: 8_123,
    businessName: 'Trasporti Ferri S.r.l.',
    fiscalCode: '00743110157',
    piva: '12345678903',
    sdi: 'ABC1234',
  },
  ...{ pec: 'ferri@pec.example.it', email: 'ferri@example.it', email_invoices: 'fatture@example.it', phone: '+390524111333' },
  ...{ mobile: '+393331234567', address: 'Via Emilia 8', cap: '43036', city: 'Fidenza', province: 'PR', payment: 'sdd' },
  ...{ iban: 'IT60X0542811101000000123456', credit_limit: 7_500.25, privacy_at: '2026-03-01', privacy_origin: 'Modulo firmato' },
  ...{ marketing: true, marketing_at: '2026-03-02', marketing_origin: 'Sito', note: 'Nota del cliente' },
}
const moments = sql`last_access_at = '2026-07-14T22:30:00Z', synced_at = '2026-08-15T22:31:00Z', credentials_sent_at = '2026-06-13T22:32:00Z'`

const voucherOrder = {
  ...{ businessName: 'Bassi Autolinee', fiscalCode: 'RSSMRA85T10A562S', piva: '00743110157', sdi: 'XYZ9876', pec: 'bassi@pec.example.it' },
  ...{ address: 'Via Po 4', cap: '10121', city: 'Torino', emails: 'ordini@example.it', contact: 'Ivo Bassi', phone: '+390119998877' },
  ...{ kind: 'multiuso', expires_at: '2031-09-30', payment: 'bonifico', payment_ref: 'CRO 4455', note: 'Nota dell’ordine' },
}
async function issued(world: World, body: object) {
  const made = await post(world, '/coupons', { ...voucherOrder, ...body }, 'contabilita')
  const conti = await world.as('contabilita')
  await conti.put(`/coupons/${made.id}`, { rev: made.rev, status: 'paid', paid_at: '2026-10-11' })
  await conti.post(`/coupons/${made.id}/issue`)
  return made as { id: number; number: string }
}

/** Customers, their cards, vouchers and GPL requests. */
export const cards = {
  customers: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const { id } = await post(world, '/customers', { ...customer, station_id: station.id })
      await post(world, '/cards', { type: 'prepaid', customer_id: id })
      await world.db.execute(sql`update customers set username = 'ferri.portale', portal_enabled = false, ${moments} where id = ${id}`)
      const page = `/carte/clienti/${id}`
      return {
        id,
        list: '/carte/clienti?search=Trasporti%20Ferri',
        page: { dati: page, portale: `${page}?scheda=portale`, personali: `${page}?scheda=personali` },
        form: [`${page}?modulo=${id}`, 'Modifica cliente'],
      }
    },
  },
  cards: {
    async make(world) {
      const owner = await post(world, '/customers', { ...customer, code: 8_124 })
      const [fuel] = await rowsOf<{ id: number }>(world.db.execute(sql`select id from fuels where name = 'Benzina'`))
      const { id } = await post(world, '/cards', {
        ...{
          type: 'credit',
          number: '9876543210987',
          customer_id: owner.id,
          plate: 'GA123BC',
          foreign_plate: false,
          holder: 'Furgone rosso',
          fuel_ids: [fuel!.id],
        },
        ...{ limit_day: 150.5, limit_month: 2_300.75, km_required: true, valid_from: '2026-02-03', expires_at: '2031-04-30' },
        note: 'Nota della tessera',
      })
      await world.db.execute(
        sql`update cards set delivered_at = '2026-07-14T22:30:00Z', synced_at = '2026-08-15T22:31:00Z', points_balance = 321, credit_balance = 98.76 where id = ${id}`,
      )
      const page = `/carte/${id}`
      return {
        id,
        list: `/carte?customer_id=${owner.id}`,
        page: { dati: page, limiti: `${page}?scheda=limiti` },
        form: [`${page}?modulo=${id}`, 'Modifica tessera'],
      }
    },
  },
  coupons: {
    who: 'contabilita',
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const rows = [
        { denomination: 10, quantity: 3 },
        { denomination: 50, quantity: 2 },
      ]
      const made = await issued(world, { rows, station_ids: [station.id] })
      const { id } = made
      await world.db.execute(
        sql`update coupon_orders set created_at = '2026-07-14T22:30:00Z', sent_at = '2026-08-15T22:31:00Z' where id = ${id}`,
      )
      const page = `/coupons/${id}`
      return { id, list: '/coupons?search=Bassi', page, number: made.number }
    },
  },
  vouchers: {
    who: 'contabilita',
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const order = await issued(world, { rows: [{ denomination: 50, quantity: 1 }] })
      const [voucher] = await rowsOf<{ id: number; serial: string }>(
        world.db.execute(
          sql`update coupons set status = 'used', used_at = '2026-07-14T22:30:00Z', station_id = ${station.id}, voided_at = '2026-08-15T22:31:00Z'
            where order_id = ${order.id} returning id, serial`,
        ),
      )
      return { id: voucher!.id, list: `/coupons/${order.id}?scheda=buoni`, number: `•••• ${voucher!.serial.slice(-4)}` }
    },
  },
  'customer-logs': {
    async make(world) {
      const owner = await post(world, '/customers', { ...customer, code: 8_125 })
      const card = await post(world, '/cards', { type: 'prepaid', customer_id: owner.id, number: '1234567890123' })
      const { user_id } = await world.as('contabilita')
      const [log] = await rowsOf<{ id: number }>(
        world.db.execute(
          sql`insert into customer_logs (customer_id, card_id, action, detail, user_id, created_at)
            values (${owner.id}, ${card.id}, 'modifica', '{"before": {"holder": "Prima"}, "after": {"holder": "Dopo"}}', ${user_id}, '2026-07-14T22:30:00Z') returning id`,
        ),
      )
      return { id: log!.id, list: `/carte/logs?customer_id=${owner.id}&action=modifica` }
    },
  },
  'gpl-card-requests': {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const course = await post(world, '/gpl-course-calendar', {
        ...{
          title: 'Corso di prova',
          date: '2031-02-20',
          start: '09:15',
          end: '11:45',
          station_id: station.id,
          teacher: 'Elio Sarti',
          seats: 9,
        },
      })
      const { id, number } = await post(world, '/gpl-cards-requests', {
        ...gplRequest,
        ...{ kind: 'rinnovo', applicant: 'azienda', bornIn: 'Milano', bornDate: '1985-12-10', businessName: 'Rossi Gas S.n.c.' },
        ...{ piva: '00743110157', sdi: 'ABC1234', pec: 'rossi@pec.example.it', registration_at: '2020-05-06', tank_serial: 'SERB-55' },
        ...{
          tank_expiration: '2031-07-08',
          install_type: 'after_market',
          station_id: station.id,
          course_id: course.id,
          note: 'Nota della richiesta',
        },
      })
      await world.db.execute(
        sql`update gpl_card_requests set created_at = '2026-07-14T22:30:00Z', trainer = 'Elio Sarti', vehicle_checked = true where id = ${id}`,
      )
      const page = `/richieste-carte-gpl/${id}`
      return { id, list: '/richieste-carte-gpl?search=GA123BC', page, number, form: [`${page}?modulo=${id}`, 'Modifica richiesta'] }
    },
  },
  'gpl-courses': {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const { id } = await post(world, '/gpl-course-calendar', {
        ...{ title: 'Corso di prova', kind: 'addetto', date: '2031-02-20', start: '09:15', end: '11:45', station_id: station.id },
        ...{ teacher: 'Elio Sarti', seats: 9, note: 'Nota del corso' },
      })
      const list = `/calendario-corsi-gpl?scheda=elenco&station_id=${station.id}`
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica corso'] }
    },
  },
} satisfies Subjects
