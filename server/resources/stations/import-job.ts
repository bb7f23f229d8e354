import * as v from 'valibot'
import type { StartedSheet } from '../../../src/contract/kernel/importing.ts'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { labelOf } from '../../../src/contract/kernel/valibot-it.ts'
import { sheetFields, stationImport } from '../../../src/contract/stations/import.ts'
import { mayCreateStations } from '../../../src/rules/stations/access.ts'
import { dependentValues, lostValues, stationErrors } from '../../../src/rules/stations/station-checks.ts'
import {
  mayChangeStatus,
  needsReason,
  type StationStatus,
  statusChangeValues,
  transitionRefusal,
} from '../../../src/rules/stations/status-changes.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { stationText } from '../../domain/shared/search-text.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { type Importable, type ImportedLine, judge, lineSheet, plannedLines } from '../../lib/tables/import.ts'
import { unimport } from '../../lib/tables/undo-import.ts'
import { writableStations } from './scope.ts'

export const importable: Importable = {
  table: stations,
  fields: sheetFields,
  key: 'code',
  uniques: ['mise_id', 'icad_code'],
  makes: mayCreateStations,
  scope: writableStations,
  lost: (given, record) =>
    Object.fromEntries(
      lostValues(given, record).map(([name, owner]) => {
        const word = labelOf(sheetFields[owner])!
        const asks = [
          { label: `${word}: Sì`, field: owner, text: 'Sì' },
          { label: 'Lascia fuori il valore', field: name, text: '' },
        ]
        return [name, { sentence: `Si registra solo con «${word}»: Sì. Altrimenti il valore va perso.`, asks }]
      }),
    ),
  rules: (record, before, user) => ({ ...stationErrors(record), status: before && statusError(before.status, record.status, user) }),
}
const REASON = 'Per una chiusura temporanea serve il motivo: cambia lo stato dalla scheda del punto vendita.'
/** The error of a changed status, as the call for status changes would give it. A sheet has no column for the reason of a closure. */
function statusError(from: StationStatus, to: StationStatus, user: Context['user']): string | undefined {
  if (from === to) return undefined
  return (
    transitionRefusal(from, to) ?? (mayChangeStatus(from, to, user) ? (needsReason(to) ? REASON : undefined) : problem.forbidden().message)
  )
}
const written = crudOn({ create: { ...stationImport.check, body: v.object(sheetFields) } }, stations, {
  model: 'station',
  search: [],
  sort: ['name'],
})

/** The job's context for calls of `crudOn`. Jobs are logged themselves, so single rows are not audited. */
const asContext = (job: JobContext) => ({ ...job, audit: () => {} }) as unknown as Context
export const undoStationImport = unimport(importable, (input, job) => written.update(input, asContext(job)))
/** Creates and updates stations from a sheet, line by line. */
export const importStations = jobKind<StartedSheet, ImportedLine>({
  type: 'import_punti_vendita',
  name: 'Importazione punti vendita',
  policy: stationImport.start.policy,
  input: stationImport.start.body,
  batch: 25,
  undo: true,
  sheet: sheetFields,
  plan: async (sheet) => plannedLines(sheet, ({ code = '', name = '' }) => `${code} ${name}`),
  async row(line, job) {
    const [found] = await judge(importable, lineSheet(line), job)
    const { state, errors, record, before, changes } = found!
    if (!record) throw problem.unprocessable(Object.values(errors).join(' '))
    if (state === 'uguale') return { outcome: 'invariato', message: 'È già così.' }
    const { status, closed_at } = record as { status: StationStatus; closed_at: string | null }
    const moved = before && before.status !== status && statusChangeValues(before.status, status, { up: closed_at ?? dayInRome(job.now) })
    const saved = {
      ...record,
      ...moved,
      ...dependentValues(record),
      region: provinces.get(record.province as string)!.region,
      search_text: stationText(record as never),
    }
    if (!before) await written.create(saved, asContext(job))
    else await written.update({ ...saved, id: before.id, rev: before.rev }, asContext(job))
    const count = changes.length
    return { outcome: 'fatto', message: before ? `Modificato: ${count === 1 ? '1 campo' : `${count} campi`}` : 'Creato' }
  },
})
