import { sql } from 'drizzle-orm'
import type { ExportedList } from '../../src/contract/exporting.ts'
import { activityTexts } from '../../src/rules/activity-columns.ts'
import type { Cell } from '../../src/rules/sheet.ts'
import { activity_log } from '../db/schema/system.ts'
import type { Db } from '../lib/db.ts'
import type { Implementation } from '../lib/implement.ts'
import activity from './activity.ts'

/** A list that can be written as a file: its columns are those of the screen, in the same words. */
interface WrittenList {
  of: Implementation
  /** 'Accessi' */
  name: string
  columns: Readonly<Record<string, (row: never) => Cell>>
  wide: readonly string[]
  /** Parameters that keep the rows as they are while they are read, piece by piece. */
  still(db: Db): Promise<object>
}
export const exportLists: Readonly<Record<ExportedList, WrittenList>> = {
  'activity.list': {
    ...{ of: activity, name: 'Accessi', columns: activityTexts, wide: ['Utente', 'Oggetto'] },
    async still(db) {
      const [row] = await db.select({ until: sql<number>`coalesce(max(${activity_log.id}), 1)`.mapWith(Number) }).from(activity_log)
      return row!
    },
  },
}
