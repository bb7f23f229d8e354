import { ownDevice } from './device.ts'
import { createStore } from './store.ts'

/** What the browser says of the room this app has; bytes. Undefined where it does not say. */
export interface Storage {
  persistent: boolean
  usage: number | undefined
  quota: number | undefined
}
export async function storageState(): Promise<Storage> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return { persistent: (await navigator.storage?.persisted?.()) ?? false, usage: estimate?.usage, quota: estimate?.quota }
}
/** Asks that what is written here is not thrown away when the device runs short; only after the person has read why. */
export const askToStay = async (): Promise<boolean> => (await navigator.storage?.persist?.().catch(() => false)) ?? false

/** False where nothing can be kept (a full device, some private windows): said before anybody types (reliability.md R10). */
export const writable = createStore(true)
export const tryWriting = () =>
  ownDevice().then(
    () => writable.set(true),
    () => writable.set(false),
  )

const MB = 1_000_000
/** Bytes this app may still write; undefined where the browser does not say. */
export const freeOf = ({ usage, quota }: Storage) => (usage === undefined || !quota ? undefined : Math.max(0, quota - usage))
/** `low`: the person is warned; `full`: no new photos, text always (outbox.md 2.15). `ok` too where the browser does not say. */
export function roomOf(storage: Storage): 'ok' | 'low' | 'full' {
  const free = freeOf(storage)
  if (free === undefined) return 'ok'
  if (free < 50 * MB) return 'full'
  return free < 200 * MB || free < storage.quota! * 0.15 ? 'low' : 'ok'
}
export const NO_ROOM =
  'Spazio quasi finito: su questo dispositivo non entrano altre foto. Invia quello che aspetta o libera spazio; il testo si salva ancora.'
