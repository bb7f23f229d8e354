import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUGS } from './bugs.ts'
import { dexieDisk } from './dexie-disk.ts'
import { type Done, type Job, jobsFor, work } from './jobs.ts'
import { merge, summary, type Totals } from './run.ts'
import { runSchedule } from './schedule.ts'

/**
 * `npm run sim -- --schedules=100000 --seed=1` (without a seed: one chosen at random, and printed): that many storms from that seed on in memory and a twentieth of them again over Dexie (or
 * `--dexie=N`), ten scripted runs killed at every await of a tab and of the server, 100 seeds played twice, and a search for every planted
 * bug, in two processes. The last line says what came of it, and so does the exit code; `--report=FILE` leaves the counts in JSON.
 * `--replay=SEED` prints one schedule, event by event (with `--bug=NAME`, with `--disk=dexie`).
 */

const PROCESSES = 2

function option(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
}

if (process.argv.includes('--helper')) {
  process.on('message', (job: Job) => void work(job).then((done) => process.send!(done)))
} else if (option('replay')) {
  const bug = BUGS.find(({ name }) => name === option('bug'))
  const disk = option('disk') === 'dexie' ? dexieDisk : undefined
  const { violation, trace } = await runSchedule(Number(option('replay')), { bug, disk, log: console.log })
  console.log(`trace ${trace}: ${violation ?? 'no violation'}`)
} else {
  const schedules = Number(option('schedules') ?? 10_000)
  const seed = Number(option('seed') ?? randomInt(1, 100_000_000))
  console.log(`seed ${seed}`)
  process.exitCode = await main(schedules, Number(option('dexie') ?? Math.ceil(schedules / 20)), seed)
}

async function main(schedules: number, overDexie: number, seed: number): Promise<number> {
  const all: Done[] = []
  await Promise.all(
    helpers(jobsFor(schedules, overDexie, seed), (done) => {
      all.push(done)
      tell(done)
    }),
  )
  const of = <K extends Done['kind']>(kind: K) => all.filter((done): done is Extract<Done, { kind: K }> => done.kind === kind)
  const storms = (disk: 'memory' | 'dexie'): Totals =>
    merge(
      of('storms')
        .filter((done) => done.disk === disk)
        .map(({ totals }) => totals),
    )
  const [memory, dexie] = [storms('memory'), storms('dexie')]
  const bugsFound = of('bug').filter(({ violation }) => violation).length
  const killed = (victim: 'tab' | 'server') => of('kills').filter((done) => done.victim === victim)
  const killsOf = (victim: 'tab' | 'server') => killed(victim).reduce((sum, { kills }) => sum + kills, 0)
  const unequal = of('replays').flatMap(({ different }) => different).length
  const replays = of('replays').reduce((sum, { count }) => sum + count, 0)

  const checks = [
    // The storms must be storms: what is saved, and how often somebody is killed meanwhile.
    memory.violations.length === 0 && memory.intents > schedules * 3 && memory.kills > schedules / 2,
    dexie.violations.length === 0 && dexie.intents > overDexie * 3,
    killed('tab').every(({ violations }) => violations.length === 0) && killsOf('tab') >= 1_500,
    killed('server').every(({ violations }) => violations.length === 0) && killsOf('server') >= 200,
    unequal === 0,
    ...of('bug').map(({ violation }) => violation !== undefined),
  ]
  const violated = of('kills').flatMap(({ violations }) => violations).length
  const last = `${summary(memory)}; planted bugs ${bugsFound}/${BUGS.length}; seed ${seed}`
  console.log(
    `10 scripted runs, killed at each of ${killsOf('tab')} awaits of a tab and ${killsOf('server')} of the server: ${violated} violations`,
  )
  console.log(`${replays} seeds played twice: ${replays - unequal} equal traces`)
  console.log(`over Dexie: ${summary(dexie)}`)
  console.log(last)
  const passed = checks.filter(Boolean).length
  const report = option('report')
  if (report) fs.writeFileSync(report, JSON.stringify({ passed, failed: checks.length - passed, sentence: last }))
  return passed === checks.length ? 0 : 1
}

/** Prints the events of a piece of work that are worth a line at once. */
function tell(done: Done) {
  if (done.kind === 'storms')
    for (const { seed, violation } of done.totals.violations)
      console.log(`seed ${seed}: ${violation}\n  npm run sim -- --replay=${seed}${done.disk === 'dexie' ? ' --disk=dexie' : ''}`)
  if (done.kind === 'bug')
    console.log(`${BUGS[done.index]!.name}: ${done.violation ? `found in schedule ${done.tried} (${done.violation})` : 'NOT FOUND'}`)
  if (done.kind === 'kills') for (const violation of done.violations) console.log(violation)
  if (done.kind === 'replays') for (const seed of done.different) console.log(`seed ${seed} gives another trace the second time`)
}

/** Processes that take one job after the other until there are none. */
function helpers(jobs: Job[], report: (done: Done) => void): Promise<void>[] {
  return Array.from(
    { length: PROCESSES },
    () =>
      new Promise((resolve, reject) => {
        const child = fork(fileURLToPath(import.meta.url), ['--helper'])
        const next = () => {
          const job = jobs.shift()
          if (job) child.send(job)
          else child.disconnect()
        }
        child.on('message', (done: Done) => {
          report(done)
          next()
        })
        child.on('error', reject)
        child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a simulation process ended with ${code}`))))
        next()
      }),
  )
}
