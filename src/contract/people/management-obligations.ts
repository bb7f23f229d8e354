import * as v from 'valibot'
import { periodicities } from '../expirations/words.ts'
import { StoredFile } from '../kernel/attachments.ts'
import { ListQuery } from '../kernel/crud.ts'
import { get, list, post, resource } from '../kernel/endpoint.ts'
import { date, optionalText, reference } from '../kernel/fields.ts'
import { anyId, listParam } from '../kernel/filters.ts'
import { stationRoles } from '../kernel/roles.ts'
import { GivenObligation, obligationStates } from './managements.ts'
import { obligationCategories } from './obligations.ts'

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
const nullableText = v.nullable(v.string())
const station = v.object({ id: v.number(), code: v.string(), name: v.string() })
const ManagementObligation = v.object({
  id: v.number(),
  management_id: v.number(),
  obligation_id: v.number(),
  name: v.string(),
  description: nullableText,
  category: v.picklist(keysOf(obligationCategories)),
  periodicity: v.picklist(keysOf(periodicities)),
  document_required: v.boolean(),
  applicable: v.boolean(),
  due_date: nullableText,
  last_done_at: nullableText,
  done_by: nullableText,
  note: nullableText,
  status: v.picklist(obligationStates),
  station,
  files: v.array(StoredFile),
})
export type ManagementObligation = v.InferOutput<typeof ManagementObligation>
const filters = {
  station_id: anyId,
  status: listParam(v.picklist(obligationStates)),
  category: listParam(v.picklist(keysOf(obligationCategories))),
}
const path = '/management-obligations'
/** What each manager has to do at a station, and by when. */
export const managementObligations = resource('management_obligations', {
  /** Of managements that have not ended, those due first before the others. */
  list: get(path, {
    query: v.object({ management_id: anyId, ...filters }),
    output: ManagementObligation,
    envelope: 'list',
    policy: 'mgmt.read',
    order: 'per scadenza',
    steady: 10,
    kept: { place: 'page', by: stationRoles },
  }),
  /** Replaces the set of a management: what is not named goes, unless it was done once. */
  sync: post(path, {
    body: v.object({ management_id: reference('Gestione'), obligations: v.pipe(v.array(GivenObligation), v.maxLength(200)) }),
    output: v.array(ManagementObligation),
    ok: 'Obblighi aggiornati',
    policy: 'obl.write',
    touches: ['managements', 'obligations'],
  }),
  /** (+) A page of managements with the state of each obligation. */
  matrix: list(`${path}/matrix`, {
    query: v.object({ ...ListQuery.entries, ...filters }),
    output: v.object({
      /** The management's. */
      id: v.number(),
      station,
      manager: v.object({ id: v.number(), name: v.string(), lastname: v.string() }),
      writable: v.boolean(),
      cells: v.array(v.object({ id: v.number(), obligation_id: v.number(), due_date: nullableText, status: v.picklist(obligationStates) })),
    }),
    policy: 'mgmt.read',
    order: 'station',
    steady: 10,
  }),
  /** (+) "Segna come adempiuto", with the proof. The next due date follows from the periodicity. */
  done: post(`${path}/{id}/done`, {
    files: true,
    body: v.object({ done_at: date('Adempiuto il'), note: optionalText('Note') }),
    output: ManagementObligation,
    success: [200],
    ok: 'Obbligo adempiuto',
    policy: 'obl.done',
    touches: ['managements'],
  }),
  /** (+) */
  file: get(`${path}/{id}/files/{fileId}`, { envelope: 'blob', policy: 'mgmt.read' }),
})
