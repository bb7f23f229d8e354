import { ecommerceProducts } from '../../../src/contract/shop/products.ts'
import { paperOf } from '../../api/support/shop-fixtures.ts'
import { picture } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'
import { ownRecord } from '../scope.ts'

const photo = { name: 'foto.png', bytes: await picture(400, 400) }
const made = async ({ admin }: Scene): Promise<{ id: number; rev: number }> =>
  (await admin.upload('/ecommerce/product', [photo], paperOf('TEST-1'))).body.data
const orderable = 'by the stations that may order a product: products.test.ts'

export default known(
  ecommerceProducts,
  {
    list: {
      call: 'GET /ecommerce/s/product',
      policy: 'eco.order',
      scope: orderable,
      filters: 'tests/api/shop/products.test.ts',
    },
    get: { call: 'GET /ecommerce/product/{id}', policy: 'eco.order', scope: orderable },
    create: {
      call: 'POST /ecommerce/product',
      policy: 'eco.admin',
      write:
        async ({ admin, headers }) =>
        () =>
          admin.upload('/ecommerce/product', [photo], paperOf('TEST-1'), headers),
      leaves: 'creazione, ecommerce-products, named, ecommerce_product created',
    },
    update: {
      call: 'POST /ecommerce/product/{id}',
      status: 200,
      policy: 'eco.admin',
      write: async (scene) => {
        const { id, rev } = await made(scene)
        return () => scene.admin.upload(`/ecommerce/product/${id}`, [], { rev: String(rev), price: '9.5' }, scene.headers)
      },
      leaves: 'modifica, ecommerce-products, named, ecommerce_product updated',
    },
    remove: {
      call: 'DELETE /ecommerce/product/{id}',
      testedIn: 'tests/api/shop/products.test.ts',
      policy: 'eco.admin',
      write: async (scene) => {
        const { id } = await made(scene)
        return () => scene.admin.del(`/ecommerce/product/${id}`, scene.headers)
      },
      leaves: 'eliminazione, ecommerce-products, named, ecommerce_product deleted',
    },
    adjust: {
      call: 'PUT /ecommerce/product/{id}/adjust',
      policy: 'eco.admin',
      revised: true,
      write: async (scene) => {
        const { id, rev } = await made(scene)
        return () => scene.admin.put(`/ecommerce/product/${id}/adjust`, { rev, percent: 10 }, scene.headers)
      },
      leaves: 'modifica, ecommerce-products, named, ecommerce_product updated',
    },
    ofStation: {
      call: 'GET /ecommerce/product/station/{stationId}',
      policy: 'eco.order',
      scope: { asks: ({ id }) => ({ url: `/ecommerce/product/station/${id}` }), readersToo: true },
    },
    setOfStation: {
      call: 'POST /ecommerce/product/station',
      status: 204,
      policy: 'eco.admin',
      write: async (scene) => {
        const { id } = (await scene.admin.upload('/ecommerce/product', [], { ...paperOf('TEST-2'), all_stations: 'false' })).body.data
        return () => scene.admin.post('/ecommerce/product/station', { station_id: scene.station, products: [id] }, scene.headers)
      },
      leaves: 'creazione, ecommerce-products, named, ecommerce_product updated',
    },
    picture: { call: 'GET /ecommerce/product/{id}/photo/{width}', policy: 'eco.order', scope: orderable },
    favourites: { call: 'GET /ecommerce/favourites', policy: 'eco.order', scope: ownRecord },
    favourite: {
      call: 'PUT /ecommerce/product/{id}/favourite',
      status: 204,
      policy: 'eco.order',
      scope: orderable,
      write: async (scene) => {
        const { id } = await made(scene)
        return () => scene.admin.put(`/ecommerce/product/${id}/favourite`, { favourite: true }, scene.headers)
      },
      leaves: 'modifica, ecommerce-products, named',
    },
  },
  {
    history: { ecommerce_product: 'ecommerce_products' },
    toldBy: {
      ecommerce_favourites: () => [],
      ecommerce_product_stations: ({ product_id }) => [`ecommerce_product ${product_id}`],
    },
    screens: async (api) => {
      const [first] = (await api.get('/ecommerce/s/product')).data
      return [
        { name: 'article form', path: '/intracommerce/articoli/nuovo' },
        ...(first ? [{ name: 'article', path: `/intracommerce/articoli/${first.id}` }] : []),
      ]
    },
  },
)
