import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { type DeviceKey, KEY_BYTES } from './device-key.ts'

/**
 * Rows as they lie on the disk: the fields that a table is searched by stay in clear, everything else is XChaCha20-Poly1305 ciphertext under the
 * person's device key (docs/spec/security.md#data-on-a-device). The cipher is synchronous: a transaction of IndexedDB that waited for the browser's
 * own would be over before it was answered.
 */

/** Name of the field that holds nonce and ciphertext. */
const SEALED = '_sealed'
const NONCE = 24
type Row = object
/** Nonce and ciphertext. @param place what it is stored as: elsewhere it does not open */
export function sealBytes(key: DeviceKey, place: string, clear: Uint8Array): Uint8Array<ArrayBuffer> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE))
  const cipher = xchacha20poly1305(key.subarray(0, KEY_BYTES), nonce, utf8.encode(place)).encrypt(clear)
  const sealed = new Uint8Array(NONCE + cipher.length)
  sealed.set(nonce)
  sealed.set(cipher, NONCE)
  return sealed
}
/** @throws where none of the keys is the right one, or the bytes or their place have changed */
export function openBytes(key: DeviceKey, place: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let at = 0; ; at += KEY_BYTES)
    try {
      return xchacha20poly1305(key.subarray(at, at + KEY_BYTES), sealed.subarray(0, NONCE), utf8.encode(place)).decrypt(
        sealed.subarray(NONCE),
      )
    } catch (error) {
      if (at + KEY_BYTES >= key.length) throw error
    }
}

const utf8 = new TextEncoder()
/** Binds the ciphertext to its place: a row copied over another one does not open. */
const placeOf = (table: string, clear: object) => `${table} ${JSON.stringify(clear)}`
const pick = (row: Row, names: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))

/**
 * Everything but the named fields, as text and, behind it, the bytes of the one field that holds any.
 * Layout: four bytes with the length of the text, the text, the bytes.
 */
function packed(row: Row, clear: readonly string[]): Uint8Array {
  const hidden = Object.entries(row).filter(([name]) => !clear.includes(name))
  const binary = hidden.find(([, value]) => Object.prototype.toString.call(value) === '[object ArrayBuffer]')
  const text = utf8.encode(JSON.stringify({ binary: binary?.[0], rest: Object.fromEntries(hidden.filter((one) => one !== binary)) }))
  const bytes = new Uint8Array(binary ? (binary[1] as ArrayBuffer) : [])
  const all = new Uint8Array(4 + text.length + bytes.length)
  new DataView(all.buffer).setUint32(0, text.length)
  all.set(text, 4)
  all.set(bytes, 4 + text.length)
  return all
}
function unpacked(all: Uint8Array): Row {
  const end = 4 + new DataView(all.buffer, all.byteOffset).getUint32(0)
  const { binary, rest } = JSON.parse(new TextDecoder().decode(all.subarray(4, end)))
  return binary === undefined ? rest : { ...rest, [binary]: all.slice(end).buffer }
}

/** Small rows that were sealed or opened here, packed, by place and nonce: while a queue is sent the same rows are read again and again. They go with the key. */
const memory = new WeakMap<DeviceKey, Map<string, Uint8Array>>()
const REMEMBERED = { rows: 5_000, bytes: 4_096 }
const idOf = (place: string, sealed: Uint8Array) => place + String.fromCharCode(...sealed.subarray(0, NONCE))
function remember(key: DeviceKey, id: string, all: Uint8Array): void {
  if (all.length > REMEMBERED.bytes) return
  const rows = memory.get(key) ?? new Map<string, Uint8Array>()
  memory.set(key, rows.set(id, all))
  if (rows.size > REMEMBERED.rows) rows.delete(rows.keys().next().value!)
}

export const isSealed = (row: Row): boolean => SEALED in row
/** @param clear the fields that the table is searched by */
export function sealRow<R extends Row>(table: string, row: R, clear: readonly string[], key: DeviceKey): R {
  const shown = pick(row, clear)
  const [place, all] = [placeOf(table, shown), packed(row, clear)]
  const sealed = sealBytes(key, place, all)
  remember(key, idOf(place, sealed), all)
  return { ...shown, [SEALED]: sealed } as R
}
/** The row as it was given to `sealRow`; one in clear, of an older version or written without a key, as it is. @throws where the key is another one, or the row is damaged */
export function openRow<R extends Row>(table: string, row: R, key: DeviceKey): R {
  if (!isSealed(row)) return row
  const { [SEALED]: sealed, ...shown } = row as { [SEALED]: Uint8Array }
  const place = placeOf(table, shown)
  const id = idOf(place, sealed)
  const all = memory.get(key)?.get(id) ?? openBytes(key, place, sealed)
  remember(key, id, all)
  return { ...unpacked(all), ...shown } as R
}

/** Marks a sealed text: JSON never begins with it. */
const MARK = '~'
/** A text for localStorage or sessionStorage, under the name it is stored by. Without a key it stays in clear, as older versions wrote it. */
export function sealText(name: string, text: string, key: DeviceKey | undefined): string {
  if (!key) return text
  let letters = ''
  for (const byte of sealBytes(key, name, utf8.encode(text))) letters += String.fromCharCode(byte)
  return MARK + btoa(letters)
}
/** Whether a text is encrypted and there is no key for it: it is not written over. */
export const isShutText = (stored: string | null, key: DeviceKey | undefined): boolean => !key && !!stored?.startsWith(MARK)
/** The text that was given to `sealText`; undefined where there is none, or the key is not the one it was written with. */
export function openText(name: string, stored: string | null, key: DeviceKey | undefined): string | undefined {
  if (!stored?.startsWith(MARK)) return stored ?? undefined
  if (!key) return undefined
  try {
    const all = Uint8Array.from(atob(stored.slice(1)), (letter) => letter.charCodeAt(0))
    return new TextDecoder().decode(openBytes(key, name, all))
  } catch {
    return undefined
  }
}
