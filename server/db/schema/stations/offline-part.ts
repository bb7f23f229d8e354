import { jsonb, text } from 'drizzle-orm/pg-core'
import { common, instant, owner } from '../core/columns.ts'
import { stations } from './stations.ts'

/** Columns of records written at a station, possibly offline (src/contract/kernel/offline-part.ts). The device chooses the `uuid`. */
export const offlinePart = () => ({
  ...common(),
  uuid: text().notNull().unique(),
  station_id: owner(() => stations.id),
  photos: jsonb().$type<string[]>().notNull().default([]),
  noted_at: instant().notNull(),
  /** The `rev` of the last change of each field. */
  field_revs: jsonb().$type<Record<string, number>>().notNull().default({}),
  deleted_at: instant(),
})
