import fs from 'node:fs'
import autocannon from 'autocannon'
import { percentile } from './table.ts'

/** Hundredths of a second, as Linux counts the time of a process. */
const TICKS = 100
/** Fields of /proc/PID/stat after the process name: the third is the parent, later ones are processor times. */
const stat = (pid: number | string) => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
const children = (pid: number) =>
  fs.readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(stat(name)[1]) === pid
    } catch {
      return false
    }
  })
/** Seconds of processor of some processes and all of their children, those that have ended too; NaN where the system does not tell. */
function processor(pids: readonly number[]): number {
  if (!fs.existsSync('/proc/self/stat')) return Number.NaN
  const ticks = pids.flatMap((pid) => [
    ...stat(pid).slice(11, 15),
    ...children(pid).flatMap((child) => {
      try {
        return stat(child).slice(11, 13)
      } catch {
        return []
      }
    }),
  ])
  return ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS
}

interface Leg {
  requests: Partial<autocannon.Options> & { url: string }
  /** The processes whose processor time counts: the server, and the database where it runs by itself. */
  pids: readonly number[]
}
interface Told {
  done: number
  perSecond: number
  /** Milliseconds of processor a request. */
  cost: number
}
async function leg({ requests, pids }: Leg, amount: number): Promise<Told> {
  const before = processor(pids)
  const since = performance.now()
  let last = since
  const running = autocannon({ connections: 10, ...requests, amount }) as Promise<autocannon.Result> & autocannon.Instance
  // It looks once a second whether all are done: what it says of the duration is too long.
  running.on('response', () => {
    last = performance.now()
  })
  const { '2xx': done, non2xx } = await running
  if (non2xx) throw new Error(`${requests.url} answered ${non2xx} times with something else`)
  return { done, perSecond: (done * 1000) / (last - since), cost: ((processor(pids) - before) * 1000) / done }
}
/** Ours and the floor by turns, the same number of legs each; the medians of them, and the floor's over ours as `throughput` and `processor`. */
export async function alternated(ours: Leg, floor: Leg, legs: number, amount: number) {
  const told: [Told[], Told[]] = [[], []]
  // The first of each warms up: neither code nor plans are there before.
  for (const one of [floor, ours]) await leg(one, amount)
  for (let turn = 0; turn < legs; turn++) {
    told[1].push(await leg(floor, amount))
    told[0].push(await leg(ours, amount))
  }
  const median = (of: Told[], key: keyof Told) =>
    percentile(
      of.map((one) => one[key]),
      0.5,
    )
  const [we, least] = told
  return {
    done: told.map((legs) => legs.reduce((sum, one) => sum + one.done, 0)) as [number, number],
    perSecond: median(we, 'perSecond'),
    cost: median(we, 'cost'),
    floorCost: median(least, 'cost'),
    floorPerSecond: median(least, 'perSecond'),
    throughput: median(we, 'perSecond') / median(least, 'perSecond'),
    processor: median(least, 'cost') / median(we, 'cost'),
  }
}
