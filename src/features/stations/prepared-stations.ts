import type { OfflineStation } from '../../contract/inspections/offline.ts'
import type { DirectoryStation } from '../../contract/stations/openings.ts'
import { ownRows } from '../../lib/own-rows.ts'
import { FIELD_DB } from '../../lib/purge.ts'
import { readWeek } from '../../rules/stations/week-text.ts'

/** One of the directory, or one that was prepared; what an older version prepared has no hours. */
export type KnownStation = Omit<DirectoryStation, 'opening'> & Partial<Pick<DirectoryStation, 'opening'>>

/** All the stations that "Prepara per offline" (features/inspections/field-store.ts) keeps here for this person, and as of when; null where nothing was prepared. */
export async function preparedStations(): Promise<{ rows: KnownStation[]; at: string } | null> {
  const found = await ownRows(FIELD_DB, ['stations', 'facts'])
  const at = (found?.facts as { key: string; at: string }[] | undefined)?.find(({ key }) => key === 'stations')?.at
  if (!found || !at) return null
  const rows = (found.stations as OfflineStation[])
    .filter(({ status }) => status !== 'dismissed')
    .map(({ week, ...row }) => ({ ...row, ...(week !== undefined && { opening: readWeek(week ?? '') }) }) as unknown as KnownStation)
  return { rows: rows.sort((a, b) => a.name.localeCompare(b.name, 'it')), at }
}
