import { sql } from 'drizzle-orm'
import { makeStation } from '../../../api/support/fixtures.ts'
import { post, type Subjects } from '../subject.ts'

const manager = {
  ...{
    name: 'Mario',
    lastname: 'Rossi',
    bornIn: 'Milano',
    bornDate: '1985-12-10',
    phone: '+393331234567',
    email: 'mario.rossi@example.it',
  },
  ...{ residence: 'Via Roma 1, 43036 Fidenza (PR)', fiscalCode: 'RSSMRA85T10A562S', expiration: '2030-01-31', identityCard: 'CA12345AB' },
  ...{ identityCardExpiration: '2031-12-10', note: 'Nota del gestore' },
}

/** Users, managers, their contracts and their people. */
export const people = {
  users: {
    async make(world) {
      const { id } = await post(world, '/users', {
        ...{ name: 'Zeno Zanetti', email: 'zeno@example.it', roles: ['accounting'], permissions: ['show_payroll', 'order_coupon'] },
        ...{ fiscalCode: 'RSSMRA85T10A562S', phone: '+393331234567', all_stations: true, enabled: 1 },
      })
      await world.db.execute(sql`update users set last_login_at = '2026-07-14T22:30:00Z' where id = ${id}`)
      return { id, list: '/utenti?search=Zeno', page: `/utenti/${id}`, form: [`/utenti/${id}?modulo=${id}`, 'Modifica utente'] }
    },
  },
  managers: {
    async make(world) {
      const { id } = await post(world, '/managers', manager)
      const page = `/stazioni/manager/${id}`
      return { id, list: '/stazioni/manager?search=RSSMRA85T10A562S', page, form: [`${page}?modulo=${id}`, 'Modifica gestore'] }
    },
  },
  station_employees: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const boss = await post(world, '/managers', manager)
      const { id } = await post(world, '/managers/station-employee', {
        ...{ name: 'Anna', lastname: 'Bianchi', bornIn: 'Roma', bornDate: '1980-01-01', phone: '+393337654321', email: 'anna@example.it' },
        ...{ residence: 'Via Po 2, Parma', fiscalCode: 'BNCNNA80A41F205U', expiration: '2030-02-20', identityCard: 'CA54321BA' },
        ...{
          identityCardExpiration: '2031-11-09',
          note: 'Nota della dipendente',
          manager_id: boss.id,
          station_id: station.id,
          job: 'cassiere',
        },
        ...{ hired_at: '2019-03-04', gpl_course_at: '2022-05-06' },
      })
      const list = '/stazioni/manager?scheda=dipendenti&search=Bianchi'
      return { id, list, form: [`${list}&modulo=${id}`, 'Modifica dipendente'] }
    },
  },
  managements: {
    async make(world) {
      const station = await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })
      const boss = await post(world, '/managers', manager)
      const { id } = await post(world, '/managements', {
        ...{ station_id: station.id, manager_id: boss.id, type: 'commissione', from: '2026-01-02', expirationManager: '2032-03-04' },
        ...{
          businessName: 'Carburanti del Ponte S.r.l.',
          address: 'Via Emilia 2',
          piva: '00743110157',
          sdi: 'ABC1234',
          pec: 'ponte@pec.example.it',
        },
        ...{
          fiscalCode: '12345678903',
          rea: 'PR-123456',
          iban: 'IT60X0542811101000000123456',
          contract_number: 'CTR-77',
          note: 'Nota della gestione',
        },
        cash: { cashFundAmount: 1_250.5, cashFundDate: '2026-01-03' },
        first_remuneration: { fixed: 510.25, perLiter: 0.0315, discountLiter: 0.0021, aboveThreshold: 0.0512, thresholdLiters: 120_000 },
      })
      const page = `/stazioni/manager?gestione=${id}`
      return {
        id,
        list: '/stazioni/manager?scheda=gestioni&search=Ponte',
        page: { contratto: page, cassa: `${page}&scheda=cassa`, remunerazione: `${page}&scheda=remunerazione` },
        form: [`${page}&modulo=${id}`, 'Modifica gestione'],
      }
    },
  },
} satisfies Subjects
