import { BUGS } from './bugs.ts'
import { dexieDisk } from './dexie-disk.ts'
import { findBug, runMany, type Totals } from './run.ts'
import { runSchedule } from './schedule.ts'

/** The pieces that the processes of `npm run sim` share out among themselves. */

export type Kind = 'memory' | 'dexie'
export type Victim = 'tab' | 'server'
export type Job =
  | { kind: 'storms'; disk: Kind; from: number; count: number }
  | { kind: 'bug'; index: number; from: number }
  | { kind: 'kills'; seed: number; victim: Victim }
  | { kind: 'replays'; from: number; count: number }
export type Done =
  | { kind: 'storms'; disk: Kind; totals: Totals }
  | { kind: 'bug'; index: number; tried: number; violation: string | undefined }
  | { kind: 'kills'; victim: Victim; kills: number; violations: string[] }
  | { kind: 'replays'; count: number; different: number[] }

/** The runs that are killed at each of their awaits in turn. */
const SCRIPTED = [3, 5, 8, 13, 21, 34, 55, 89, 144, 233]
export const REPLAYS = 100

/** `schedules` storms in memory from `seed` on, `overDexie` of them again over Dexie, and what is done whatever the number. Long jobs first. */
export function jobsFor(schedules: number, overDexie: number, seed: number): Job[] {
  const storms = (disk: Kind, total: number, chunk: number): Job[] =>
    Array.from({ length: Math.ceil(total / chunk) }, (_, i) => ({
      kind: 'storms',
      disk,
      from: seed + i * chunk,
      count: Math.min(chunk, total - i * chunk),
    }))
  return [
    ...storms('dexie', overDexie, 50),
    ...storms('memory', schedules, 500),
    ...SCRIPTED.flatMap((seed): Job[] => [
      { kind: 'kills', seed, victim: 'tab' },
      { kind: 'kills', seed, victim: 'server' },
    ]),
    ...BUGS.map((_, index): Job => ({ kind: 'bug', index, from: seed })),
    { kind: 'replays', from: seed, count: REPLAYS },
  ]
}

export async function work(job: Job): Promise<Done> {
  switch (job.kind) {
    case 'storms': {
      const disk = job.disk === 'dexie' ? dexieDisk : undefined
      return { kind: 'storms', disk: job.disk, totals: await runMany(job.from, job.count, { disk }) }
    }
    case 'bug': {
      const { found, tried } = await findBug(BUGS[job.index]!, job.from)
      return { kind: 'bug', index: job.index, tried, violation: found?.violation }
    }
    case 'kills':
      return kills(job.seed, job.victim)
    case 'replays': {
      const different: number[] = []
      for (let seed = job.from; seed < job.from + job.count; seed++) {
        const [one, two] = [await runSchedule(seed), await runSchedule(seed)]
        if (JSON.stringify(one) !== JSON.stringify(two)) different.push(seed)
      }
      return { kind: 'replays', count: job.count, different }
    }
  }
}

/** One run, killed at its first await, then anew at its second, and so on to its last. */
async function kills(seed: number, victim: Victim): Promise<Done> {
  const { awaits } = await runSchedule(seed)
  const total = victim === 'tab' ? awaits.device : awaits.server
  const violations: string[] = []
  for (let at = 1; at <= total; at++) {
    const { violation } = await runSchedule(seed, victim === 'tab' ? { killAt: at } : { crashAt: at })
    if (violation) violations.push(`seed ${seed}, ${victim} killed at await ${at}: ${violation}`)
  }
  return { kind: 'kills', victim, kills: total, violations }
}
