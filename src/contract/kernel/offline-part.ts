import * as v from 'valibot'
import { crud, type WithoutLists, wholeNumber } from './crud.ts'
import { del, get, post, put } from './endpoint.ts'
import { reference } from './fields.ts'
import type { Kept, PolicyName } from './policies.ts'
import { labelled } from './valibot-it.ts'

/** Maximum number of pictures of a record. */
export const MAX_PICTURES = 10
const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo non è valido."))
const params = v.object({ uuid })
const pictures = labelled('Foto', v.pipe(v.array(uuid), v.maxLength(MAX_PICTURES, `Al massimo ${MAX_PICTURES} foto.`)))
/** Form fields of a picture upload: its id, the record's id, and the hash and size of the bytes on the device. */
export const PictureFields = v.object({
  uuid,
  record: uuid,
  sha256: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[0-9a-f]{64}$/, "L'impronta del file non è valida.")),
  size: wholeNumber(1),
})

/** Receipt with the hash of the received bytes. The device deletes its copy only if the hash matches. */
const UploadReceipt = v.object({ uuid: v.string(), sha256: v.string() })

interface Options<F extends v.ObjectEntries, R extends v.ObjectEntries> {
  /** The fields that a person enters. Pictures are always added. */
  fields: F
  /** Further output of the record. */
  row?: R
  /** Success messages: created, changed, deleted. */
  ok: readonly [string, string, string]
  /** Policy of reads, and of writes unless `write` is given. Rows are limited to the caller's stations. */
  policy: PolicyName
  write?: PolicyName
  kept: Kept
}
/**
 * The calls of a record with text and pictures that is written at a station, possibly offline. The device chooses the ids of record and
 * pictures, so repeated requests are harmless, and a picture may arrive before its record. `name` is part of the paths:
 * `/stations/{id}/notes`, `/station/notes/{uuid}`.
 */
export function offlinePart<const N extends string, F extends v.ObjectEntries, R extends v.ObjectEntries = Record<never, never>>(
  name: N,
  { fields, row, ok, policy, write = policy, kept }: Options<F, R>,
) {
  const path = `/station/${name}` as const
  const { create, update } = crud(path, { fields, ok, read: policy, write })
  const output = v.object({
    ...{ id: v.number(), rev: v.number(), uuid: v.string(), station_id: v.number() },
    ...(fields as unknown as WithoutLists<F>),
    ...(row as R),
    photos: v.array(v.string()),
    /** ISO instant of the beginning, as the device says; never later than the arrival. */
    noted_at: v.string(),
    updated_at: v.string(),
    created_by: v.nullable(v.number()),
    author: v.nullable(v.string()),
    /** The `rev` of the last change of each field. */
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
      ...{ files: true, body: PictureFields, output: UploadReceipt, success: [201, 200], ok: 'Foto caricata', ...offline },
    }),
    picture: get(`${path}/files/{uuid}` as const, { params, envelope: 'blob', policy }),
  }
}
