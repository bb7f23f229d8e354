import { ecommerceCarts } from '../../../src/contract/shop/carts.ts'
import { known } from '../known.ts'

const cart = {
  uuid: '6f1c1f0e-6a52-4a3b-8a40-5b1f4cdb4a11',
  rows: [{ product_id: 1, quantity: 2, price: 3.5 }],
  changed_at: '2026-11-01T10:00:00.000Z',
}
export default known(
  ecommerceCarts,
  {
    get: {
      call: 'GET /ecommerce/cart/{stationId}',
      policy: 'eco.order',
      scope: { asks: ({ id }) => ({ url: `/ecommerce/cart/${id}` }), readersToo: true },
    },
    save: {
      call: 'PUT /ecommerce/cart/{stationId}',
      testedIn: 'tests/api/shop/carts.test.ts',
      policy: 'eco.order',
      scope: { asks: ({ id }) => ({ url: `/ecommerce/cart/${id}`, body: cart }) },
      unlogged: true,
      write: 'a cart leaves no activity: tests/api/shop/carts.test.ts',
    },
  },
  { toldBy: { ecommerce_carts: () => [] } },
)
