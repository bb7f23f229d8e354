import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { crud } from '../kernel/crud.ts'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, date, optional } from '../kernel/fields.ts'
import { booleanParam, listParam } from '../kernel/filters.ts'
import { documentTypes, maskedFields, personalFields, revealBody } from './personal.ts'

export const managerStatuses = { with: 'Con gestione attiva', without: 'Senza gestione' } as const
const category = choice('Tipo', documentTypes)
/** A document of a person, with its type and the end of its validity. */
export const PersonDocument = v.object({ ...StoredFile.entries, category: v.nullable(category), expiration: v.nullable(v.string()) })
export type PersonDocument = v.InferOutput<typeof PersonDocument>
/** Form fields that apply to all files of an upload. */
export const documentFields = { category: v.optional(category, 'altro'), expiration: optional(date('Scadenza')) }
/** Days within which a document of the person expires. */
export const expiringDays = { 30: '30 giorni', 60: '60 giorni', 90: '90 giorni' } as const

/** A 304 may be so many minutes old: states change at midnight. */
const STEADY_MINUTES = 10
const plain = crud('/managers', {
  fields: personalFields,
  row: {
    status: v.picklist(Object.keys(managerStatuses) as ['with', 'without']),
    /** The stations of the managements that have not ended. */
    stations: v.array(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    account: v.nullable(v.object({ id: v.number(), enabled: v.boolean() })),
    /** The nearest of the days on which the identity card, the health card and the documents expire. */
    document_expiration: v.nullable(v.string()),
  },
  record: {
    documents: v.array(PersonDocument),
    /** Whether it is the caller: nothing of one's own is masked. */
    own: v.boolean(),
  },
  filters: {
    has_management: booleanParam,
    account: booleanParam,
    document_expiring: listParam(v.picklist(Object.keys(expiringDays) as ['30', '60', '90'])),
  },
  order: 'lastname',
  ok: ['Manager creato', 'Manager modificato', 'Manager eliminato'],
  read: 'mgmt.read',
  write: 'mgmt.write',
})
const { upload, file, removeFile } = attachments('/managers', { read: 'mgmt.read', write: 'mgmt.write' })
const { ok: _, ...silentUpload } = upload
const touches = ['managements', 'station_employees', 'expirations'] as const
const output = v.object({ ...plain.get.output.entries, ...maskedFields })
export const managers = resource('managers', {
  ...plain,
  list: { ...plain.list, output: v.object({ ...plain.list.output.entries, ...maskedFields }), steady: STEADY_MINUTES },
  get: { ...plain.get, output, steady: STEADY_MINUTES },
  create: { ...plain.create, output, touches },
  update: { ...plain.update, output, touches },
  remove: { ...plain.remove, touches },
  /** Names for pickers. */
  all: get('/managers-all', {
    output: v.object({ id: v.number(), name: v.string(), lastname: v.string() }),
    envelope: 'list',
    policy: 'mgmt.read',
    steady: true,
  }),
  /** The documents give this upload no text of success. */
  upload: { ...silentUpload, body: v.object(documentFields), output: v.array(PersonDocument), touches },
  file,
  removeFile: { ...removeFile, touches },
  /** (+) The masked fields in full. The reason is written to the activity log. */
  reveal: post('/managers/{id}/reveal', {
    body: revealBody,
    output: v.object(maskedFields),
    success: [200],
    policy: 'mgmt.reveal',
  }),
})
