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
/** Asks that what is written here is not thrown away when the device runs short; after the first draft, when the reason is plain. */
export const askToStay = async (): Promise<boolean> => (await navigator.storage?.persist?.().catch(() => false)) ?? false
