import * as v from 'valibot'
import { ListQuery, wholeNumber } from '../kernel/crud.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, integer, knownRevision, longText, optional, optionalText, reference } from '../kernel/fields.ts'
import { listParam, suggestionQuery } from '../kernel/filters.ts'
import { fieldRoles } from '../kernel/roles.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { definitionFields, type ModelDefinition, type Section, sectionFields } from './form.ts'
import { keysOf } from './labels.ts'

/**
 * Models of verifiche (docs/spec/inspections.md#model). A model is edited freely; each verifica keeps the
 * version it was begun with, which is frozen the first time it is needed (docs/spec/inspections.md#model-versions).
 */
export const MODEL_STATUSES = { draft: 'Bozza', active: 'Attivo', archived: 'Archiviato' } as const
export type ModelStatus = keyof typeof MODEL_STATUSES
export const PERIODICITIES = {
  once: 'Una tantum',
  monthly: 'Mensile',
  bimonthly: 'Bimestrale',
  quarterly: 'Trimestrale',
  every_120_days: 'Ogni 120 giorni',
  semiannual: 'Semestrale',
  annual: 'Annuale',
  biennial: 'Biennale',
  triennial: 'Triennale',
  quinquennial: 'Quinquennale',
  decennial: 'Decennale',
} as const

/** A stored tree goes out as it went in: a rule added later must neither rewrite nor refuse it. */
export const asStored = <T>() => v.unknown() as unknown as v.GenericSchema<T>
const nullableText = v.nullable(v.string())

const key = v.optional(v.pipe(v.string(), v.regex(/^c_[a-z0-9_]{1,60}$/, 'La chiave della sezione non è valida.')))
const ownSectionFields = {
  ...sectionFields,
  name: labelled('Titolo sezione', sectionFields.name),
  questions: v.optional(sectionFields.questions, []),
}
/** A section within the whole tree: `key` tells which one it is; without one it is new. Their order is the order of the array. */
export const SectionInput = v.object({ key, ...ownSectionFields })
export type SectionInput = v.InferOutput<typeof SectionInput>
const modelFields = {
  code: labelled('Codice', definitionFields.code),
  name: labelled('Nome', definitionFields.name),
  description: longText('Descrizione'),
  /** Estimated duration. */
  minutes: optional(integer('Durata stimata', { min: 1, max: 1440 })),
  periodicity: optional(choice('Frequenza', keysOf(PERIODICITIES))),
  ticket_mode: definitionFields.ticket_mode,
  ticket_category_id: optional(reference('Categoria ticket')),
  notification_group_id: optional(reference('Gruppo di notifica')),
  thresholds: definitionFields.thresholds,
  require: definitionFields.require,
  photos: definitionFields.photos,
  scoring: definitionFields.scoring,
  intro: definitionFields.intro,
  color: optionalText('Colore', { max: 40 }),
  icon: optionalText('Icona', { max: 40 }),
  /** The whole tree at once: what is not in it is removed. Absent, the sections stay as they are. */
  categories: v.optional(v.pipe(v.array(SectionInput), v.title('Sezioni e domande'))),
}
export const ModelFields = v.object(modelFields)
export const ModelChanges = v.object({
  ...v.partial(ModelFields).entries,
  status: v.optional(choice('Stato', keysOf(MODEL_STATUSES))),
  rev: knownRevision,
})

export const ModelSection = v.object({
  id: v.number(),
  rev: v.number(),
  model_id: v.number(),
  position: v.number(),
  key: v.string(),
  name: v.string(),
  description: nullableText,
  weight: v.number(),
  icon: nullableText,
  repeat: asStored<Section['repeat']>(),
  visible_if: asStored<Section['visible_if']>(),
  questions: asStored<Section['questions']>(),
})
export type ModelSection = v.InferOutput<typeof ModelSection>
export const ModelRow = v.object({
  id: v.number(),
  rev: v.number(),
  code: v.string(),
  name: v.string(),
  description: nullableText,
  status: v.picklist(keysOf(MODEL_STATUSES)),
  /** Last frozen version; 0 before the first. */
  version: v.number(),
  minutes: v.nullable(v.number()),
  periodicity: v.nullable(v.picklist(keysOf(PERIODICITIES))),
  color: nullableText,
  icon: nullableText,
  sections_count: v.number(),
  questions_count: v.number(),
  /** Verifiche made from it; while there are any it can be archived, not deleted. */
  used_count: v.number(),
  created_by: v.nullable(v.number()),
  updated_at: v.string(),
})
export type ModelRow = v.InferOutput<typeof ModelRow>
export const Model = v.object({
  ...ModelRow.entries,
  ticket_mode: v.string(),
  ticket_category_id: v.nullable(v.number()),
  notification_group_id: v.nullable(v.number()),
  thresholds: asStored<ModelDefinition['thresholds']>(),
  require: asStored<ModelDefinition['require']>(),
  photos: asStored<ModelDefinition['photos']>(),
  scoring: v.boolean(),
  intro: nullableText,
  /** True if the next verifica will freeze a new version. */
  changed: v.boolean(),
  categories: v.array(ModelSection),
})
export type Model = v.InferOutput<typeof Model>

