import { inspectionPdfs } from '../../../src/contract/inspections/pdfs.ts'
import { known } from '../known.ts'

export default known(inspectionPdfs, {
  list: {
    call: 'GET /inspection/{id}/pdfs',
    policy: 'insp.read',
    scope: { asks: ({ inspection }) => ({ url: `/inspection/${inspection}/pdfs` }) },
  },
  get: {
    call: 'GET /inspection/{id}/pdfs/{pdfId}',
    policy: 'insp.read',
    scope: { asks: ({ inspection }, of) => ({ url: `/inspection/${inspection}/pdfs/${of.pdf}` }) },
  },
})
