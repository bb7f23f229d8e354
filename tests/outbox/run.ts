import { type Bug, type Options, type Run, runSchedule } from './schedule.ts'

/** Many schedules, and what came of them. */
export interface Totals {
  schedules: number
  intents: number
  photos: number
  kills: number
  violations: { seed: number; violation: string }[]
}

export async function runMany(from: number, count: number, options: Options = {}): Promise<Totals> {
  const totals: Totals = { schedules: 0, intents: 0, photos: 0, kills: 0, violations: [] }
  for (let seed = from; seed < from + count; seed++) add(totals, await runSchedule(seed, options))
  return totals
}

function add(totals: Totals, { seed, intents, photos, kills, violation }: Run) {
  totals.schedules++
  totals.intents += intents
  totals.photos += photos
  totals.kills += kills
  if (violation) totals.violations.push({ seed, violation })
}

export function merge(all: Totals[]): Totals {
  const totals: Totals = { schedules: 0, intents: 0, photos: 0, kills: 0, violations: [] }
  for (const one of all) {
    totals.schedules += one.schedules
    totals.intents += one.intents
    totals.photos += one.photos
    totals.kills += one.kills
    totals.violations.push(...one.violations)
  }
  return totals
}

/** Schedules a planted bug may take to be found. */
export const BUG_LIMIT = 20_000

/** The first run that finds `bug`, or undefined within the limit; `tried` counts the schedules. */
export async function findBug(bug: Bug, from = 1): Promise<{ found: Run | undefined; tried: number }> {
  for (let tried = 1; tried <= BUG_LIMIT; tried++) {
    const found = await runSchedule(from + tried - 1, { bug })
    if (found.violation) return { found, tried }
  }
  return { found: undefined, tried: BUG_LIMIT }
}

/** "100000 schedules, 479711 intents, …: 0 lost, 0 duplicated, 0 out of order" */
export function summary({ schedules, intents, photos, kills, violations }: Totals): string {
  const of = (rule: string) => violations.filter(({ violation }) => violation.startsWith(rule)).length
  const named = of('I1') + of('I2') + of('I3')
  const others = violations.length - named ? `, ${violations.length - named} other violations` : ''
  return `${schedules} schedules, ${intents} intents, ${photos} photos, ${kills} kills: ${of('I1')} lost, ${of('I2')} duplicated, ${of('I3')} out of order${others}`
}
