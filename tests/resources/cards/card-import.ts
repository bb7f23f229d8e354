import { cardImport } from '../../../src/contract/cards/card-import.ts'
import { known } from '../known.ts'
import { allNetwork as scope } from '../scope.ts'

const writes = { policy: 'cards.write', scope } as const
const nothing = 'writes nothing: tests/api/cards/card-import.test.ts'
const csv = Buffer.from('Codice cliente*;Tipo*;Intestatario\n10001;Raccolta punti;Prova Import\n')

export default known(
  cardImport,
  {
    template: { call: 'GET /cards/import/template', ...writes },
    read: { call: 'POST /cards/import/read', status: 200, ...writes, write: nothing },
    check: { call: 'POST /cards/import/check', status: 200, ...writes, write: nothing },
    start: {
      ...{ call: 'POST /cards/import', ...writes },
      write:
        async ({ admin, headers }) =>
        () =>
          admin.post('/cards/import', { columns: ['customer_code', 'type'], lines: [{ line: 2, cells: ['10001', 'points'] }] }, headers),
      leaves: 'comando, jobs, named',
    },
    downloadModel: { call: 'GET /cards/downloadModelImport', ...writes },
    importData: {
      ...{ call: 'POST /cards/importData', status: 200, ...writes },
      write:
        async ({ admin, headers }) =>
        () =>
          admin.upload('/cards/importData', [{ name: 'tessere.csv', bytes: csv }], {}, headers),
      leaves: 'creazione, card_import, of nothing, card created',
    },
  },
  {
    screens: [
      {
        name: 'import of cards with an error',
        path: '/carte/importa',
        act: async (page) => {
          const sheet = 'Codice cliente*;Tipo*;Targa\r\n10001;Fine mese;ABC\r\n'
          await page.locator('input[type=file]').setInputFiles({ name: 'tessere.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
          await page.getByRole('textbox', { name: 'Targa, riga 2' }).waitFor()
        },
      },
    ],
  },
)
