import { sql } from 'drizzle-orm'
import { cards } from '../../../src/contract/cards/cards.ts'
import { known } from '../known.ts'
import { usualAddresses } from '../sample.ts'
import type { Scene } from '../scene.ts'
import { allNetwork as scope } from '../scope.ts'
import { plainWrites } from '../writes.ts'

const path = '/cards'
/** The first customer of the seed is active. */
const body = { type: 'points', customer_id: 1, holder: 'Anna Bò', valid_from: '2026-11-01', expires_at: '2029-11-30' } as const
const change = { holder: 'Anna Bò Rossi', note: 'Preferisce il mattino.' }
const { create, update, remove } = plainWrites({ path, entity: 'cards', model: 'card', body: () => body, change })
const made = async ({ admin }: Scene) => (await admin.post(path, body)).body.data as { id: number; rev: number }
const post = (of: (id: number) => [url: string, body: object]) => async (scene: Scene) => {
  const [url, given] = of((await made(scene)).id)
  return () => scene.admin.post(url, given, scene.headers)
}
const writes = { policy: 'cards.write', scope } as const

export default known(
  cards,
  {
    list: {
      call: 'GET /cards',
      policy: 'cards.read',
      scope,
      facets: ['type', 'status'],
      filters: {
        type: (row) => row.type,
        status: (row) => row.status,
        customer_id: (row) => row.customer.id,
        plate: (row) => row.plate,
        sync_error: (row) => row.sync_error !== null,
        expiring: ({ status, expires_at }) =>
          ['replaced', 'terminated'].includes(status)
            ? []
            : [30, 60, 90].filter((days) => Date.parse(expires_at) <= Date.now() + days * 86_400_000).map(String),
        // A row does not show its fuels; `rows` below gives them to one card.
        fuel: (row) => (row.id === 5 ? 3 : 4),
      },
    },
    get: { call: 'GET /cards/{id}', policy: 'cards.read', scope },
    ofType: { call: 'GET /cards/{type}/{id}', policy: 'cards.read', scope },
    create: { call: 'POST /cards', ...writes, ...create },
    update: { call: 'PUT /cards/{id}', ...writes, ...update, revised: true },
    remove: { call: 'DELETE /cards/{id}', policy: 'cards.delete', ...remove },
    plate: {
      ...{ call: 'POST /cards/plate', status: 200, ...writes },
      write: post((id) => ['/cards/plate', { id, plate: 'AB123CD' }]),
      leaves: 'modifica, cards, named, card updated',
    },
    status: {
      ...{ call: 'POST /cards/status', status: 200, ...writes },
      write: post((id) => ['/cards/status', { id, status: 'terminated', reason: 'Recesso.' }]),
      leaves: 'modifica, cards, named, card status',
    },
    setStatus: {
      ...{ call: 'PUT /cards/{id}/status', ...writes, revised: true },
      write: async (scene) => {
        const { id, rev } = await made(scene)
        return () => scene.admin.put(`/cards/${id}/status`, { rev, status: 'active' }, scene.headers)
      },
      leaves: 'modifica, cards, named, card status',
    },
    reveal: {
      ...{ call: 'POST /cards/{id}/number', status: 200, ...writes },
      write: post((id) => [`/cards/${id}/number`, {}]),
      leaves: 'comando, cards, named',
    },
    renewPin: {
      ...{ call: 'POST /cards/{id}/pin', status: 200, ...writes },
      write: post((id) => [`/cards/${id}/pin`, {}]),
      leaves: 'modifica, cards, named, card updated',
    },
  },
  {
    history: { card: 'cards' },
    rows: async ({ db }) => {
      await db.execute(sql`update cards set fuel_ids = '{4}'`)
      await db.execute(sql`update cards set sync_error = 'Sconosciuta', fuel_ids = '{3}' where id = 5`)
    },
    toldBy: {
      card_status_history: ({ card_id }) => [`card ${card_id}`],
      card_plate_history: ({ card_id }) => [`card ${card_id}`],
    },
    sample: {
      writer: 'contabilita',
      stranger: 'rete',
      body,
      change,
      refused: {
        holder: ['x'.repeat(41), 'Il campo Intestatario/Etichetta non può superare 40 caratteri.'],
      },
      addresses: usualAddresses(path),
    },
    screens: async (api) => {
      const [{ id }] = (await api.get(path)).data
      return [
        { name: 'cards', path: '/carte' },
        { name: 'no cards found', path: '/carte?search=zzzz' },
        { name: 'card form', path: '/carte?modulo=nuovo' },
        { name: 'card', path: `/carte/${id}` },
        { name: 'card limits', path: `/carte/${id}?scheda=limiti` },
        { name: 'card life', path: `/carte/${id}?scheda=vita` },
        { name: 'card history', path: `/carte/${id}?scheda=storico` },
      ]
    },
  },
)
