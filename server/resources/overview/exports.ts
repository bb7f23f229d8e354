import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { exporting as contract } from '../../../src/contract/kernel/exporting.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { fileName } from '../../../src/rules/shared/sheet-cells.ts'
import { job_history } from '../../db/schema/core/jobs.ts'
import { files } from '../../db/schema/core/system.ts'
import { implement } from '../../lib/core/implement.ts'
import { validate } from '../../lib/core/input.ts'
import { problem } from '../../lib/core/problem.ts'
import { csvFile, sheetMimes, xlsxFile } from '../../lib/files/export-file.ts'
import { readFile } from '../../lib/files/files.ts'
import { hasFile, startJob } from '../../lib/jobs/start-job.ts'
import { type ExportInput, exportKind, exportOf } from './export-kind.ts'

export default implement(contract, {
  async start(input, context) {
    const { name, read } = exportOf(input)
    if (!allows(read.endpoint.policy, context.user)) throw problem.forbidden()
    // A wrong request is refused now, not by a job that fails.
    validate(read.endpoint, { path: {}, query: input.search, body: {} })
    const job = await startJob(exportKind, input, `${name} in ${input.format === 'csv' ? 'CSV' : 'Excel'}`, context)
    context.audit({ action: 'export', entity: 'jobs', entity_id: job.id })
    return job
  },
  async file({ id }, { db, user, now, files: store }) {
    const mine = and(eq(job_history.id, id), eq(job_history.user_id, user.id), eq(job_history.type, exportKind.type))
    const [job] = await db.select().from(job_history).where(mine)
    if (!job) throw problem.notFound()
    const input = job.input as ExportInput
    const { name, read, written } = exportOf(input)
    if (!allows(read.endpoint.policy, user)) throw problem.forbidden()
    if (job.status === 'in_coda' || job.status === 'in_corso') throw problem.conflict('L’esportazione non è ancora finita.')
    const of = and(eq(files.owner_type, 'export'), eq(files.owner_id, id))
    const parts = (await db.select().from(files).where(of)).sort((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10))
    if (!hasFile(job, exportKind, now) || parts.length !== job.items)
      throw problem.conflict('Il file non c’è più, o non è mai stato finito: esporta di nuovo.')
    const pieces = (async function* () {
      for (const part of parts) yield await readFile(part, store)
    })()
    const day = now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    const bytes = Readable.from(input.format === 'csv' ? csvFile(written, pieces) : xlsxFile([{ name, columns: written, pieces }]))
    return { bytes, mime: sheetMimes[input.format], name: fileName(name, day, input.format) }
  },
})
