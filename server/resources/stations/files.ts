import { and, desc, eq } from 'drizzle-orm'
import { type StationFile, stationFiles } from '../../../src/contract/stations/files.ts'
import { files } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { type Handlers, implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { readFile } from '../../lib/files/files.ts'
import { needStation } from './scope.ts'

const papers = attachmentsOf(
  'station',
  ({ id }, { db, user }) => needStation(db, user, id),
  ({ id }, { db, user }) => needStation(db, user, id, 'net.write'),
)
const ofStation = eq(files.owner_type, 'station')

export default implement(stationFiles, {
  async list({ id }, { db, user }) {
    await needStation(db, user, id)
    const rows = await db
      .select()
      .from(files)
      .where(and(ofStation, eq(files.owner_id, id)))
      .orderBy(desc(files.id))
    return rows as StationFile[]
  },
  upload: papers.upload as Handlers<typeof stationFiles>['upload'],
  async download({ id }, context: Context) {
    const { db, user } = context
    const [row] = await db
      .select()
      .from(files)
      .where(and(eq(files.id, id), ofStation))
    if (!row) throw problem.notFound()
    await needStation(db, user, row.owner_id!)
    return { bytes: await readFile(row, context.files), mime: row.mime, name: row.name }
  },
  removeFile: papers.removeFile,
})
