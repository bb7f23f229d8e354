import { eq } from 'drizzle-orm'
import { gplModules as contract } from '../../../src/contract/gpl/requests.ts'
import { installTypes, requestKinds } from '../../../src/contract/gpl/words.ts'
import { gpl_card_requests, gpl_courses } from '../../db/schema/gpl/gpl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Bytes, Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { renderPdf } from '../../lib/files/typst.ts'

const italianDay = (day: string | null) => day?.split('-').toReversed().join('/') ?? null
type Row = typeof gpl_card_requests.$inferSelect & { station: string }
/** The form with the data of a request, or with lines to write on (docs/spec/gpl.md#the-form). */
async function printForm(company_form: boolean, row: Row | undefined, { db }: Context): Promise<Buffer> {
  const { company } = await readCompany(db)
  const value = (of: (row: Row) => string | null | undefined) => (row ? (of(row) ?? '–') : null)
  const applicant = [
    ...(company_form
      ? [
          { label: 'Ragione sociale', value: value((one) => one.businessName) },
          { label: 'Partita IVA', value: value((one) => one.piva) },
        ]
      : []),
    { label: company_form ? 'Legale rappresentante' : 'Cognome e nome', value: value((one) => `${one.lastname} ${one.name}`) },
    { label: 'Codice fiscale', value: value((one) => one.fiscalCode) },
    { label: 'Nato a, il', value: value((one) => [one.bornIn, italianDay(one.bornDate)].filter(Boolean).join(', ') || null) },
    { label: 'Indirizzo', value: value((one) => `${one.address}, ${one.cap} ${one.city} (${one.province})`) },
    { label: 'Telefono', value: value((one) => one.phone) },
    { label: 'Email', value: value((one) => one.email) },
  ]
  const vehicle = [
    { label: 'Targa', value: value((one) => one.plate) },
    { label: 'Marca/modello', value: value((one) => one.vehicle) },
    { label: 'Immatricolazione', value: value((one) => italianDay(one.registration_at)) },
    { label: 'Impianto', value: value((one) => one.install_type && installTypes[one.install_type]) },
    { label: 'Matricola serbatoio', value: value((one) => one.tank_serial) },
    { label: 'Scadenza serbatoio', value: value((one) => italianDay(one.tank_expiration)) },
    { label: 'Ritiro presso', value: value((one) => one.station) },
  ]
  const done = row && {
    leaflet: row.leaflet_given,
    demo: row.demo_done,
    checked: row.vehicle_checked,
    privacy: row.privacy,
  }
  return renderPdf('gpl-module', {
    title: row ? `Richiesta GPL Card ${row.number}` : 'Richiesta GPL Card',
    kind: row ? requestKinds[row.kind] : null,
    company: company.name,
    applicant,
    vehicle,
    done: done ?? { leaflet: false, demo: false, checked: false, privacy: false },
  })
}
const pdf = (bytes: Buffer, name: string): Bytes => ({ bytes, mime: 'application/pdf', name })

/** The form of a request. @throws 404 */
export async function printRequest(id: number, context: Context): Promise<Bytes> {
  const [found] = await context.db
    .select({ request: gpl_card_requests, code: stations.code, name: stations.name })
    .from(gpl_card_requests)
    .innerJoin(stations, eq(stations.id, gpl_card_requests.station_id))
    .where(eq(gpl_card_requests.id, id))
  if (!found) throw problem.notFound()
  const row = { ...found.request, station: `${found.code} ${found.name}` }
  return pdf(await printForm(row.applicant === 'azienda', row, context), `richiesta_gpl_${id}.pdf`)
}
/** The register of a course, with a line to sign for each who has a seat. @throws 404 */
export async function printRegister(id: number, context: Context): Promise<Bytes> {
  const { db } = context
  const [course] = await db.select().from(gpl_courses).where(eq(gpl_courses.id, id))
  if (!course) throw problem.notFound()
  const [place] = course.station_id
    ? await db.select({ code: stations.code, name: stations.name }).from(stations).where(eq(stations.id, course.station_id))
    : []
  const rows = await db
    .select()
    .from(gpl_card_requests)
    .where(eq(gpl_card_requests.course_id, id))
    .orderBy(gpl_card_requests.lastname, gpl_card_requests.name)
  const { company } = await readCompany(db)
  const bytes = await renderPdf('gpl-register', {
    title: course.title,
    company: company.name,
    facts: [
      { label: 'Data', value: `${italianDay(course.date)}, ${course.start}–${course.end}` },
      { label: 'Luogo', value: [place && `${place.code} ${place.name}`, course.place].filter(Boolean).join(', ') },
      { label: 'Docente', value: course.teacher ?? '–' },
      { label: 'Iscritti/Posti', value: `${rows.length}/${course.seats}` },
    ],
    rows: rows.map(({ lastname, name, plate, fiscalCode }) => [`${lastname} ${name}`, fiscalCode, plate, '']),
  })
  return pdf(bytes, `registro_corso_gpl_${id}.pdf`)
}

export default implement(contract, {
  empty: async ({ type }, context) => pdf(await printForm(type === 'azienda', undefined, context), 'modulo_gpl_card_vuoto.pdf'),
})
