import { devices } from '../contract/people/devices.ts'
import { call } from '../lib/api.ts'
import { ownDevice, waitingOnDevice } from '../lib/device.ts'
import { connection } from '../lib/online.ts'
import { session } from '../lib/session.ts'
import { storageState } from '../lib/storage-space.ts'
import { noteWaiting } from '../outbox/runtime.ts'

const EVERY_MS = 600_000
/** Reports also follow a drain, but not more often than this; then the last one is made up for. */
const AFTER_DRAIN_MS = 5_000
let last = Number.NEGATIVE_INFINITY
/** What the office knows of what waits here. */
let told: string | undefined
let owed: ReturnType<typeof setTimeout> | undefined

function makeUp() {
  owed = undefined
  void reportDevice('drained')
}
/**
 * Reports to the office how much waits on this device, what of it was refused, and whether it is safe there (figures only): every ten
 * minutes at most while online, and after a drain that has changed the figures. A failed report counts as none: the next occasion reports again.
 */
export async function reportDevice(reason: 'regular' | 'drained'): Promise<void> {
  const pause = reason === 'regular' ? EVERY_MS : AFTER_DRAIN_MS
  if (!session.get().user || connection.get() !== 'online') return
  const left = pause - (performance.now() - last)
  if (left > 0) {
    if (reason === 'drained') owed ??= setTimeout(makeUp, left)
    return
  }
  clearTimeout(owed)
  owed = undefined
  const before = last
  last = performance.now()
  await noteWaiting()
  const waiting = await waitingOnDevice()
  const unsent = waiting.reduce((sum, one) => sum + one.unsent, 0)
  const stuck = waiting.reduce((sum, one) => sum + (one.stuck ?? 0), 0)
  const oldest = Math.min(...waiting.map(({ since }) => since))
  const figures = [unsent, stuck, oldest].join()
  if (reason === 'drained' && figures === told) {
    last = before
    return
  }
  const { persistent, usage, quota } = await storageState()
  const send = async () =>
    call(devices.report, {
      uuid: (await ownDevice()).uuid,
      app_version: __VERSION__,
      unsent,
      stuck,
      oldest_age_s: waiting.length ? Math.max(0, Math.round((Date.now() - oldest) / 1000)) : null,
      persistent,
      usage: usage ?? null,
      quota: quota ?? null,
    })
  await send().then(
    () => {
      told = figures
    },
    () => {
      last = before
    },
  )
}
export function watchDevice() {
  const regular = () => void reportDevice('regular')
  setInterval(regular, EVERY_MS / 10)
  session.subscribe(regular)
  connection.subscribe(regular)
  regular()
}