export const ModelHint = v.object({
  id: v.number(),
  name: v.string(),
  code: v.string(),
  version: v.number(),
  categories: v.number(),
  questions: v.number(),
  minutes: v.nullable(v.number()),
})
/** The model as a device keeps it to begin a verifica without a network; `hash` names the version to the server. */
export const OfflineModel = v.object({
  id: v.number(),
  code: v.string(),
  name: v.string(),
  description: nullableText,
  version: v.number(),
  hash: v.string(),
  minutes: v.nullable(v.number()),
  periodicity: v.nullable(v.picklist(keysOf(PERIODICITIES))),
  color: nullableText,
  icon: nullableText,
  definition: asStored<ModelDefinition>(),
})
export type OfflineModel = v.InferOutput<typeof OfflineModel>
/** A ready model (docs/spec/inspections.md#ready-models). `model_id` is the one already made from it, if any. */
export const LibraryModel = v.object({
  code: v.string(),
  name: v.string(),
  description: nullableText,
  minutes: v.nullable(v.number()),
  categories: v.number(),
  questions: v.number(),
  model_id: v.nullable(v.number()),
})

/** What an XLSForm would become, before anything is made. `model` is what `create` takes. */
export const FormPreview = v.object({
  model: asStored<v.InferInput<typeof ModelFields>>(),
  sections: v.number(),
  questions: v.number(),
  /** Rows of which something has no counterpart; `made`: the rest of the row is in the model. */
  lost: v.array(v.object({ sheet: v.string(), row: v.number(), name: v.string(), reason: v.string(), made: v.boolean() })),
})
export type FormPreview = v.InferOutput<typeof FormPreview>

const read = 'insp'
const write = 'insp.model.write'
const created = 'Modello creato'
const updated = 'Modello modificato'
const one = '/inspection/model/{id}'
const section = '/inspection/category/{id}'
const position = v.optional(integer('Posizione', { min: 0, max: 1000 }))
const sectionBody = { ...ownSectionFields, position }

export const inspectionModels = resource('inspection-models', {
  list: list('/inspection/model', {
    query: v.object({ ...ListQuery.entries, status: listParam(v.picklist(keysOf(MODEL_STATUSES))) }),
    output: ModelRow,
    policy: read,
    steady: true,
    order: 'name',
  }),
  get: get(one, { output: Model, policy: read, steady: true }),
  create: post('/inspection/model', { body: ModelFields, output: Model, ok: created, policy: write }),
  update: put(one, { body: ModelChanges, output: Model, ok: updated, policy: write }),
  // The documents give every text of models, and none for this.
  remove: del(one, { policy: write }),
  clone: post('/inspection/model/{id}/clone', { output: Model, ok: 'Modello clonato', policy: write }),
  library: get('/inspection/model/library', { output: LibraryModel, envelope: 'list', policy: read, steady: true }),
  importReady: post('/inspection/model/library/{code}', {
    params: v.object({ code: v.string() }),
    output: Model,
    ok: created,
    policy: write,
  }),
  previewForm: post('/inspection/model/xlsform', {
    files: true,
    spool: true,
    maxFiles: 1,
    output: FormPreview,
    success: [200],
    policy: write,
  }),
  form: get('/inspection/model/{id}/xlsform', { envelope: 'blob', policy: read }),
  suggest: get('/suggestions/models', {
    query: v.object(suggestionQuery),
    output: ModelHint,
    envelope: 'list',
    policy: read,
    steady: true,
    kept: { place: 'page', by: fieldRoles },
  }),
  offline: get('/inspection/offline/models', {
    output: OfflineModel,
    envelope: 'list',
    policy: read,
    kept: { place: 'field', by: fieldRoles },
  }),
  sections: get('/inspection/category', {
    query: v.object({ model: wholeNumber(1) }),
    output: ModelSection,
    envelope: 'list',
    policy: read,
    steady: true,
  }),
  section: get(section, { output: ModelSection, policy: read, steady: true }),
  addSection: post('/inspection/category', {
    body: v.object({ model_id: v.optional(reference('Modello')), model: v.optional(reference('Modello')), key, ...sectionBody }),
    output: ModelSection,
    ok: 'Sezione creata',
    policy: write,
  }),
  updateSection: put(section, {
    body: v.object({ ...v.partial(v.object(sectionBody)).entries, rev: knownRevision }),
    output: ModelSection,
    ok: 'Sezione modificata',
    policy: write,
  }),
  removeSection: del(section, { ok: 'Sezione eliminata', policy: write }),
})
