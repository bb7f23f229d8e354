import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, flag, longText, optional, optionalText, reference, revision, text } from '../kernel/fields.ts'
import { booleanParam, listParam } from '../kernel/filters.ts'
import { audienceFields, chosenNames, Reached } from './audience.ts'

export const documentCategories = {
  circolare: 'Circolare',
  procedura: 'Procedura',
  modulo: 'Modulo',
  sicurezza: 'Sicurezza',
  contratto: 'Contratto',
  manuale: 'Manuale',
  altro: 'Altro',
} as const
type Category = keyof typeof documentCategories
const nullable = v.nullable(v.string())
const Own = v.object({
  id: v.number(),
  rev: v.number(),
  name: v.string(),
  originalName: v.string(),
  extension: v.string(),
  mime: v.string(),
  /** Bytes. */
  size: v.number(),
  /** "Documento riservato": encrypted at rest, never kept on a device, its reads logged. */
  isEncrypted: v.boolean(),
  description: nullable,
  category: choice('Categoria', documentCategories),
  /** `YYYY-MM-DD` */
  valid_to: nullable,
  /** 1, and one more with each file that replaced it. */
  version: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  /** When the caller first opened this version. */
  my_read_at: nullable,
})
const Managed = v.object({
  ...Own.entries,
  downloads: v.number(),
  /** How many people may see it. */
  visible_to: v.number(),
  permissions: v.object({ ...audienceFields, ...chosenNames }),
})
/** A file that a document has or had, with who uploaded it. */
const Version = v.object({
  version: v.number(),
  /** The file's. */
  name: v.string(),
  extension: v.string(),
  size: v.number(),
  created_at: v.string(),
  author: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type DocumentVersion = v.InferOutput<typeof Version>
export type OwnDocument = v.InferOutput<typeof Own>
export type ManagedDocument = v.InferOutput<typeof Managed>
const query = {
  ...listQuery,
  category: listParam(v.picklist(Object.keys(documentCategories) as [Category, ...Category[]])),
  /** Its validity is over. */
  expired: booleanParam,
  /** Not opened by the caller yet, in this version. */
  unread: booleanParam,
}
const touches = ['documents'] as const
export const documents = resource('documents', {
  /** All documents, for those who manage them. */
  list: list('/documents', { query: v.object(query), output: Managed, policy: 'docs.admin', order: '-created_at' }),
  /** Those that the caller may see. */
  mine: list('/user/documents', { query: v.object(query), output: Own, policy: 'docs.read', order: '-created_at' }),
  /** One document of each file. With `document_id` the one file becomes the next version of that document. */
  upload: post('/documents/upload', {
    files: true,
    body: v.object({
      document_id: optional(reference('Documento')),
      name: optionalText('Nome'),
      description: longText('Descrizione'),
      category: v.optional(choice('Categoria', documentCategories), 'altro'),
      isEncrypted: v.optional(flag('Documento riservato'), false),
      valid_to: optional(date('Valido fino al')),
    }),
    output: v.array(Managed),
    ok: 'File caricato',
    policy: 'docs.admin',
    touches,
  }),
  /** (+) What it is called and how long it holds; who may see it is `setPermissions`. */
  update: put('/documents/{id}', {
    body: v.object({
      name: text('Nome'),
      description: longText('Descrizione'),
      category: choice('Categoria', documentCategories),
      valid_to: optional(date('Valido fino al')),
      rev: revision,
    }),
    output: Managed,
    ok: 'Documento modificato',
    policy: 'docs.admin',
    touches,
  }),
  file: get('/documents/{id}', { envelope: 'blob', policy: 'docs.read' }),
  /** (+) Newest first. */
  versions: get('/documents/{id}/versions', { envelope: 'list', output: Version, policy: 'docs.read' }),
  /** (+) The file of an earlier version. */
  versionFile: get('/documents/{id}/versions/{version}', { envelope: 'blob', policy: 'docs.read' }),
  remove: del('/documents/{id}', { ok: 'Documento eliminato', policy: 'docs.admin' }),
  /** Replaces who may see one or more documents; the newly entitled are told once. */
  setPermissions: post('/documents/set-permissions', {
    body: v.object({
      document_id: optional(reference('Documento')),
      document_ids: v.optional(v.pipe(v.array(reference('Documento')), v.maxLength(100, 'I documenti scelti sono troppi.')), []),
      ...audienceFields,
    }),
    output: v.array(Managed),
    success: [200],
    ok: 'Permessi impostati',
    policy: 'docs.admin',
    touches,
  }),
  /** (+) Whom a choice would let see a document. */
  reached: post('/documents/audience', {
    body: v.object(audienceFields),
    output: Reached,
    success: [200],
    policy: 'docs.admin',
    fleeting: true,
  }),
})
