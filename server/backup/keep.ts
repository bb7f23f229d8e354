const NAME = /^piazzale-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.copia$/
const KEPT = { days: 7, weeks: 4, months: 3 }

/** The name of a copy made at that time, in UTC. */
export const nameOf = (at: Date) => `piazzale-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.copia`
/** The Monday of a day's week. */
function weekOf(day: string): string {
  const at = new Date(day)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}
/** The copies in a folder that are no longer kept: of each of the last 7 days, 4 weeks and 3 months that have one, the newest stays. Files of other names are not ours. */
export function outdated(names: readonly string[]): string[] {
  const copies = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
  const newestOf = (periodOf: (day: string) => string, most: number) => {
    const found = new Map<string, string>()
    for (const name of copies) {
      const period = periodOf(NAME.exec(name)![1]!)
      if (!found.has(period) && found.size < most) found.set(period, name)
    }
    return [...found.values()]
  }
  const kept = new Set([
    ...newestOf((day) => day, KEPT.days),
    ...newestOf(weekOf, KEPT.weeks),
    ...newestOf((day) => day.slice(0, 7), KEPT.months),
  ])
  return copies.filter((name) => !kept.has(name))
}
