import * as xlsx from '@e965/xlsx'
import { stationReport } from '../../../src/contract/stations/report.ts'
import { known } from '../known.ts'
import { namesTheirs } from '../scope.ts'

export default known(stationReport, {
  report: {
    call: 'POST /stations/report',
    status: 200,
    policy: 'export',
    scope: {
      asks: (at, of) => ({ url: '/stations/report', body: { stations: [at.id, of.id], columns: ['Nome'], sheets: ['stations'] } }),
      readersToo: true,
      foreignStatus: 422,
      async check({ caller }, places) {
        const { bytes } = await caller.post('/stations/report', {})
        const book = xlsx.read(bytes)
        return namesTheirs(JSON.stringify(book.SheetNames.map((name) => xlsx.utils.sheet_to_json(book.Sheets[name]!))), places)
      },
    },
    write: 'writes nothing: tests/api/stations/report.test.ts',
  },
})
