import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { qr as contract, MAX_QR_BYTES, QR_TYPES } from '../../../src/contract/equipment/qr.ts'
import { fold } from '../../../src/contract/kernel/fold.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { searchKinds } from '../../../src/contract/kernel/search.ts'
import {
  type CodedKind,
  labelAddress,
  labelCode,
  labelCodeKinds,
  parseLabelCode,
  withoutAddress,
} from '../../../src/rules/equipment/label-code.ts'
import { folded, foldedText, sortKey } from '../../db/folded.ts'
import { files } from '../../db/schema/core/system.ts'
import { qr_codes as table } from '../../db/schema/stations/station-sets.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { readFile, saveRow, storeBytes } from '../../lib/files/files.ts'
import { inWidths } from '../../lib/files/pictures.ts'
import { qrPng, readQr } from '../../lib/files/qr-code.ts'
import { contains, ordering, paged } from '../../lib/tables/table.ts'
import { matchesStation } from '../stations/read.ts'
import { grantColumns, mayWriteStation, needStation, stationScope, writableStations } from '../stations/scope.ts'
import { printLabels } from './label-sheet.ts'
import { codedSearch } from './search.ts'

const TAKEN = 'Il punto vendita ha già un QR.'
/** Stored width of a picture in pixels, and the minimum width to read its code. */
const [WIDTH, MIN_WIDTH] = [1000, 120]
const place = { id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province }
const from = sql`${table} inner join ${stations} on ${eq(stations.id, table.station_id)}`
const sorts = { station: stations.name, name: table.name, created_at: table.created_at }
const columnsFor = (user: User) => ({
  ...{ id: table.id, rev: table.rev, name: table.name, url: table.url, created_at: table.created_at },
  ...{ station: place, ...grantColumns(user) },
})
const withWritable = <R extends { assigned: boolean; given: string | null }>({ assigned, given, ...row }: R, user: User) => ({
  ...row,
  writable: mayWriteStation(user, { assigned, given }, 'net.write'),
})
async function qrOf(station: number, { db, user }: Context) {
  const [row] = await db
    .select(columnsFor(user))
    .from(table)
    .innerJoin(stations, eq(stations.id, table.station_id))
    .where(and(eq(table.station_id, station), stationScope(user)))
  return row && withWritable(row, user)
}
/** The QR code as stored in the history, without the picture. */
const historyValues = ({ id, rev, name, url }: { id: number; rev: number; name: string; url: string | null }) => ({ id, rev, name, url })

/** Records of a kind within the caller's scope that match a condition. */
async function findOfKind(kind: CodedKind, wanted: SQL | undefined, { db, user }: Context) {
  const { from, scope, shown, hit } = codedSearch[kind]
  if (!wanted || !allows(searchKinds[kind].policy, user)) return []
  const columns = sql.join(
    Object.entries(shown).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const { rows } = (await db.execute(sql`select ${columns} from ${from} where ${and(scope(user), wanted)} limit 20`)) as unknown as {
    rows: object[]
  }
  return rows.map((row) => ({ kind, ...hit(row as never) }))
}
/** Condition for stations whose code or QR content is this text. */
const hasCode = (text: string) =>
  or(eq(folded(stations.code), fold(text)), sql`${stations.id} in (select ${table.station_id} from ${table} where ${eq(table.url, text)})`)

export default implement(contract, {
  list(input, context) {
    const { db, user } = context
    const order = ordering(input.sort ?? contract.list.order, sorts, table.id)
    const where = and(
      stationScope(user),
      contains(input.search ?? input.query, sql`(${stations.search_text} || ' ' || ${foldedText(table.name)})`),
      input.station_id?.length ? inArray(table.station_id, input.station_id) : undefined,
    )
    return paged(input, context, [from, where], async (in_all, limit, offset) => {
      const rows = await db
        .select({ ...columnsFor(user), in_all })
        .from(table)
        .innerJoin(stations, eq(stations.id, table.station_id))
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map((row) => withWritable(row, user))
    })
  },
  available({ value, search, query }, { db, user }) {
    return db
      .select(place)
      .from(stations)
      .where(
        and(
          writableStations(user),
          matchesStation(value ?? search ?? query, user),
          notExists(db.select({ id: table.id }).from(table).where(eq(table.station_id, stations.id))),
        ),
      )
      .orderBy(sortKey(stations.name), stations.id)
      .limit(20)
  },
  create: preparedWrite(
    // Decoding and disk access happen before the transaction begins.
    async ({ station, url, files: [upload, second] }, context) => {
      await needStation(context.db, context.user, station, 'net.write')
      if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
      if (upload && upload.bytes.length > MAX_QR_BYTES) throw problem.bigFile(MAX_QR_BYTES)
      const said = url ?? labelAddress(context.origin, labelCode('stations', station))
      if (!upload) return { url: said, stored: await storeBytes({ name: 'qr.png', bytes: await qrPng(said) }, context) }
      const [picture] = await inWidths(upload, String(context.user.id), { types: QR_TYPES, min: MIN_WIDTH, widths: [WIDTH] })
      return { url: (await readQr(picture!.bytes)) ?? null, stored: await storeBytes(picture!, context) }
    },
    async ({ station, name }, context, { url, stored }) => {
      const { db, user, history, audit } = context
      await needStation(db, user, station, 'net.write')
      const { id: file_id } = await saveRow(stored, { type: 'qr_code', id: station }, context)
      const [made] = await db
        .insert(table)
        .values({ station_id: station, name, url, file_id, created_by: user.id, updated_by: user.id })
        .onConflictDoNothing()
        .returning()
      if (!made) throw problem.conflict(TAKEN)
      audit({ entity_id: made.id })
      await history('qr_code', made.id, 'created', null, historyValues(made))
      return (await qrOf(station, context))!
    },
  ),
  async remove({ station }, context) {
    const { db, user, history, audit } = context
    await needStation(db, user, station, 'net.write')
    const [gone] = await db.delete(table).where(eq(table.station_id, station)).returning()
    audit({ entity_id: gone?.id ?? station })
    if (!gone) return undefined
    await db.delete(files).where(eq(files.id, gone.file_id))
    await history('qr_code', gone.id, 'deleted', historyValues(gone), null)
    return undefined
  },
  async picture({ station }, { db, user, files: store }) {
    await needStation(db, user, station)
    const [row] = await db
      .select({ file: files })
      .from(table)
      .innerJoin(files, eq(files.id, table.file_id))
      .where(eq(table.station_id, station))
    if (!row) throw problem.notFound()
    return { bytes: await readFile(row.file, store), mime: row.file.mime, name: row.file.name }
  },
  sheet: (input, context) => printLabels(input, context),
  async read({ code: given }, context) {
    const named = parseLabelCode(given)
    if (named) return findOfKind(named.kind, codedSearch[named.kind].named([String(named.id)]), context)
    const code = withoutAddress(given)
    const pieces: CodedKind[] = Object.values(labelCodeKinds).filter((kind) => kind !== 'stations')
    const placed = await findOfKind('stations', and(isNull(stations.deleted_at), hasCode(code)), context)
    if (placed.length) return placed
    const hits = []
    // The index finds serials that begin with the text; only exact matches are returned.
    for (const kind of pieces) hits.push(...(await findOfKind(kind, codedSearch[kind].matches(code, context.user), context)))
    return hits.filter(({ number }) => number && fold(number) === fold(code))
  },
})
