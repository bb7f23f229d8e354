import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { TicketEvent } from '../../../../src/contract/tickets/events.ts'
import type { MacroStep, TicketStatus, WaitingFor } from '../../../../src/contract/tickets/words.ts'
import { users } from '../core/accounts.ts'
import { common, day, identity, instant, owner } from '../core/columns.ts'
import { files } from '../core/system.ts'
import { notification_groups } from '../notifications/notifications.ts'
import { stations } from '../stations/stations.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The subject of a ticket, with the hours it should take and its usual priority (1 low to 4 urgent). */
export const ticket_categories = pgTable('ticket_categories', {
  ...common(),
  name: text().notNull().unique('ticket_categories_name'),
  sla_hours: integer().notNull().default(48),
  default_priority: integer().notNull().default(2),
  color: text(),
  requires_station: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
  /** One level above it; null at the top. */
  parent_id: integer().references((): AnyPgColumn => ticket_categories.id),
  /** Groups that are notified of its tickets. */
  notification_group_id: integer().references(() => notification_groups.id),
  /** The person who gets its tickets at once. */
  default_assignee_id: integer().references(() => users.id),
  /** The template of mails that its tickets are answered by. */
  default_mail_id: integer().references((): AnyPgColumn => default_mails.id),
})
/** "Template email": `{{variables}}` in subject and body. */
export const default_mails = pgTable('default_mails', {
  ...common(),
  name: text().notNull().unique('default_mails_name'),
  event: text()
    .$type<'manuale' | 'macro' | 'ticket_created' | 'ticket_assigned' | 'ticket_comment' | 'ticket_closed' | 'ticket_to_company'>()
    .notNull()
    .default('manuale'),
  subject: text().notNull(),
  body: text().notNull(),
  active: boolean().notNull().default(true),
  /** What a macro does beside writing its text. */
  leads_to: text().$type<MacroStep>(),
  set_priority: integer(),
  set_category_id: integer().references((): AnyPgColumn => ticket_categories.id),
  assign_me: boolean().notNull().default(false),
  internal: boolean().notNull().default(false),
})
/** A request to the office or to a company. Opened through `openTicket()` alone, which numbers it and sets its due time. */
export const tickets = pgTable(
  'tickets',
  {
    ...common(),
    id_year: integer().notNull(),
    id_number: integer().notNull(),
    status_id: integer().$type<TicketStatus>().notNull().default(1),
    is_new: boolean().notNull().default(true),
    category_id: integer()
      .notNull()
      .references(() => ticket_categories.id),
    station_id: integer().references(() => stations.id),
    subject: text().notNull(),
    description: text().notNull(),
    /** 1 low to 4 urgent. */
    priority: integer().notNull(),
    requester_id: integer()
      .notNull()
      .references(() => users.id),
    contact: text(),
    equipment: jsonb().$type<TicketEquipment>(),
    company: text(),
    company_email: text(),
    due_at: instant().notNull(),
    /** Working hours it should take, by its category as it was then; of the clock for an urgent one. */
    sla_hours: integer().notNull().default(48),
    /** Given by hand or by a verifica: then no pause moves it. */
    due_given: boolean().notNull().default(false),
    /** Since when its clock stands, and for whom it waits: only while it is waiting. */
    paused_at: instant(),
    waiting_for: text().$type<WaitingFor>(),
    /** The day on which its assignees are reminded of it, while it waits. */
    remind_on: day(),
    source: text().$type<'web' | 'inspection' | 'email' | 'system'>().notNull(),
    /** When it was written on a device, if it arrived later. */
    written_at: instant(),
    inspection_id: integer(),
    nc_id: integer(),
    resolution: text(),
    completed_at: instant(),
    uid: text().notNull().unique('tickets_uid'),
    /** How many it is assigned to: a trigger counts them, as to look for those of nobody among all assignments took a tenth of a second. */
    assignees: integer().notNull().default(0),
    /** The one that goes on in its place; then it is closed. */
    merged_into: integer().references((): AnyPgColumn => tickets.id),
    /** The one that it was split from. */
    split_from: integer().references((): AnyPgColumn => tickets.id),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('tickets_number').on(t.id_year, t.id_number),
    index('tickets_station').on(t.station_id),
    index('tickets_category').on(t.category_id),
    index('tickets_requester').on(t.requester_id),
    index('tickets_creator').on(t.created_by),
    index('tickets_created').on(t.created_at, t.id).where(sql`deleted_at is null`),
    index('tickets_completed').on(t.completed_at, t.id).where(sql`status_id = 5 and deleted_at is null`),
    index('tickets_priority').on(t.priority, t.id).where(sql`deleted_at is null`),
    index('tickets_of_nobody').on(t.id).where(sql`assignees = 0 and deleted_at is null`),
    index('tickets_status').on(t.status_id, t.updated_at, t.id).where(sql`deleted_at is null`),
    index('tickets_newest').on(t.updated_at, t.id).where(sql`deleted_at is null`),
    index('tickets_open').on(t.due_at, t.id).where(sql`status_id <> 5 and deleted_at is null`),
    index('tickets_solved').on(t.due_at, t.id).where(sql`status_id = 5 and deleted_at is null`),
    index('tickets_to_do').on(t.updated_at, t.id).where(sql`status_id <> 5 and deleted_at is null`),
    index('tickets_deleted').on(t.deleted_at).where(sql`deleted_at is not null`),
    index('tickets_merged').on(t.merged_into).where(sql`merged_into is not null`),
    index('tickets_inspection').on(t.inspection_id).where(sql`inspection_id is not null`),
    index('tickets_equipment').using('gin', sql`${t.equipment} jsonb_path_ops`),
  ],
)
/** The people assigned to a ticket. */
export const ticket_assignments = pgTable(
  'ticket_assignments',
  {
    ticket_id: owner(() => tickets.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    by: integer(),
  },
  (t) => [primaryKey({ columns: [t.ticket_id, t.user_id] }), index('ticket_assignments_user').on(t.user_id, t.ticket_id)],
)
/** The comments of a ticket. */
export const ticket_comments = pgTable(
  'ticket_comments',
  {
    id: identity(),
    /** Given by the device that wrote it, so that a repetition is the same comment. */
    uuid: text().notNull().unique('ticket_comments_uuid'),
    ticket_id: owner(() => tickets.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    message: text().notNull(),
    /** "Nota interna": for agents alone. */
    internal: boolean().notNull().default(false),
    /** People who were named in it. */
    mentions: integer().array().notNull().default([]),
    /** When the device says it was written, where that was before it arrived. */
    written_at: instant(),
    /** Seconds that this moment was moved because the device's clock was wrong. */
    clock_moved_s: integer(),
    /** Until when its author may take it back; null once nobody may, because its readers are told of it. */
    recallable_until: instant(),
    created_at: instant().notNull(),
  },
  (t) => [
    index('ticket_comments_ticket').on(t.ticket_id, t.id),
    index('ticket_comments_recallable').on(t.recallable_until).where(sql`recallable_until is not null`),
  ],
)
/** Its attachments, by the names they are asked for; with a comment, or with the ticket itself. */
export const ticket_files = pgTable(
  'ticket_files',
  {
    id: identity(),
    ticket_id: owner(() => tickets.id),
    comment_id: integer().references(() => ticket_comments.id, { onDelete: 'cascade' }),
    file_id: integer()
      .notNull()
      .references(() => files.id),
    file_name: text().notNull(),
    original_name: text().notNull(),
    created_by: integer(),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('ticket_files_name').on(t.ticket_id, t.file_name),
    index('ticket_files_comment').on(t.comment_id),
    index('ticket_files_file').on(t.file_id),
  ],
)
/** When its clock stood. */
export const ticket_pauses = pgTable(
  'ticket_pauses',
  {
    id: identity(),
    ticket_id: owner(() => tickets.id),
    reason: text().$type<WaitingFor | 'closed'>().notNull(),
    from: instant().notNull(),
    to: instant(),
  },
  (t) => [index('ticket_pauses_ticket').on(t.ticket_id)],
)
/** The checklist of what is to be done. */
export const ticket_tasks = pgTable(
  'ticket_tasks',
  {
    id: identity(),
    ticket_id: owner(() => tickets.id),
    text: text().notNull(),
    position: integer().notNull().default(0),
    done_at: instant(),
    done_by: integer(),
    created_at: instant().notNull(),
    created_by: integer(),
  },
  (t) => [index('ticket_tasks_ticket').on(t.ticket_id)],
)
/** Tickets that were merged into another, and how they were before, for thirty days. */
export const ticket_merges = pgTable(
  'ticket_merges',
  {
    id: identity(),
    source_id: owner(() => tickets.id),
    target_id: owner(() => tickets.id),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    by: integer().notNull(),
    at: instant().notNull(),
    undone_at: instant(),
    undone_by: integer(),
  },
  (t) => [index('ticket_merges_source').on(t.source_id), index('ticket_merges_target').on(t.target_id)],
)
/** How satisfied whoever asked is with what was done: asked for once at each closing, by a link that is good without signing in. */
export const ticket_ratings = pgTable(
  'ticket_ratings',
  {
    id: identity(),
    ticket_id: owner(() => tickets.id),
    /** SHA-256 of the link's token. */
    token_hash: text().notNull().unique('ticket_ratings_token'),
    /** 1 to 5. */
    score: integer(),
    note: text(),
    asked_at: instant().notNull(),
    expires_at: instant().notNull(),
    rated_at: instant(),
  },
  (t) => [index('ticket_ratings_ticket').on(t.ticket_id)],
)
/** The words a ticket is found by, stemmed as Italian: all, and those of all who see it where only agents read more. */
export const ticket_words = pgTable(
  'ticket_words',
  {
    ticket_id: integer()
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    said: tsvector(),
    all_words: tsvector().notNull(),
  },
  (t) => [index('ticket_words_all').using('gin', t.all_words)],
)
/** The piece of equipment that a ticket is about; `label` as it was called then. */
export interface TicketEquipment {
  type: 'dispenser' | 'tank' | 'device' | 'pos' | 'extinguisher' | 'network_device'
  id: number
  label: string
}
export const ticket_history = pgTable(
  'ticket_history',
  {
    id: identity(),
    ticket_id: owner(() => tickets.id),
    /** One of TICKET_EVENTS. */
    event: text().$type<TicketEvent>().notNull(),
    /** The changed field, if the event is `modificato`. */
    field: text(),
    /** In words. */
    old: text(),
    new: text(),
    user_id: integer(),
    at: instant().notNull(),
  },
  (t) => [index('ticket_history_ticket').on(t.ticket_id)],
)
