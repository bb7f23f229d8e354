import { type DeviceState, keepLocked, keepShared, ownDevice, type Profile } from './device.ts'
import { forgetNotices } from './notify.ts'
import { checkPasswordOffline, rememberForOffline } from './offline-sign-in.ts'
import { purgeReads } from './purge.ts'
import { queryClient } from './query.ts'
import { session, startSession } from './session.ts'
import type { SignedIn } from './session-calls.ts'
import { createStore } from './store.ts'

/** The device is locked: nothing is shown until the person is recognised. Queued work is still sent. */
export const locked = createStore(false)
/** Several people use this device. */
export const shared = createStore(false)

const MINUTE_MS = 60_000
export const WARNING_MS = 20_000
/** Storage key of the time of the last activity, shared by all tabs. */
const ACTIVE = 'piazzale-active'

/** Phones are narrower than this on their shorter side, in CSS pixels. */
const PHONE_PX = 600
const coarse = () => matchMedia('(pointer: coarse)').matches
const isPhone = () => coarse() && Math.min(screen.width, screen.height) < PHONE_PX
/** Milliseconds without activity after which the device locks. */
export const idleLimit = () => (isPhone() ? 15 : 5) * MINUTE_MS

/** Whether several people use this device: as somebody has answered, else a tablet is taken for shared, whoever is signed in. */
export const isShared = (own: DeviceState['own']) => own?.shared ?? (coarse() && !isPhone())

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
  shared.set(isShared(own))
}
export async function setShared(yes: boolean) {
  await keepShared(yes)
  touch()
  shared.set(yes)
}
/** Called once by main before anything is shown: a device that was locked, or idle for too long before it was closed, opens locked. */
export async function bootLock({ kept, own }: DeviceState): Promise<void> {
  await followSession(Promise.resolve(own))
  if (shared.get() && session.get().user && (kept?.locked || idleFor() >= idleLimit())) await lock()
  session.subscribe(() => void followSession())
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => data.user === session.get().user?.id && show(data.locked))
}

/** Called after a sign-in or an unlock. */
export async function markEntered(): Promise<void> {
  await followSession()
  touch()
  locked.set(false)
}
/** Starts the session that the server gave for a password. What an offline sign-in is checked against, and the device key it opens, are stored before. */
export async function enter(given: SignedIn, password: string): Promise<Profile> {
  const profile = await startSession(given, (profile, key) => rememberForOffline(profile, password, key).catch(() => key))
  await markEntered()
  return profile
}
/**
 * Unlocks without a network. `unknown`: there is nothing to compare with, or five passwords were wrong, so only the server can decide.
 * Waiting work is untouched either way.
 */
export async function unlockOffline(password: string): Promise<'open' | 'wrong' | 'unknown'> {
  const { user } = session.get()
  const outcome = user ? await checkPasswordOffline(user.id, password) : 'unknown'
  if (typeof outcome === 'object') await change(false)
  return typeof outcome === 'object' ? 'open' : outcome === 'wrong' ? 'wrong' : 'unknown'
}
