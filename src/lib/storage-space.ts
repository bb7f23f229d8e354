/** The browser's report on this app's storage, in bytes; undefined if it gives none. */
export interface Storage {
  persistent: boolean
  usage: number | undefined
  quota: number | undefined
}
export async function storageState(): Promise<Storage> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return { persistent: (await navigator.storage?.persisted?.()) ?? false, usage: estimate?.usage, quota: estimate?.quota }
}
/** False in an engine that cannot protect data (older WebKit): nothing is offered there. */
export const canAskToStay = () => !!navigator.storage?.persist
/** Asks the browser to keep this app's data when the device runs short of space. Called only after the person has read why. */
export const askToStay = async (): Promise<boolean> => (await navigator.storage?.persist?.().catch(() => false)) ?? false

const MB = 1_000_000
/** Bytes this app may still write; undefined if the browser does not say. */
export const freeOf = ({ usage, quota }: Storage) => (usage === undefined || !quota ? undefined : Math.max(0, quota - usage))
/** `low`: the person is warned. `full`: no new photos, but text always. `ok` also if the browser does not say. */
export function roomOf(storage: Storage): 'ok' | 'low' | 'full' {
  const free = freeOf(storage)
  if (free === undefined) return 'ok'
  if (free < 50 * MB) return 'full'
  return free < 200 * MB || free < storage.quota! * 0.15 ? 'low' : 'ok'
}
export const NO_ROOM =
  'Spazio quasi finito: su questo dispositivo non entrano altre foto. Invia quello che aspetta, o libera spazio da foto, video e altre app, non i dati del browser; il testo si salva ancora.'
