import { stationImport } from '../../../src/contract/stations/import.ts'
import type { Place } from '../../api/support/places.ts'
import { known } from '../known.ts'

const line = { columns: ['code', 'name', 'address', 'cap', 'city', 'province'] }
const sheet = ({ code }: Place) => ({ ...line, lines: [{ line: 2, cells: [code, 'Cambiata', 'Via Roma 1', '43036', 'Fidenza', 'PR'] }] })
const newSheet = { ...line, lines: [{ line: 2, cells: ['ZZNEW', 'Nuova', 'Via Roma 1', '43036', 'Fidenza', 'PR'] }] }

export default known(
  stationImport,
  {
    template: { call: 'GET /stations/import/template', policy: 'net.create', scope: 'an empty sheet' },
    read: {
      call: 'POST /stations/import/read',
      status: 200,
      policy: 'net.create',
      scope: {
        async check({ caller }, { foreign }) {
          const bytes = Buffer.from(`Codice P.V.;Nome\n${foreign.code};Cambiata\n`)
          const [first] = (await caller.upload('/stations/import/read', [{ name: 'rete.csv', bytes }])).body.data.lines
          return first.state !== 'errore' && 'takes a station that is not one of theirs'
        },
      },
      write: 'writes nothing: tests/api/stations/import.test.ts',
    },
    check: {
      call: 'POST /stations/import/check',
      status: 200,
      policy: 'net.create',
      scope: {
        async check({ caller }, { own, read, foreign }) {
          const state = async (body: object) => (await caller.post('/stations/import/check', body)).body.data.lines[0]
          if ((await state(sheet(own))).state !== 'modificato') return 'does not compare with one of theirs'
          for (const body of [sheet(read), sheet(foreign), newSheet])
            if (JSON.stringify(await state(body)).match(/"state":"(?!errore)|"before"/)) return `takes ${body.lines[0]!.cells[0]}`
        },
      },
      write: 'writes nothing: tests/api/stations/import.test.ts',
    },
    start: {
      call: 'POST /stations/import',
      policy: 'net.create',
      scope: {
        async check({ caller }, { own, read, foreign }, { runs }) {
          const outcome = async (body: object) => {
            const { id } = (await caller.post('/stations/import', body)).body.data
            await runs()
            return (await caller.get(`/admin/history/${id}/rows`)).body.data.data[0].outcome
          }
          if ((await outcome(sheet(own))) !== 'fatto') return 'does not change one of theirs'
          for (const body of [sheet(read), sheet(foreign), newSheet])
            if ((await outcome(body)) !== 'errore') return `writes ${body.lines[0]!.cells[0]}`
        },
      },
      write:
        async ({ admin, headers }) =>
        () =>
          admin.post('/stations/import', { columns: ['code', 'name'], lines: [{ line: 2, cells: ['ZQ1', 'Prova'] }] }, headers),
      leaves: 'comando, jobs, named',
    },
  },
  {
    screens: [
      {
        name: 'import with an error',
        path: '/stazioni/importa',
        act: async (page) => {
          const sheet = 'Codice P.V.;Nome;Indirizzo;CAP;Città;Provincia\r\nZX1;Nuova;Via A 1;4303;Fidenza;PR\r\n'
          await page.locator('input[type=file]').setInputFiles({ name: 'rete.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
          await page.getByRole('textbox', { name: 'CAP, riga 2' }).waitFor()
        },
      },
    ],
  },
)
