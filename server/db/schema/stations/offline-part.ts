import { jsonb, text } from 'drizzle-orm/pg-core'
import { common, instant, owner } from '../core/columns.ts'
import { stations } from './stations.ts'

/** What is written on a station where there may be no network (src/contract/kernel/offline-part.ts). The device gives the `uuid`. */
export const offlinePart = () => ({
  ...common(),
  uuid: text().notNull().unique(),
  station_id: owner(() => stations.id),
  photos: jsonb().$type<string[]>().notNull().default([]),
  noted_at: instant().notNull(),
  /** The `rev` with which each field was last changed. */
  field_revs: jsonb().$type<Record<string, number>>().notNull().default({}),
  deleted_at: instant(),
})
