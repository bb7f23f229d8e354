import { sql } from 'drizzle-orm'
import { makeStation } from '../../../api/support/fixtures.ts'
import { BAD, completed, makeModel } from '../../../api/support/inspection-fixtures.ts'
import { post, type Subjects } from '../subject.ts'

/** Stations and what happens at them. */
export const network = {
  stations: {
    async make(world) {
      const { id } = await post(world, '/stations', {
        ...{
          code: 'ZZ8',
          name: 'Ponte Taro',
          address: 'Via Emilia 12',
          cap: '43036',
          city: 'Fidenza',
          province: 'PR',
          latitude: 44.866123,
        },
        ...{
          longitude: 10.061456,
          email: 'zz8@example.it',
          brand: 'Q8',
          kind: 'urbano',
          self: true,
          serve: false,
          serveGPL: true,
          selfGPL: false,
        },
        ...{
          suitableForTruck: true,
          is_warehouse: false,
          owned: false,
          hasRent: true,
          landlord: 'Locatore S.p.A.',
          rent_amount: 24_500.75,
        },
        ...{
          rent_expiration: '2029-01-02',
          margin: 0.035,
          mise_id: 55_123,
          icad_code: 'ICAD-8',
          register: 'REG-9',
          register_telematic: true,
        },
        ...{ localUnit: 'PR-10', license: 'PRY00123A', videoSurveillance: true, videoSurveillanceNote: 'Quattro telecamere' },
        ...{
          maintenanceCompany: 'Pompe e Tubi S.r.l.',
          maintenance_email: 'pompe@example.it',
          opened_at: '2001-03-04',
          note: 'Nota del punto vendita',
        },
      })
      await world.db.execute(
        sql`update stations set created_at = '2026-07-14T22:30:00Z', updated_at = '2026-08-15T22:31:00Z' where id = ${id}`,
      )
      return { id, list: '/stazioni?search=Ponte%20Taro', page: `/stazioni/${id}`, form: [`/stazioni/${id}?modulo=${id}`, ''] }
    },
  },
  competitors: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte', latitude: 44.86, longitude: 10.06 })
      const { id } = await post(world, '/station/competitors', {
        ...{
          name: 'Concorrente Est',
          brand: 'Tamoil',
          address: 'Via Po 3',
          cap: '43100',
          city: 'Parma',
          province: 'PR',
          latitude: 44.801234,
        },
        ...{ longitude: 10.327654, mise_id: 77_321, station_id: station.id, note: 'Nota del concorrente', active: true },
      })
      const list = '/competitors?search=Concorrente%20Est'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica concorrente'] }
    },
  },
  expirations: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const body = {
        type: 'metrica',
        message: 'Verifica della pistola 4',
        date: '2031-03-04',
        periodicity: 'semiannual',
        station_id: station.id,
      }
      const { id } = await post(world, '/expirations', body)
      const page = `/scadenze/${id}`
      return { id, list: `/scadenze?station_id=${station.id}`, page, form: [`${page}?modulo=${id}`, 'Modifica scadenza'] }
    },
  },
  inspections: {
    async make(world) {
      const ivan = await world.as('ispettore')
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const { id, id_year, id_number } = await completed(ivan, await makeModel(ivan, 'VALORI'), station.id, BAD)
      await world.db.execute(
        sql`update inspections set started_at = '2026-07-14T22:05:00Z', completed_at = '2026-07-14T22:50:00Z', duration_s = 2700, present = 'Ugo Neri', notes = 'Nota della verifica',
          gps_start = '{"lat": 44.866123, "lon": 10.061456, "acc": 12}', gps_end = '{"lat": 44.855321, "lon": 10.052987, "acc": 7}', scheduled_at = '2026-07-13' where id = ${id}`,
      )
      return { id, list: `/verifiche?station_id=${station.id}`, page: `/verifiche/${id}`, number: `${id_year}/${id_number}` }
    },
  },
  'inspection-models': {
    async make(world) {
      const id = await makeModel(await world.as('ispettore'), 'VALORI')
      await world.db.execute(sql`update inspection_models set updated_at = '2026-07-14T22:30:00Z' where id = ${id}`)
      return { id, list: '/verifiche/modello?search=VALORI' }
    },
  },
  tickets: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const category = await post(world, '/support/t/category', { name: 'Verde pubblico', default_priority: 2 })
      const made = await post(world, '/support/ticket', {
        ...{ category_id: category.id, station_id: station.id, subject: 'Siepe da potare', description: 'Copre il cartello.', priority: 3 },
        ...{ contact: 'Ugo, 333 111', company: 'Verde S.n.c.', company_email: 'verde@example.it' },
      })
      const boss = await world.as('sup.ticket')
      await boss.post(`/support/ticket/${made.id_year}/${made.id_number}/assign`, { user_id: boss.user_id })
      await world.db.execute(
        // The due time is counted in working hours: how far away it is differs from day to day.
        sql`update tickets set created_at = '2026-07-13T22:30:00Z', updated_at = '2026-07-14T22:31:00Z', due_at = now() + interval '5 days 3 hours'
          where id = ${made.id}`,
      )
      return {
        id: made.id,
        list: '/tickets?search=Siepe',
        page: `/tickets/${made.id_year}/${made.id_number}`,
        number: `${made.id_year}/${made.id_number}`,
      }
    },
  },
  'ecommerce-products': {
    async make(world) {
      const category = await post(world, '/ecommerce/category', { name: 'Giardino', active: true })
      const fields = {
        ...{
          code: 'RAS-01',
          name: 'Rastrello',
          description: 'Testo dell’articolo',
          category_id: String(category.id),
          unit: 'conf',
          price: '12.35',
        },
        ...{
          vat: '10',
          min_qty: '2',
          step_qty: '4',
          max_qty: '40',
          stock: '33',
          reorder_point: '5',
          supplier: 'Ferri S.r.l.',
          active: 'true',
        },
        ...{ all_stations: 'true', tags: '[]', stations: '[]' },
      }
      const answer = await (await world.as('admin')).upload('/ecommerce/product', [], fields)
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      const { id } = answer.body.data
      const page = `/intracommerce/articoli/${id}`
      return { id, list: '/intracommerce/articoli?search=Rastrello', page, form: [`${page}?modulo=${id}`, 'Modifica articolo'] }
    },
  },
  'ecommerce-orders': {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const uuid = '9f1c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f'
      const body = {
        uuid,
        station_id: station.id,
        rows: [{ product_id: 1, quantity: 4 }],
        note: 'Nota dell’ordine',
        wanted_at: '2031-01-20',
      }
      const { id, number } = await post(world, '/ecommerce/order', body)
      await world.db.execute(sql`update ecommerce_orders set created_at = '2026-07-14T22:30:00Z' where id = ${id}`)
      return { id, list: `/intracommerce/ordini?station_id=${station.id}`, page: `/intracommerce/ordine/${id}`, number }
    },
  },
  'communications-messages': {
    async make(world) {
      const rete = await world.as('rete')
      const ivan = await world.as('ispettore')
      const { id } = await post(world, '/communications/messages', {
        ...{ subject: 'Chiusura di Ferragosto', body: '<p>Si chiude alle 13.</p>', users: [rete.user_id, ivan.user_id], priority: 'alta' },
      })
      await world.db.execute(sql`update communications set sent_at = '2026-07-14T22:30:00Z' where id = ${id}`)
      await world.db.execute(
        sql`update communication_recipients set read_at = '2026-07-15T22:30:00Z' where communication_id = ${id} and user_id = ${rete.user_id}`,
      )
      return { id, list: '/comunicazioni?search=Ferragosto' }
    },
  },
} satisfies Subjects
