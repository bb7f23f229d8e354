import type { Json } from './placeholder.ts'

/** Entered values of a record (`offline-part.ts`), by field. `photos` are the ids of its pictures, in order. */
export interface Values {
  photos: string[]
  [field: string]: Json
}
/** The device's copy of a record, stored as the `data` of the draft with the name of its lane. */
export interface OfflineCopy {
  uuid: string
  station_id: number
  /** Label of the station for lists: `PV007 Roma`. */
  place: string
  /** Label of the record for lists. */
  title: string
  /** ISO instant of the first entry. */
  noted_at: string
  values: Values
  /** Values confirmed last; null before the first confirmation. */
  confirmed: Values | null
  /** The server's `rev` that this copy was made from; null if it was created here. */
  rev: number | null
  /** Fields confirmed here since then. */
  changed: string[]
  /** True once its creation was queued. */
  begun: boolean
  /** `writing`: being edited; `confirmed`: to be queued; `queued`: everything is in the queue. */
  state: 'writing' | 'confirmed' | 'queued'
  /** When it was queued, in milliseconds. */
  at: number
  /** Pictures stored on this device, by id. */
  files: Record<string, { hash: string; mime: string }>
}

const pick = (values: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
/** The request body that creates the record. */
export const createBody = ({ uuid, station_id, noted_at, confirmed, values }: OfflineCopy): { [field: string]: Json } => ({
  ...{ uuid, station_id, noted_at },
  ...(confirmed ?? values),
})
/** The request body that updates the record. Its `rev` is a placeholder for the newest one the server has confirmed, at least the copy's own. */
export const updateBody = ({ uuid, rev, confirmed, values, changed }: OfflineCopy): { [field: string]: Json } => ({
  ...{ uuid, rev: { $ref: uuid, field: 'rev', ...(rev !== null && { or: rev }) } },
  ...pick(confirmed ?? values, changed),
})
