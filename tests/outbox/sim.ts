import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BUGS } from './bugs.ts'
import { dexieDisk } from './dexie-disk.ts'
import { findBug, merge, runMany, summary, type Totals } from './run.ts'
import { runSchedule } from './schedule.ts'

/**
 * `npm run sim -- --schedules=100000 --seed=1` runs that many schedules from that seed on, in two processes, then looks for every planted
 * bug; the last line says what came of it, and so does the exit code. `--disk=dexie` runs them over Dexie instead of memory (and plants no
 * bugs). `--replay=SEED` (and `--bug=NAME`) prints one schedule, event by event.
 */

const PROCESSES = 2
const CHUNK = 500

type Job = { kind: 'run'; from: number; count: number } | { kind: 'bug'; index: number; from: number }
type Done = { kind: 'run'; totals: Totals } | { kind: 'bug'; index: number; tried: number; violation: string | undefined }

const DISK = option('disk') === 'dexie' ? dexieDisk : undefined

function option(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
}

if (process.argv.includes('--helper')) {
  process.on('message', (job: Job) => void work(job).then((done) => process.send!(done)))
} else if (option('replay')) {
  const bug = BUGS.find(({ name }) => name === option('bug'))
  const { violation, trace } = await runSchedule(Number(option('replay')), { bug, disk: DISK, log: console.log })
  console.log(`trace ${trace}: ${violation ?? 'no violation'}`)
} else {
  process.exitCode = await main(Number(option('schedules') ?? 10_000), Number(option('seed') ?? 1))
}

async function work(job: Job): Promise<Done> {
  if (job.kind === 'run') return { kind: 'run', totals: await runMany(job.from, job.count, { disk: DISK }) }
  const { found, tried } = await findBug(BUGS[job.index]!, job.from)
  return { kind: 'bug', index: job.index, tried, violation: found?.violation }
}

async function main(schedules: number, seed: number): Promise<number> {
  const jobs: Job[] = []
  for (let done = 0; done < schedules; done += CHUNK)
    jobs.push({ kind: 'run', from: seed + done, count: Math.min(CHUNK, schedules - done) })
  const bugs = DISK ? 0 : BUGS.length
  for (let index = 0; index < bugs; index++) jobs.push({ kind: 'bug', index, from: seed })

  const parts: Totals[] = []
  let bugsFound = 0
  const report = (done: Done) => {
    if (done.kind === 'run') {
      parts.push(done.totals)
      for (const { seed, violation } of done.totals.violations) console.log(`seed ${seed}: ${violation}\n  npm run sim -- --replay=${seed}`)
      return
    }
    if (done.violation) bugsFound++
    console.log(`${BUGS[done.index]!.name}: ${done.violation ? `found in schedule ${done.tried} (${done.violation})` : 'NOT FOUND'}`)
  }
  await Promise.all(Array.from({ length: PROCESSES }, () => helper(jobs, report)))
  const totals = merge(parts)
  console.log(summary(totals, bugsFound, bugs))
  return totals.violations.length === 0 && bugsFound === bugs ? 0 : 1
}

/** One process takes jobs until there are none. */
function helper(jobs: Job[], report: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--helper'])
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
    child.on('exit', (code) => (code ? reject(new Error(`a simulation process ended with ${code}`)) : resolve()))
    next()
  })
}
