import { eq } from 'drizzle-orm'
import { customers as table } from '../../../server/db/schema/cards/customers.ts'
import { customers } from '../../../src/contract/cards/customers.ts'
import { dayOf } from '../days.ts'
import { known } from '../known.ts'
import { usualAddresses } from '../sample.ts'
import type { Scene } from '../scene.ts'
import { allNetwork as scope } from '../scope.ts'
import { plainWrites } from '../writes.ts'

const path = '/customers'
const body = {
  kind: 'azienda',
  businessName: 'Autotrasporti Ràvera S.r.l.',
  piva: '00743110157',
  fiscalCode: '00743110157',
  sdi: 'ABC1234',
  email: 'info@ravera.example.it',
  address: 'Via Emilia 12',
  cap: '43036',
  city: 'Fidenza',
  province: 'PR',
  payment: 'bonifico',
  marketing: false,
} as const
const change = { city: 'Parma', note: 'Chiamare il mattino.' }
const { create, update, remove } = plainWrites({ path, entity: 'customers', model: 'customer', body: () => body, change })
/** A customer of the body, active or not. */
async function made({ admin }: Scene, active: boolean) {
  const { id } = (await admin.post(path, body)).body.data
  if (!active) await admin.post(`${path}/deactivate`, { customers: [id] })
  return id as number
}
const state = (active: boolean) => ({
  call: `POST ${path}/${active ? 'activate' : 'deactivate'}` as const,
  status: 200,
  policy: 'cards.write' as const,
  scope,
  write: async (scene: Scene) => {
    const customers = [await made(scene, !active)]
    return () => scene.admin.post(`${path}/${active ? 'activate' : 'deactivate'}`, { customers }, scene.headers)
  },
  leaves: 'modifica, customers, of nothing, customer status',
})

export default known(
  customers,
  {
    list: {
      call: `GET ${path}`,
      policy: 'cards.read',
      scope,
      filters: {
        active: (row) => row.active,
        kind: (row) => row.kind,
        station_id: (row) => row.station_id,
        province: (row) => row.province,
        has_cards: (row) => row.cards_count > 0,
        portal_enabled: (row) => row.portal_enabled,
        sync_error: (row) => row.sync_error !== null,
        from: (row) => dayOf(row.created_at),
        to: (row) => dayOf(row.created_at),
      },
    },
    get: { call: `GET ${path}/{id}`, policy: 'cards.read', scope },
    create: { call: `POST ${path}`, policy: 'cards.write', scope, ...create },
    update: { call: `PUT ${path}/{id}`, policy: 'cards.write', scope, ...update, revised: true },
    remove: { call: `DELETE ${path}/{id}`, policy: 'cards.delete', ...remove },
    suggest: { call: 'GET /suggestions/customers', policy: 'lookup.customers', scope },
    maxCode: { call: `GET ${path}/max-code`, policy: 'cards.write', scope },
    activateOne: {
      call: `POST ${path}/{id}/activate`,
      status: 200,
      policy: 'cards.write',
      scope,
      write: async (scene) => {
        const id = await made(scene, false)
        return () => scene.admin.post(`${path}/${id}/activate`, undefined, scene.headers)
      },
      leaves: 'modifica, customers, named, customer status',
    },
    deactivateOne: {
      call: `POST ${path}/{id}/deactivate`,
      status: 200,
      policy: 'cards.write',
      scope,
      write: async (scene) => {
        const id = await made(scene, true)
        return () => scene.admin.post(`${path}/${id}/deactivate`, undefined, scene.headers)
      },
      leaves: 'modifica, customers, named, customer status',
    },
    generate: {
      call: `POST ${path}/account-generator`,
      status: 200,
      policy: 'cards.write',
      scope,
      write: async (scene) => {
        const ids = [await made(scene, true)]
        return () => scene.admin.post(`${path}/account-generator`, { customers: ids, mail: true }, scene.headers)
      },
      leaves: 'comando, jobs, named',
    },
    account: {
      call: `POST ${path}/{id}/account`,
      status: 200,
      policy: 'cards.write',
      scope,
      write: async (scene) => {
        const id = await made(scene, true)
        return () => scene.admin.post(`${path}/${id}/account`, undefined, scene.headers)
      },
      leaves: 'creazione, customers, named, customer updated',
    },
    reset: { call: `GET ${path}/{id}/reset`, policy: 'cards.write', scope },
    activate: { ...state(true), call: `POST ${path}/activate` },
    deactivate: { ...state(false), call: `POST ${path}/deactivate` },
  },
  {
    history: { customer: 'customers', card: 'cards' },
    sample: {
      writer: 'contabilita',
      stranger: 'rete',
      body,
      change,
      refused: {
        businessName: ['', 'Il campo Ragione sociale è obbligatorio.'],
        piva: ['12345678901', 'La partita IVA non è valida.'],
        fiscalCode: ['RSSMRA85T10A562X', 'Il codice fiscale non è valido.'],
        cap: ['4303', 'Il CAP deve essere di 5 cifre.'],
        province: ['XX', 'La provincia non è valida.'],
      },
      twice: { piva: 'Esiste già un cliente con questa partita IVA.' },
      addresses: usualAddresses(path),
    },
    // The customers of the seed are alike in these.
    rows: async ({ db }) => {
      await db.update(table).set({ username: 'C999998', portal_enabled: true }).where(eq(table.id, 1))
      await db.update(table).set({ sync_error: 'Codice sconosciuto.' }).where(eq(table.id, 2))
    },
    screens: async (api) => {
      const [{ id }] = (await api.get(path)).data
      return [
        { name: 'customers', path: '/carte/clienti' },
        { name: 'no customers found', path: '/carte/clienti?search=zzzz' },
        { name: 'customer form', path: '/carte/clienti?modulo=nuovo' },
        { name: 'customer', path: `/carte/clienti/${id}` },
        { name: 'customer history', path: `/carte/clienti/${id}?scheda=storico` },
      ]
    },
  },
)
