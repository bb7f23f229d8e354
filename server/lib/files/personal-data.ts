import { readCompany } from '../core/company.ts'
import type { Db } from '../core/db.ts'
import { renderPdf } from './typst.ts'

/** All that is kept about a person, to be read: `facts` are pairs of label and value, `made` the moment as text. */
export interface PersonalData {
  title: string
  made: string
  facts: readonly (readonly string[])[]
  tables: readonly { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }[]
}
/** The archive of a person as a file: as it is stored (art. 20 GDPR), or as a PDF to be read (art. 15). */
export async function personalDataFile(db: Db, format: 'json' | 'pdf', name: string, all: object, printed: PersonalData) {
  if (format === 'json') return { bytes: Buffer.from(JSON.stringify(all, null, 2)), mime: 'application/json', name: `${name}.json` }
  const { company } = await readCompany(db)
  return { bytes: await renderPdf('personal-data', { ...printed, company: company.name }), mime: 'application/pdf', name: `${name}.pdf` }
}
