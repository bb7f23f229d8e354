import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sha256 } from '../../../server/lib/files/files.ts'
import type { Caller } from './world.ts'

/** An active model of one scored section: q_ok, q_bad (a "no" is a grave non-conformity), q_why (asked only then), q_photo. */
export async function makeModel(caller: Caller, code: string, more: object = {}) {
  const question = (key: string, rest: object) => ({ key, label: `Domanda ${key}`, ...rest })
  const made = await caller.post('/inspection/model', {
    code,
    name: `Modello ${code}`,
    require: { inspector_signature: false, manager_signature: false },
    categories: [
      {
        key: 'c_1',
        name: 'Sicurezza',
        questions: [
          question('q_ok', { type: 'yes_no_na' }),
          question('q_bad', { type: 'yes_no_na', weight: 3, nc: { severity: 'grave', deadline_days: 15 } }),
          question('q_why', { type: 'text', weight: 0, visible_if: { all: [{ q: 'q_bad', op: 'eq', value: 'no' }] } }),
          question('q_photo', { type: 'photo', required: false }),
        ],
      },
    ],
    ...more,
  })
  const { id } = made.body.data
  const active = await caller.edit(`/inspection/model/${id}`, { status: 'active' })
  if (active.status !== 200) throw new Error(JSON.stringify(active.body))
  return id as number
}
/** Completes without anything wrong. */
export const GOOD = { q_ok: { v: 'si' }, q_bad: { v: 'si' } }
export const BAD = { q_ok: { v: 'si' }, q_bad: { v: 'no' }, q_why: { v: 'Estintore coperto' } }

export const begin = async (caller: Caller, model_id: number, station_id: number, more: object = {}) =>
  (await caller.post('/inspection', { model_id, station_id, client_uuid: randomUUID(), ...more })).body.data
export const completed = async (caller: Caller, model_id: number, station_id: number, answers: object = GOOD, more: object = {}) => {
  const { id } = await begin(caller, model_id, station_id, more)
  const answer = await caller.edit(`/inspection/${id}`, { answers, status: 'completed' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** A small picture, each shade its own bytes. */
export const jpeg = (shade = 120) =>
  sharp({ create: { width: 32, height: 24, channels: 3, background: { r: shade, g: 40, b: 40 } } })
    .jpeg()
    .toBuffer()
export function send(
  caller: Caller,
  client_uuid: string,
  bytes: Buffer,
  more: Record<string, string> = {},
  name = 'foto.jpg',
  headers = {},
) {
  const fields = { uuid: randomUUID(), client_uuid, kind: 'photo', sha256: sha256(bytes), size: String(bytes.length), ...more }
  return caller.upload('/inspection/files', [{ name, bytes }], fields, headers)
}
