import * as v from 'valibot'
import { wholeNumber } from '../kernel/crud.ts'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice } from '../kernel/fields.ts'
import { degreesField, takenAtField } from '../kernel/file-facts.ts'
import { ClientUuid, InspectionFile } from './inspections.ts'

/**
 * Photos, signatures and attachments of verifiche (docs/spec/inspections.md#files). The device names the file, so a repetition is harmless: the same `uuid` with
 * the same content answers 200. It may arrive before the verifica it belongs to.
 */
const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo del file non è valido."))
export const InspectionFileFields = v.object({
  uuid,
  client_uuid: ClientUuid,
  /** Answer key, `signatures.manager`, or `nc_12` for what documents the solution of a non-conformity. */
  question: v.optional(v.pipe(v.string(), v.maxLength(160))),
  kind: choice('Tipo', ['photo', 'signature', 'file']),
  /** SHA-256 of the bytes as they left the device. */
  sha256: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[0-9a-f]{64}$/, "L'impronta del file non è valida.")),
  size: wholeNumber(1),
  /** Facts the camera wrote into the picture, which its copy no longer carries; one that cannot be counts as none. */
  taken_at: takenAtField,
  latitude: degreesField(90),
  longitude: degreesField(180),
  /** Text to burn into a photo that the device could not write on. */
  stamp: v.optional(v.pipe(v.string(), v.maxLength(60))),
})

export const inspectionFiles = resource('inspection-files', {
  upload: post('/inspection/files', {
    files: true,
    body: InspectionFileFields,
    output: InspectionFile,
    success: [201, 200],
    ok: 'File caricato',
    policy: 'insp',
    offline: true,
  }),
  get: get('/inspection/files/{uuid}', { params: v.object({ uuid }), envelope: 'blob', policy: 'insp.read' }),
})
