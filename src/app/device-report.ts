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
let owed: ReturnType<typeof setTimeout> | undefined

function makeUp() {
  owed = undefined
  void reportDevice('drained')
}
/**
 * Reports to the office how much waits on this device, what of it was refused, and whether it is safe there (figures only): every ten
 * minutes at most while online, and after a drain. A failed report is covered by the next one.
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
  last = performance.now()
  await noteWaiting()
  const waiting = await waitingOnDevice()
  const oldest = Math.min(...waiting.map(({ since }) => since))
  const { persistent, usage, quota } = await storageState()
  await call(devices.report, {
    uuid: (await ownDevice()).uuid,
    app_version: __VERSION__,
    unsent: waiting.reduce((sum, { unsent }) => sum + unsent, 0),
    stuck: waiting.reduce((sum, { stuck = 0 }) => sum + stuck, 0),
    oldest_age_s: waiting.length ? Math.max(0, Math.round((Date.now() - oldest) / 1000)) : null,
    persistent,
    usage: usage ?? null,
    quota: quota ?? null,
  }).catch(() => undefined)
}
export function watchDevice() {
  const regular = () => void reportDevice('regular')
  setInterval(regular, EVERY_MS / 10)
  session.subscribe(regular)
  connection.subscribe(regular)
  regular()
}
