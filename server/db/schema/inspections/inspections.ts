import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Answers, Position, Signatures, StationContext } from '../../../../src/contract/inspections/answers.ts'
import type { ModelDefinition, Section } from '../../../../src/contract/inspections/form.ts'
import type { InspectionStatus, SectionScore } from '../../../../src/contract/inspections/inspections.ts'
import type { Outcome, Severity } from '../../../../src/contract/inspections/labels.ts'
import type { ModelStatus, PERIODICITIES } from '../../../../src/contract/inspections/models.ts'
import type { NcStatus } from '../../../../src/contract/inspections/non-conformities.ts'
import { users } from '../core/accounts.ts'
import { amount, common, day, identity, instant } from '../core/columns.ts'
import { notification_groups } from '../notifications/notifications.ts'
import { stations } from '../stations/stations.ts'
import { ticket_categories, tickets } from '../tickets/tickets.ts'

/** Inspection models and their sections; questions live as JSON inside the section. */
export const inspection_models = pgTable(
  'inspection_models',
  {
    ...common(),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text().$type<ModelStatus>().notNull().default('draft'),
    /** Last frozen version; 0 before the first verifica. */
    version: integer().notNull().default(0),
    minutes: integer(),
    periodicity: text().$type<keyof typeof PERIODICITIES>(),
    ticket_mode: text().$type<ModelDefinition['ticket_mode']>().notNull().default('grouped'),
    ticket_category_id: integer(),
    notification_group_id: integer(),
    thresholds: jsonb().$type<ModelDefinition['thresholds']>().notNull().default({ ok: 85, warn: 70 }),
    require: jsonb()
      .$type<ModelDefinition['require']>()
      .notNull()
      .default({ inspector_signature: true, manager_signature: true, gps: false, cover_photo: false }),
    photos: jsonb().$type<NonNullable<ModelDefinition['photos']>>(),
    scoring: boolean().notNull().default(true),
    intro: text(),
    color: text(),
    icon: text(),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('inspection_models_code').on(t.code).where(sql`${t.deleted_at} is null`),
    uniqueIndex('inspection_models_name').on(t.name).where(sql`${t.deleted_at} is null`),
    foreignKey({ name: 'inspection_models_ticket_category', columns: [t.ticket_category_id], foreignColumns: [ticket_categories.id] }),
    foreignKey({ name: 'inspection_models_group', columns: [t.notification_group_id], foreignColumns: [notification_groups.id] }),
  ],
)
export const inspection_categories = pgTable(
  'inspection_categories',
  {
    ...common(),
    model_id: integer()
      .notNull()
      .references(() => inspection_models.id, { onDelete: 'cascade' }),
    /** Never changes, unlike the title: conditions and stored scores refer to it. */
    key: text().notNull(),
    name: text().notNull(),
    description: text(),
    position: integer().notNull().default(0),
    weight: amount(4, 2).notNull().default(1),
    icon: text(),
    repeat: jsonb().$type<NonNullable<Section['repeat']>>(),
    visible_if: jsonb().$type<NonNullable<Section['visible_if']>>(),
    questions: jsonb().$type<Section['questions']>().notNull().default([]),
  },
  (t) => [index('inspection_categories_model').on(t.model_id)],
)
/** Immutable: a verifica keeps the version it was started with. */
export const inspection_model_versions = pgTable(
  'inspection_model_versions',
  {
    id: identity(),
    model_id: integer()
      .notNull()
      .references(() => inspection_models.id),
    version: integer().notNull(),
    hash: text().notNull(),
    definition: jsonb().$type<ModelDefinition>().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    created_by: integer(),
  },
  (t) => [
    uniqueIndex('inspection_model_versions_one').on(t.model_id, t.version),
    uniqueIndex('inspection_model_versions_hash').on(t.model_id, t.hash),
  ],
)
export const inspections = pgTable(
  'inspections',
  {
    ...common(),
    client_uuid: text().notNull().unique('inspections_client_uuid'),
    id_year: integer(),
    id_number: integer(),
    status: text().$type<InspectionStatus>().notNull(),
    model_id: integer()
      .notNull()
      .references(() => inspection_models.id),
    /** Null while only planned: the version is frozen at the start. */
    model_version: integer(),
    model_name: text().notNull(),
    station_id: integer()
      .notNull()
      .references(() => stations.id),
    /** How the station was called when the verifica was begun. */
    station_snapshot: jsonb().$type<Record<string, string | null>>(),
    inspector_id: integer()
      .notNull()
      .references(() => users.id),
    scheduled_at: day(),
    started_at: instant(),
    completed_at: instant(),
    duration_s: integer(),
    /** Seconds that the start was moved because the device's clock was wrong; null where it was right. */
    clock_moved_s: integer(),
    gps_start: jsonb().$type<Position>(),
    gps_end: jsonb().$type<Position>(),
    present: text(),
    notes: text(),
    answers: jsonb().$type<Answers>().notNull().default({}),
    /** By answer key: the `rev` in which it last changed, so that two copies can be merged key by key. */
    answer_revs: jsonb().$type<Record<string, number>>().notNull().default({}),
    sections: jsonb().$type<Record<string, SectionScore>>(),
    /** Facts, equipment and prices the form is evaluated against, frozen at the start. */
    context: jsonb().$type<StationContext>(),
    /** Ids of the earlier non-conformities to re-check, frozen at the start. */
    open_ncs: integer().array().notNull().default([]),
    score: amount(4, 1),
    outcome: text().$type<Outcome>(),
    nc_count: jsonb().$type<Record<Severity, number>>(),
    signatures: jsonb().$type<Signatures>().notNull().default({}),
    reason: text(),
    previous_id: integer(),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('inspections_number').on(t.id_year, t.id_number),
    index('inspections_station').on(t.station_id, t.model_id, t.completed_at.desc()),
    index('inspections_inspector').on(t.inspector_id, t.status),
    index('inspections_model').on(t.model_id),
    // The order of the list (`dayOf`).
    index('inspections_day').on(
      sql`coalesce((coalesce(${t.completed_at}, ${t.started_at}) at time zone 'Europe/Rome')::date, ${t.scheduled_at}) desc nulls last`,
      t.id.desc().nullsFirst(),
    ),
  ],
)
export const inspection_files = pgTable(
  'inspection_files',
  {
    id: identity(),
    uuid: text().notNull().unique('inspection_files_uuid'),
    client_uuid: text().notNull(),
    question: text(),
    kind: text().$type<'photo' | 'signature' | 'file'>().notNull(),
    /** The stored file: a picture may have been made smaller. */
    file_id: integer().notNull(),
    /** SHA-256 of the bytes as they left the device; null for files from before it was recorded, which are stored as they were sent. */
    sent_sha256: text(),
    /** False for a picture that nobody can decode. */
    readable: boolean().notNull().default(true),
    /** The inspector took it out of its answer. */
    removed: boolean().notNull().default(false),
    taken_at: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    created_by: integer().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index('inspection_files_inspection').on(t.client_uuid)],
)
/** The verbale as it was printed at each completion: the one in force, and those that a reopening has superseded. */
export const inspection_pdfs = pgTable(
  'inspection_pdfs',
  {
    id: identity(),
    inspection_id: integer()
      .notNull()
      .references(() => inspections.id, { onDelete: 'cascade' }),
    /** The document's own data: its `rev`, and when it was completed. */
    rev: integer().notNull(),
    completed_at: instant().notNull(),
    file_id: integer().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    superseded_at: instant(),
  },
  (t) => [
    uniqueIndex('inspection_pdfs_in_force').on(t.inspection_id).where(sql`${t.superseded_at} is null`),
    index('inspection_pdfs_inspection').on(t.inspection_id),
  ],
)
export const non_conformities = pgTable(
  'non_conformities',
  {
    ...common(),
    inspection_id: integer()
      .notNull()
      .references(() => inspections.id, { onDelete: 'cascade' }),
    station_id: integer()
      .notNull()
      .references(() => stations.id),
    model_id: integer()
      .notNull()
      .references(() => inspection_models.id),
    question_key: text().notNull(),
    block: text().notNull().default(''),
    block_label: text().notNull().default(''),
    label: text().notNull(),
    severity: text().$type<Severity>().notNull(),
    /** Why the rule of the question fired; null when only set by hand. */
    reason: text(),
    note: text(),
    photos: text().array().notNull().default([]),
    suggestion: text(),
    ticket_category_id: integer(),
    /** The ticket by which it is being solved; several may share one. */
    ticket_id: integer().references(() => tickets.id),
    deadline: day().notNull(),
    status: text().$type<NcStatus>().notNull().default('open'),
    resolution_note: text(),
    resolution_photos: text().array().notNull().default([]),
    resolved_at: instant(),
    resolved_by: integer(),
    /** The later verifica that re-checked it. */
    checked_in: integer(),
  },
  (t) => [
    uniqueIndex('non_conformities_one').on(t.inspection_id, t.question_key, t.block),
    index('non_conformities_station').on(t.station_id, t.status),
    index('non_conformities_deadline').on(t.deadline, t.id),
    index('non_conformities_ticket').on(t.ticket_id),
  ],
)
