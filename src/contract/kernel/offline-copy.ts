import type { Json } from './placeholder.ts'

/** What a person writes of one record (offline-part.ts), by field; `photos` are the names of its pictures, in order. */
export interface Values {
  photos: string[]
  [field: string]: Json
}
/** A record as it stands on the device: the `data` of the draft that is named as its lane. */
export interface OfflineCopy {
  uuid: string
  station_id: number
  /** Of the station, for lists: `PV007 Roma`. */
  place: string
  /** Of the thing, for lists. */
  title: string
  /** ISO instant of its first letter. */
  noted_at: string
  values: Values
  /** As confirmed last; null before the first time. */
  confirmed: Values | null
  /** The server's `rev` that this copy was made from; null: it began here. */
  rev: number | null
  /** Fields confirmed here since. */
  changed: string[]
  /** Its creation is in the queue, or was. */
  begun: boolean
  /** `writing`: not confirmed, and queued by nobody; `confirmed`: to be queued; `queued`: nothing of it is here alone. */
  state: 'writing' | 'confirmed' | 'queued'
  /** Since when it is `queued`, in milliseconds. */
  at: number
  /** The pictures that are on this device, by name. */
  files: Record<string, { hash: string; mime: string }>
}

const pick = (values: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
/** The body that creates it. */
export const createOf = ({ uuid, station_id, noted_at, confirmed, values }: OfflineCopy): { [field: string]: Json } => ({
  ...{ uuid, station_id, noted_at },
  ...(confirmed ?? values),
})
/** The body that changes it. Its `rev` is what the server has said by then, or what this copy was made from. */
export const changesOf = ({ uuid, rev, confirmed, values, changed }: OfflineCopy): { [field: string]: Json } => ({
  ...{ uuid, rev: { $ref: uuid, field: 'rev', ...(rev !== null && { or: rev }) } },
  ...pick(confirmed ?? values, changed),
})
