/** The database of the device itself: who is signed in here, and what the pages know of it. */
export const DEVICE_DB = 'piazzale-device'
/** Bytes of one key. */
export const KEY_BYTES = 32
/**
 * What encrypts a person's own work on their devices: 32 bytes, the same on each of them (docs/spec/security.md#data-on-a-device). Behind it may stand
 * keys that this device knew before: they open what they closed, should the server ever give another one (its data put back to a day before it had any).
 */
export type DeviceKey = Uint8Array<ArrayBuffer>

const single = (keys: DeviceKey) =>
  Array.from({ length: keys.length / KEY_BYTES }, (_, n) => keys.slice(n * KEY_BYTES, (n + 1) * KEY_BYTES))
/** The new key in front and those known before behind it, each once; undefined where there is none at all. */
export function withEarlier<K extends DeviceKey | undefined>(key: K, ...before: (DeviceKey | undefined)[]): DeviceKey | K {
  const all = [key, ...before].flatMap((keys) => (keys ? single(keys) : []))
  const different = all.filter((one, n) => all.findIndex((other) => String(other) === String(one)) === n)
  return different.length ? new Uint8Array(different.flatMap((one) => [...one])) : key
}
/** Where a row, a draft or a cart is encrypted and the session has no key: the server that answered the sign-in is older than encryption, or nobody was asked. */
export const NO_KEY =
  'Quello che avevi salvato qui prima è cifrato e ora non si può aprire: accedi di nuovo con la password, con la rete; se non basta, va prima aggiornato il server. Resta tutto su questo dispositivo.'
