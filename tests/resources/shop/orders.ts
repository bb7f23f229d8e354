import { randomUUID } from 'node:crypto'
import { ecommerceOrders } from '../../../src/contract/shop/orders.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const body = ({ station }: Pick<Scene, 'station'>) => ({ uuid: randomUUID(), station_id: station, rows: [{ product_id: 1, quantity: 2 }] })
const ordered = async (scene: Scene): Promise<{ id: number; rev: number }> =>
  (await scene.admin.post('/ecommerce/order', body(scene))).body.data
const path = '/ecommerce/order'

export default known(
  ecommerceOrders,
  {
    list: {
      call: 'GET /ecommerce/order',
      policy: 'eco.order',
      scope: { finds: ({ id }) => [`station_id=${id}`] },
      facets: ['status'],
      filters: 'tests/api/shop/orders.test.ts',
    },
    get: {
      call: 'GET /ecommerce/order/{id}',
      policy: 'eco.order',
      scope: { asks: ({ order }) => ({ url: `${path}/${order.id}` }), readersToo: true },
    },
    create: {
      call: 'POST /ecommerce/order',
      policy: 'eco.order',
      scope: { asks: ({ id }) => ({ url: path, body: body({ station: id }) }) },
      write: async (scene) => {
        const order = body(scene)
        return () => scene.admin.post(path, order, scene.headers)
      },
      leaves: 'creazione, ecommerce-orders, named, ecommerce_order created',
    },
    update: {
      call: 'PUT /ecommerce/order/{id}',
      testedIn: 'tests/api/shop/orders.test.ts',
      policy: 'eco.order',
      scope: { asks: ({ order: { id, rev } }) => ({ url: `${path}/${id}`, body: { rev, note: 'x' } }), othersRecord: true },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await ordered(scene)
        return () => scene.admin.put(`${path}/${id}`, { rev, note: 'Al mattino' }, scene.headers)
      },
      leaves: 'modifica, ecommerce-orders, named, ecommerce_order updated',
    },
    remove: {
      call: 'DELETE /ecommerce/order/{id}',
      policy: 'eco.admin',
      write: async (scene) => {
        const { id } = await ordered(scene)
        return () => scene.admin.del(`${path}/${id}`, scene.headers)
      },
      leaves: 'eliminazione, ecommerce-orders, named, ecommerce_order deleted',
    },
    step: {
      call: 'PUT /ecommerce/order/{id}/status',
      policy: 'eco.order',
      scope: 'by state and person: tests/api/shop/orders.test.ts',
      revised: true,
      write: async (scene) => {
        const { id, rev } = await ordered(scene)
        return () => scene.admin.put(`${path}/${id}/status`, { rev, status: 'confirmed' }, scene.headers)
      },
      leaves: 'modifica, ecommerce-orders, named, ecommerce_product updated, ecommerce_order status',
    },
    approve: {
      call: 'PUT /ecommerce/order/{id}/approve',
      policy: 'super',
      revised: true,
      write: async (scene) => {
        const { rev } = (await scene.admin.get('/settings')).body.data
        await scene.admin.put('/settings', { rev, name: 'Rete S.p.A.', order_approval_over: 0 })
        const order = await ordered(scene)
        return () => scene.admin.put(`${path}/${order.id}/approve`, { rev: order.rev }, scene.headers)
      },
      leaves: 'modifica, ecommerce-orders, named, ecommerce_order updated',
    },
    upload: {
      call: 'POST /ecommerce/order/{id}/upload',
      policy: 'eco.order',
      scope: { asks: ({ order }) => ({ url: `${path}/${order.id}/upload`, files: [paper] }) },
      write: async (scene) => {
        const { id } = await ordered(scene)
        return () => scene.admin.upload(`${path}/${id}/upload`, [paper], {}, scene.headers)
      },
      leaves: 'creazione, ecommerce-orders, named',
    },
    file: {
      call: 'GET /ecommerce/order/{id}/files/{fileId}',
      testedIn: 'tests/api/shop/orders.test.ts',
      policy: 'eco.order',
      scope: { asks: ({ order }, of) => ({ url: `${path}/${order.id}/files/${of.receipt}` }), readersToo: true },
    },
    removeFile: {
      call: 'DELETE /ecommerce/order/{id}/files/{fileId}',
      testedIn: 'tests/api/shop/orders.test.ts',
      policy: 'eco.order',
      scope: { asks: ({ order }, of) => ({ url: `${path}/${order.id}/files/${of.receipt}` }) },
      write: async (scene) => {
        const { id } = await ordered(scene)
        const [file] = (await scene.admin.upload(`${path}/${id}/upload`, [paper])).body.data
        return () => scene.admin.del(`${path}/${id}/files/${file.id}`, scene.headers)
      },
      leaves: 'eliminazione, ecommerce-orders, named',
    },
    last: {
      call: 'GET /ecommerce/order/last/{stationId}',
      policy: 'eco.order',
      scope: { asks: ({ id }) => ({ url: `${path}/last/${id}` }), readersToo: true },
    },
    pdf: {
      call: 'GET /ecommerce/order/pdf/{id}',
      testedIn: 'tests/api/shop/orders.test.ts',
      policy: 'eco.order',
      scope: { asks: ({ order }) => ({ url: `${path}/pdf/${order.id}` }), readersToo: true },
    },
    summary: { call: 'GET /ecommerce/order/pdf/summary', testedIn: 'tests/api/shop/orders.test.ts', policy: 'eco.admin' },
    statistics: { call: 'GET /ecommerce/order/products/statistics', policy: 'eco.admin' },
  },
  {
    history: { ecommerce_order: 'ecommerce_orders' },
    toldBy: {
      ecommerce_order_rows: ({ order_id }) => [`ecommerce_order ${order_id}`],
      ecommerce_order_steps: ({ order_id }) => [`ecommerce_order ${order_id}`],
    },
    // Stock moves with the orders, whose history tells of it.
    quiet: { ecommerce_products: { stock: null, rev: null, updated_at: null } },
    screens: async (api) => {
      const [first] = (await api.get('/ecommerce/order')).data
      return [
        { name: 'orders', path: '/intracommerce/ordini' },
        { name: 'new order', path: '/intracommerce/ordine?pv=1' },
        { name: 'statistics of orders', path: '/intracommerce/statistiche' },
        ...(first ? [{ name: 'order', path: `/intracommerce/ordine/${first.id}` }] : []),
      ]
    },
  },
)
