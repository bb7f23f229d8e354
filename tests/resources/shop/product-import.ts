import { productImport } from '../../../src/contract/shop/product-import.ts'
import { known } from '../known.ts'

const columns = ['code', 'name', 'category', 'price']
export default known(productImport, {
  template: { call: 'GET /ecommerce/product/import/template', policy: 'eco.admin' },
  read: {
    call: 'POST /ecommerce/product/import/read',
    status: 200,
    policy: 'eco.admin',
    write: 'writes nothing: tests/api/shop/product-import.test.ts',
  },
  check: {
    call: 'POST /ecommerce/product/import/check',
    status: 200,
    policy: 'eco.admin',
    write: 'writes nothing: tests/api/shop/product-import.test.ts',
  },
  start: {
    call: 'POST /ecommerce/product/import',
    policy: 'eco.admin',
    write:
      async ({ admin, headers }) =>
      () =>
        admin.post('/ecommerce/product/import', { columns, lines: [{ line: 2, cells: ['ZQ1', 'Prova', 'Guanti', '1,00'] }] }, headers),
    leaves: 'comando, jobs, named',
  },
})
