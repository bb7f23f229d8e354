import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { MOST_CODES, type qr } from '../../../src/contract/equipment/qr.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { searchKinds } from '../../../src/contract/kernel/search.ts'
import { type CodedKind, codeAddress, codeKinds, codeOf } from '../../../src/rules/equipment/place-code.ts'
import { italianNumber } from '../../../src/rules/shared/italian.ts'
import { folded } from '../../db/folded.ts'
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
  /** To be typed where there is no camera; null where the QR says something else. */
  code: string | null
  alt: string
  file: string | null
}
type Asked = Parsed<typeof qr.sheet, never>
type Sheet = { labels: Label[]; pictures: Map<string, Buffer> }
const tooMany = (count: number) => {
  if (count > MOST_CODES)
    throw problem.unprocessable(`Il PDF contiene al massimo ${italianNumber(MOST_CODES)} codici: restringere i punti vendita.`)
}
const chosen = ({ station_id, search }: Asked, { user }: Context): SQL =>
  and(stationScope(user), station_id?.length ? inArray(stations.id, station_id) : undefined, contains(search, stations.search_text))!

/** The QR that stations have, as it was loaded or made. */
async function ofStations(asked: Asked, context: Context): Promise<Sheet> {
  const { db, files: store } = context
  const rows = await db
    .select({ qr: qr_codes, station: stations, file: files })
    .from(qr_codes)
    .innerJoin(stations, eq(stations.id, qr_codes.station_id))
    .innerJoin(files, eq(files.id, qr_codes.file_id))
    .where(chosen(asked, context))
    .orderBy(folded(stations.name), stations.id)
    .limit(MOST_CODES + 1)
  tooMany(rows.length)
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

/** The codes of the pages of stations, and of each piece that stands there. */
async function ofEquipment(asked: Asked, context: Context): Promise<Sheet> {
  const { db, user, origin } = context
  const pictures = new Map<string, Buffer>()
  const labels: Label[] = []
  const mine = (Object.values(codeKinds) as CodedKind[]).filter((kind) => allows(searchKinds[kind].policy, user))
  for (const kind of mine) {
    const { from, shown, hit, order } = codedSearch[kind]
    const columns = Object.entries(shown).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
    const { rows } = (await db.execute(
      sql`select ${sql.join(columns, sql`, `)} from ${from} where ${chosen(asked, context)} order by ${stations.name}, ${order} limit ${MOST_CODES + 1}`,
    )) as unknown as { rows: object[] }
    tooMany(labels.length + rows.length)
    for (const row of rows) {
      const { id, name, also } = hit(row as never)
      const code = codeOf(kind, Number(id))
      pictures.set(code, await qrPng(codeAddress(origin, code)))
      labels.push({ title: name, subtitle: also, code, alt: `QR del codice ${code}`, file: code })
    }
  }
  return { labels, pictures }
}

/** Labels to cut out, A6, four to an A4. */
export async function printSheet(asked: Asked, context: Context): Promise<Bytes> {
  const { labels, pictures } = await (asked.of === 'stations' ? ofStations : ofEquipment)(asked, context)
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
