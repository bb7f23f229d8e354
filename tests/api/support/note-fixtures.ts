import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../server/lib/files/files.ts'
import { jpeg } from './inspection-fixtures.ts'
import type { Caller } from './world.ts'

/** A note on a station, as a device sends it. */
export function newNote(caller: Caller, station_id: number, more: object = {}, headers = {}) {
  const body = { uuid: randomUUID(), station_id, noted_at: '2026-11-20T08:00:00.000Z', text: 'Pompa 3 perde', ...more }
  return caller.post('/station/notes', body, headers)
}
export function sendPicture(
  caller: Caller,
  record: string,
  bytes: Buffer,
  more: Record<string, string> = {},
  headers = {},
  to = '/station/notes/files',
) {
  const fields = { uuid: randomUUID(), record, sha256: sha256(bytes), size: String(bytes.length), ...more }
  return caller.upload(to, [{ name: 'foto.jpg', bytes }], fields, headers)
}
/** The name of a picture that has arrived for that note. */
export const notePicture = async (caller: Caller, record: string, shade = 120): Promise<string> =>
  (await sendPicture(caller, record, await jpeg(shade))).body.data.uuid
