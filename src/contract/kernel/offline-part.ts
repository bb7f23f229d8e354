import * as v from 'valibot'
import { crud, type Single, wholeNumber } from './crud.ts'
import { del, get, post, put } from './endpoint.ts'
import { reference } from './fields.ts'
import type { PolicyName } from './policies.ts'
import type { Kept } from './roles.ts'
import { labelled } from './valibot-it.ts'

/** Pictures that one record may have. */
export const MAX_PICTURES = 10
const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo non è valido."))
const params = v.object({ uuid })
const pictures = labelled('Foto', v.pipe(v.array(uuid), v.maxLength(MAX_PICTURES, `Al massimo ${MAX_PICTURES} foto.`)))
/** Of one picture, beside its bytes: its own name, that of its record, and what the bytes were when they left the device. */
export const PictureFields = v.object({
  uuid,
  record: uuid,
  sha256: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[0-9a-f]{64}$/, "L'impronta del file non è valida.")),
  size: wholeNumber(1),
})

/** Acknowledged by the hash of what arrived: only then the device lets go of it. */
const Arrived = v.object({ uuid: v.string(), sha256: v.string() })

interface Options<F extends v.ObjectEntries, R extends v.ObjectEntries> {
  /** What a person writes. All have pictures besides. */
  fields: F
  /** What a record has beside it. */
  row?: R
  /** Texts of success: created, changed, deleted. */
  ok: readonly [string, string, string]
  /** Whoever may read may write, unless `write` says who: the row scope is that of the station. */
  policy: PolicyName
  write?: PolicyName
  kept: Kept
}
/**
 * The calls of what is written on a station where there may be no network: text and pictures. The device names the record and each picture, so a
 * repetition is harmless; a picture may arrive before its record. `name`: of its addresses, `/stations/{id}/notes`, `/station/notes/{uuid}`.
 */
export function offlinePart<const N extends string, F extends v.ObjectEntries, R extends v.ObjectEntries = Record<never, never>>(
  name: N,
  { fields, row, ok, policy, write = policy, kept }: Options<F, R>,
) {
  const path = `/station/${name}` as const
  const { create, update } = crud(path, { fields, ok, read: policy, write })
  const output = v.object({
    ...{ id: v.number(), rev: v.number(), uuid: v.string(), station_id: v.number() },
    ...(fields as unknown as Single<F>),
    ...(row as R),
    photos: v.array(v.string()),
    /** ISO instant at which the device that wrote it says it was begun; never later than it arrived. */
    noted_at: v.string(),
    updated_at: v.string(),
    created_by: v.nullable(v.number()),
    author: v.nullable(v.string()),
    /** The `rev` with which each field was last changed. */
    field_revs: v.record(v.string(), v.number()),
    last_save: v.object({ name: v.nullable(v.string()), agent: v.nullable(v.string()) }),
  })
  const offline = { policy: write, offline: true } as const
  return {
    list: get(`/stations/{id}/${name}` as const, { output, envelope: 'list', policy, kept }),
    create: post(path, {
      body: v.object({
        uuid,
        station_id: reference('Punto vendita'),
        noted_at: v.pipe(v.string(), v.isoTimestamp()),
        ...fields,
        photos: v.optional(pictures, []),
      }),
      ...{ output, success: [201, 200], ok: create.ok, ...offline },
    }),
    update: put(`${path}/{uuid}` as const, {
      params,
      body: v.object({ ...update.body.entries, photos: v.optional(pictures) }),
      ...{ output, ok: update.ok, ...offline },
    }),
    remove: del(`${path}/{uuid}` as const, { params, ok: ok[2], policy: write }),
    upload: post(`${path}/files` as const, {
      ...{ files: true, body: PictureFields, output: Arrived, success: [201, 200], ok: 'Foto caricata', ...offline },
    }),
    picture: get(`${path}/files/{uuid}` as const, { params, envelope: 'blob', policy }),
  }
}
