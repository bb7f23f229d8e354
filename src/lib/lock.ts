import { rolesOf } from '../contract/kernel/roles.ts'
import { type DeviceState, keepLocked, keepShared, ownDevice, type Profile } from './device.ts'
import { forgetNotices } from './notify.ts'
import { checkPasswordOffline, rememberForOffline } from './offline-sign-in.ts'
import { purgeReads } from './purge.ts'
import { queryClient } from './query.ts'
import { session } from './session.ts'
import { createStore } from './store.ts'

/** Nothing of the person is shown until the person is known again (reliability.md R7). Work goes on being sent. */
export const locked = createStore(false)
/** Several people work on this device. */
export const shared = createStore(false)

const MINUTE_MS = 60_000
export const WARNING_MS = 20_000
/** A time, of all tabs together, and nothing else. */
const ACTIVE = 'piazzale-active'

/** The lesser side of a phone's screen, in CSS pixels. */
const PHONE_PX = 600
const coarse = () => matchMedia('(pointer: coarse)').matches
const isPhone = () => coarse() && Math.min(screen.width, screen.height) < PHONE_PX
/** Time without activity after which the device is locked. */
export const idleLimit = () => (isPhone() ? 15 : 5) * MINUTE_MS

/** Whether several people work on the device `own` that `who` is at: as somebody has said, else as such devices usually are. */
export const isShared = (own: DeviceState['own'], who: Profile) => own?.shared ?? usuallyShared(who)
/** The tablet of a station, where the manager and those who work there take turns. */
const usuallyShared = ({ scope }: Profile) => coarse() && !isPhone() && rolesOf(scope).some((role) => ['manager', 'worker'].includes(role))

/** Time of the last activity by two clocks: the monotonic one may stop during sleep, the wall clock can be set back. */
let seen = { wall: 0, at: 0 }
const lastSign = () => Number(localStorage.getItem(ACTIVE) ?? 0)
export function touch() {
  localStorage.setItem(ACTIVE, String(Date.now()))
}
/** Milliseconds since the last activity on this device, in any tab. */
export function idleFor(): number {
  const wall = lastSign()
  if (wall !== seen.wall) seen = { wall, at: performance.now() }
  return Math.max(Date.now() - wall, performance.now() - seen.at)
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('piazzale-lock')
interface TabMessage {
  locked: boolean
  user: number
}
function show(now: boolean) {
  if (now) {
    forgetNotices()
    queryClient.clear()
    void purgeReads()
  } else touch()
  locked.set(now)
}
async function change(now: boolean) {
  const { user } = session.get()
  if (!user || locked.get() === now) return
  show(now)
  channel?.postMessage({ locked: now, user: user.id } satisfies TabMessage)
  await keepLocked(now)
}
export const lock = () => change(true)

async function followSession(device: Promise<DeviceState['own']> = ownDevice()) {
  const { user } = session.get()
  if (!user) {
    locked.set(false)
    return shared.set(false)
  }
  const own = await device.catch(() => undefined)
  shared.set(isShared(own, user))
}
export async function setShared(yes: boolean) {
  await keepShared(yes)
  touch()
  shared.set(yes)
}
/** Before anything is shown: a device that was locked, or left alone for too long before it was closed, opens locked. Called once by main. */
export async function bootLock({ kept, own }: DeviceState): Promise<void> {
  await followSession(Promise.resolve(own))
  if (shared.get() && session.get().user && (kept?.locked || idleFor() >= idleLimit())) await lock()
  session.subscribe(() => void followSession())
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => data.user === session.get().user?.id && show(data.locked))
}

/** Somebody has just come in, or in again. */
export async function markEntered(): Promise<void> {
  await followSession()
  touch()
  locked.set(false)
}
/** The person has just given their password and the server took it. Resolves once what it is compared with without a network is kept. */
export async function passwordAccepted(password: string): Promise<void> {
  await markEntered()
  const { user } = session.get()
  // Awaited: if the page were closed before it is stored, the person could not come back without a network.
  if (user) await rememberForOffline(user, password).catch(() => undefined)
}
/**
 * Unlocks without a network. `unknown`: there is nothing to compare with, or five passwords were wrong: only the server can tell. Nothing that
 * waits on the device is touched either way.
 */
export async function unlockOffline(password: string): Promise<'open' | 'wrong' | 'unknown'> {
  const { user } = session.get()
  const outcome = user ? await checkPasswordOffline(user.id, password) : 'unknown'
  if (outcome === 'fits') await change(false)
  return outcome === 'fits' ? 'open' : outcome === 'wrong' ? 'wrong' : 'unknown'
}
