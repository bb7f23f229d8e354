import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { MAX_CODES, type qr } from '../../../src/contract/equipment/qr.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { searchKinds } from '../../../src/contract/kernel/search.ts'
import { type CodedKind, labelAddress, labelCode, labelCodeKinds } from '../../../src/rules/equipment/label-code.ts'
import { italianNumber } from '../../../src/rules/shared/italian.ts'
import { sortKey } from '../../db/folded.ts'
import { files } from '../../db/schema/core/system.ts'
import { qr_codes } from '../../db/schema/stations/station-sets.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Bytes, Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { readFile } from '../../lib/files/files.ts'
import { pdfImage } from '../../lib/files/pdf-image.ts'
import { qrPng } from '../../lib/files/qr-code.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { contains } from '../../lib/tables/table.ts'
import { stationScope } from '../stations/scope.ts'
import { codedSearch } from './search.ts'

interface Label {
  title: string
  subtitle: string
  /** Label code to type without a camera; null if the QR code has other content. */
  code: string | null
  alt: string
  file: string | null
}
type LabelQuery = Parsed<typeof qr.sheet, never>
type Sheet = { labels: Label[]; pictures: Map<string, Buffer> }
const refuseTooMany = (count: number) => {
  if (count > MAX_CODES)
    throw problem.unprocessable(`Il PDF contiene al massimo ${italianNumber(MAX_CODES)} codici: restringere i punti vendita.`)
}
const stationsCondition = ({ station_id, search }: LabelQuery, { user }: Context): SQL =>
  and(stationScope(user), station_id?.length ? inArray(stations.id, station_id) : undefined, contains(search, stations.search_text))!

/** Labels with the QR codes of stations. */
async function stationLabels(asked: LabelQuery, context: Context): Promise<Sheet> {
  const { db, files: store } = context
  const rows = await db
    .select({ qr: qr_codes, station: stations, file: files })
    .from(qr_codes)
    .innerJoin(stations, eq(stations.id, qr_codes.station_id))
    .innerJoin(files, eq(files.id, qr_codes.file_id))
    .where(stationsCondition(asked, context))
    .orderBy(sortKey(stations.name), stations.id)
    .limit(MAX_CODES + 1)
  refuseTooMany(rows.length)
  const pictures = new Map<string, Buffer>()
  const labels: Label[] = []
  for (const { qr, station, file } of rows) {
    const picture = await pdfImage(await readFile(file, store))
    const name = `qr-${station.id}`
    if (picture) pictures.set(name, picture)
    const alt = `QR di ${station.code} ${station.name}`
    labels.push({
      ...{ title: qr.name, subtitle: `${station.code} ${station.name}\n${station.address}, ${station.city} (${station.province})` },
      ...{ code: null, alt, file: picture ? name : null },
    })
  }
  return { labels, pictures }
}

/** Labels with the label codes of stations and their equipment. */
async function equipmentLabels(asked: LabelQuery, context: Context): Promise<Sheet> {
  const { db, user, origin } = context
  const pictures = new Map<string, Buffer>()
  const labels: Label[] = []
  const mine = (Object.values(labelCodeKinds) as CodedKind[]).filter((kind) => allows(searchKinds[kind].policy, user))
  for (const kind of mine) {
    const { from, shown, hit, order } = codedSearch[kind]
    const columns = Object.entries(shown).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
    const { rows } = (await db.execute(
      sql`select ${sql.join(columns, sql`, `)} from ${from} where ${stationsCondition(asked, context)} order by ${stations.name}, ${order} limit ${MAX_CODES + 1}`,
    )) as unknown as { rows: object[] }
    refuseTooMany(labels.length + rows.length)
    for (const row of rows) {
      const { id, name, also } = hit(row as never)
      const code = labelCode(kind, Number(id))
      pictures.set(code, await qrPng(labelAddress(origin, code)))
      labels.push({ title: name, subtitle: also, code, alt: `QR del codice ${code}`, file: code })
    }
  }
  return { labels, pictures }
}

/** PDF of labels to cut out, A6, four per A4. */
export async function printLabels(asked: LabelQuery, context: Context): Promise<Bytes> {
  const { labels, pictures } = await (asked.of === 'stations' ? stationLabels : equipmentLabels)(asked, context)
  if (!labels.length)
    throw problem.unprocessable(
      asked.of === 'stations' ? 'Nessun punto vendita ha un QR da stampare.' : 'Nessuna attrezzatura da stampare.',
    )
  const { company } = await readCompany(context.db)
  const title = asked.of === 'stations' ? 'QR dei punti vendita' : 'Codici delle attrezzature'
  const bytes = await renderPdf('qr-sheet', { title, company: company.name, labels }, pictures)
  const name = asked.of === 'stations' ? 'qr_punti_vendita' : 'codici_attrezzature'
  return { bytes, mime: 'application/pdf', name: `${name}_${dayInRome(context.now).replaceAll('-', '')}.pdf` }
}
