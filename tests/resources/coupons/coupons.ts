import { sql } from 'drizzle-orm'
import { coupons } from '../../../src/contract/coupons/coupons.ts'
import { vouchers } from '../../../src/contract/coupons/vouchers.ts'
import { couponOrder } from '../../api/support/coupon-fixtures.ts'
import { dayOf, inDays } from '../days.ts'
import { known } from '../known.ts'
import { type BodyOf, plain } from '../plain.ts'
import type { Scene, Write } from '../scene.ts'
import { allNetwork } from '../scope.ts'

const body: BodyOf<typeof coupons> = { ...couponOrder, kind: 'multiuso', expires_at: inDays(400), station_ids: [] }
const paid = async ({ admin }: Scene): Promise<number> => (await admin.post('/coupons', { ...body, payment: 'omaggio' })).body.data.id
/** Serial of a voucher just issued. */
async function issued(scene: Scene): Promise<string> {
  const id = await paid(scene)
  await scene.admin.post(`/coupons/${id}/issue`)
  const { rows } = (await scene.db.execute(sql`select serial from coupons where order_id = ${id} order by id limit 1`)) as unknown as {
    rows: { serial: string }[]
  }
  return rows[0]!.serial
}
const settling =
  (verb: string, more: object): Write =>
  async (scene) => {
    const serial = await issued(scene)
    return () => scene.admin.post(`/vouchers/${verb}`, { serial, ...more }, scene.headers)
  }

const orders = plain(coupons, {
  path: '/coupons',
  table: 'coupon_orders',
  model: 'coupon_order',
  entity: 'coupons',
  read: 'coupons.read',
  write: 'coupons.write',
  scope: allNetwork,
  get: true,
  facets: ['status'],
  filters: {
    status: (row) => row.status,
    from: (row) => dayOf(row.created_at),
    to: (row) => dayOf(row.created_at),
    customer_id: (row) => row.customer_id,
    min_total: (row) => row.total,
    max_total: (row) => row.total,
  },
  other: { payment: 'omaggio', customer_id: 2, rows: [{ denomination: 5, quantity: 1 }] },
  writer: 'contabilita',
  stranger: 'rete',
  body,
  change: { city: 'Parma' },
  refused: {
    businessName: ['', 'Il campo Ragione sociale / Intestatario è obbligatorio.'],
    rows: [[], 'Indicare almeno un taglio.'],
    piva: ['12345678901', 'La partita IVA non è valida.'],
    emails: [
      'non un indirizzo',
      `Il campo Email destinatari deve contenere gli indirizzi email delimitati da ";", tranne l'ultimo indirizzo e non contenere spazi.`,
    ],
    expires_at: [inDays(0), 'La scadenza dei buoni deve essere successiva a oggi.'],
  },
  toldBy: { coupons: (row) => [`coupon_order ${row.order_id}`, `coupon ${row.id}`] },
  more: {
    totals: { call: 'GET /coupons/totals', policy: 'coupons.read', scope: allNetwork },
    issue: {
      call: 'POST /coupons/{id}/issue',
      status: 200,
      policy: 'coupons.write',
      scope: allNetwork,
      write: async (scene: Scene) => {
        const id = await paid(scene)
        return () => scene.admin.post(`/coupons/${id}/issue`, undefined, scene.headers)
      },
      leaves: 'modifica, coupons, named, coupon_order status',
    },
    download: { call: 'GET /coupons/download/{id}', policy: 'coupons.write', scope: allNetwork },
    generate: { call: 'GET /coupons/generate/{id}', policy: 'coupons.write', scope: allNetwork },
    vouchers: {
      call: 'GET /coupons/{id}/vouchers',
      policy: 'coupons.read',
      scope: allNetwork,
      filters: 'in one order all vouchers may be alike: coupons.test.ts',
    },
  },
  screens: async (api) => {
    const [{ id }] = (await api.get('/coupons')).data
    return [
      { name: 'coupon orders', path: '/coupons' },
      { name: 'new coupon order', path: '/coupons/nuovo' },
      { name: 'coupon order', path: `/coupons/${id}` },
    ]
  },
})
const { scope: _, ...remove } = orders.calls.remove!
export default { ...orders, calls: { ...orders.calls, remove: { ...remove, policy: 'coupons.delete' } } }
export const codes = known(
  vouchers,
  {
    check: { call: 'GET /vouchers/check', policy: 'coupons.check', scope: 'whoever has the voucher in hand: it tells state and amount' },
    redeem: {
      call: 'POST /vouchers/redeem',
      status: 200,
      policy: 'coupons.redeem',
      scope: 'who writes orders redeems anywhere, others at a station of their own: coupons.test.ts',
      write: settling('redeem', {}),
      leaves: 'creazione, vouchers, named, coupon status',
    },
    void: {
      call: 'POST /vouchers/void',
      status: 200,
      policy: 'coupons.delete',
      write: settling('void', { reason: 'Stampato male' }),
      leaves: 'creazione, vouchers, named, coupon status',
    },
  },
  { history: { coupon: 'coupons' } },
)
