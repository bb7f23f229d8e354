import type { SupportDocument } from '../../contract/content/support-documents.ts'
import { hasWords } from '../../contract/kernel/fold.ts'

/** Files in the order given, one group for each station; those for every driver come first. */
export function byStation<T extends SupportDocument>(rows: readonly T[]): { station: T['station']; files: T[] }[] {
  const groups = new Map<number, { station: T['station']; files: T[] }>()
  for (const row of rows) {
    const key = row.station?.id ?? 0
    const group = groups.get(key) ?? { station: row.station, files: [] as T[] }
    groups.set(key, group)
    group.files.push(row)
  }
  return [...groups.values()].toSorted((a, b) => Number(!!a.station) - Number(!!b.station))
}
/** The files that have every word of `text` in their name or in code, name or town of their station. */
export function withWords<T extends SupportDocument>(rows: readonly T[], text = ''): T[] {
  return rows.filter(({ name, station }) => hasWords([name, station?.code, station?.name, station?.city].join(' '), text))
}
/** Opens the way to a station in the map of the phone; by place where that is known, else by address. */
export const wayTo = ({ latitude, longitude, address, cap, city }: NonNullable<SupportDocument['station']>) =>
  `https://www.google.com/maps/dir/?api=1&destination=${
    latitude !== null && longitude !== null ? `${latitude},${longitude}` : encodeURIComponent(`${address}, ${cap} ${city}`)
  }`
