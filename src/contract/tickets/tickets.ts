import * as v from 'valibot'
import { deletion } from '../kernel/bulk-actions.ts'
import { listQuery, wholeNumber } from '../kernel/crud.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, flag, integer, longText, reference, text } from '../kernel/fields.ts'
import { anyId, listParam } from '../kernel/filters.ts'
import { PictureFields } from '../kernel/offline-part.ts'
import { labelled, messages } from '../kernel/valibot-it.ts'
import { ticketPriorities } from './categories.ts'
import { TICKET_EVENTS } from './events.ts'
import { priority, subject, TicketChanges, TicketCommentFields, TicketFields, uuid } from './fields.ts'
import {
  DATE_FIELDS,
  TICKET_EQUIPMENT,
  TICKET_SOURCES,
  TICKET_STATUSES,
  TICKET_VIEWS,
  type TicketStatus,
  type TicketView,
  WAITING_FOR,
} from './words.ts'

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
const nullableText = v.nullable(v.string())
const Named = v.object({ id: v.number(), name: v.string() })
const Station = v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string(), province: v.string() })
const Number_ = v.object({ id_year: v.number(), id_number: v.number() })

/** `name` is 'open', 'assigned', 'working', 'waiting' or 'close'. */
const Status = v.object({ id: v.picklist(TICKET_STATUSES.map(({ id }) => id)), name: v.string() })
export const TicketRow = v.object({
  id: v.number(),
  rev: v.number(),
  id_year: v.number(),
  id_number: v.number(),
  status: Status,
  /** No agent has opened its page yet. */
  is_new: v.boolean(),
  subject: v.string(),
  category: v.object({ ...Named.entries, color: nullableText }),
  station: v.nullable(Station),
  /** 1 low to 4 urgent. */
  priority: v.number(),
  requester: Named,
  assignments: v.array(v.object({ user_id: v.number(), name: v.string(), at: v.string() })),
  due_at: v.string(),
  /** Past its due time and not closed. For a waiting ticket, the time when it began to wait counts. */
  late: v.boolean(),
  /** For whom the ticket waits; null unless its status is 4. */
  waiting_for: v.nullable(v.picklist(keysOf(WAITING_FOR))),
  /** The day on which its assignees are reminded of it, while it waits. */
  remind_on: nullableText,
  source: v.picklist(keysOf(TICKET_SOURCES)),
  /** Comments that the caller may read. */
  comments_count: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  completed_at: nullableText,
  /** Where a search text was found, if the row does not show it: `allegato «preventivo.pdf»`. */
  found_in: v.optional(nullableText),
})
export type TicketRow = v.InferOutput<typeof TicketRow>

/** Downloaded from `/support/ticket/download/{uid}/{fileName}`; `uid` is that of the ticket it was added to. */
export const TicketFile = v.object({
  uid: v.string(),
  fileName: v.string(),
  originalName: v.string(),
  size: v.number(),
  mime: v.string(),
  created_at: v.string(),
  user: v.nullable(Named),
})
export type TicketFile = v.InferOutput<typeof TicketFile>
export const TicketComment = v.object({
  id: v.number(),
  uuid: v.string(),
  message: v.string(),
  /** "Nota interna": only agents get it. */
  internal: v.boolean(),
  user: Named,
  mentions: v.array(Named),
  attachments: v.array(TicketFile),
  created_at: v.string(),
  /** When it was written on the device, if it arrived later. */
  written_at: nullableText,
  /** Seconds that this moment was moved because the device's clock was wrong. */
  clock_moved_s: v.nullable(v.number()),
  /** The ticket that has it, if that is another one: merged into this one, or this one into it. */
  from: v.nullable(Number_),
  written_in: v.optional(v.nullable(Number_)), // if another one: split or merged since
})
export type TicketComment = v.InferOutput<typeof TicketComment>
export const TicketTask = v.object({
  id: v.number(),
  text: v.string(),
  position: v.number(),
  done_at: nullableText,
  done_by: v.nullable(Named),
})
export type TicketTask = v.InferOutput<typeof TicketTask>
export const Ticket = v.object({
  ...TicketRow.entries,
  ...{ uid: v.string(), description: v.string() },
  created_by: v.nullable(v.number()),
  /** Who wrote the request for the requester, or split the ticket; null if it is the requester. */
  written_by: v.nullable(Named),
  /** When it was written on a device, if it arrived later. */
  written_at: nullableText,
  contact: nullableText,
  equipment: v.nullable(v.object({ type: v.picklist(keysOf(TICKET_EQUIPMENT)), id: v.number(), label: v.string() })),
  company: nullableText,
  company_email: nullableText,
  resolution: nullableText,
  inspection: v.nullable(v.object({ id: v.number(), id_year: v.nullable(v.number()), id_number: v.nullable(v.number()) })),
  nc_id: v.nullable(v.number()),
  /** Sentences that explain the due time. */
  due_words: v.array(v.string()),
  /** Oldest first, including those of tickets merged into this one and, in a merged ticket, the caller's own in the one where it goes on. */
  comments: v.array(TicketComment),
  /** Attachments of the ticket itself and, with their `uid`, of those merged into it; those of comments are in `comments`. */
  attachments: v.array(TicketFile),
  tasks: v.array(TicketTask),
  /**
   * The ticket in which this one goes on, if it was merged: comments to this number are written there.
   * `seen`: the caller may read it. `closed`: it takes no comments.
   */
  merged_into: v.nullable(v.object({ ...Number_.entries, seen: v.boolean(), closed: v.boolean() })),
  /** Tickets merged into this one; `until`: the merge may be undone before this instant. */
  merged: v.array(
    v.object({
      ...{ uid: v.string(), ...Number_.entries, subject: v.string(), until: v.string() },
      /** What was asked for in it. */
      ...{
        description: v.string(),
        created_at: v.string(),
        requester: Named,
        written_by: v.nullable(Named),
        split: v.optional(v.boolean()),
      },
    }),
  ),
  /** `rating_token`: of the rating page, for the requester alone while an answer is taken or may be changed. */
  ...{ split_from: v.nullable(Number_), rating_token: v.optional(nullableText) },
  /** The requester's rating of the solution, 1 to 5. */
  rating: v.nullable(v.object({ score: v.number(), note: nullableText, rated_at: v.string() })),
})
export type Ticket = v.InferOutput<typeof Ticket>

const status = listParam(
  v.pipe(
    v.string(),
    v.transform(
      (value): TicketStatus => TICKET_STATUSES.find(({ id, name }) => value === name || value === String(id))?.id as TicketStatus,
    ),
    v.check((id) => id !== undefined, 'Lo stato non esiste.'),
  ),
)
const priorityByHand = v.pipe(priority, v.metadata({ words: ticketPriorities })) as unknown as typeof priority
const byHand = { 3: TICKET_STATUSES[2].label, 4: TICKET_STATUSES[3].label } as const
/** A status that an agent gives to many tickets at once. A job checks its values again, so the number that comes out is accepted too. */
const statusByHand = labelled(
  'Stato',
  v.pipe(v.union([v.picklist([3, 4]), v.pipe(v.picklist(['3', '4']), v.transform(Number))]), v.metadata({ words: byHand })),
)
const manyStates = v.pipe(
  v.object({
    ...{ status_id: v.optional(statusByHand), waiting_for: v.optional(choice('In attesa di', WAITING_FOR)) },
    remind_on: v.optional(date('Promemoria')),
  }),
  v.forward(
    v.check(({ status_id, waiting_for }) => status_id !== 4 || !!waiting_for, messages.required('In attesa di')),
    ['waiting_for'],
  ),
)
const one = '/support/ticket/{year}/{number}'
const output = Ticket
const touches = ['notifications', 'non-conformities'] as const
const done = { output, success: [200], touches } as const
const tasks = '/support/ticket/{year}/{number}/tasks'
const taskText = text('Attività', { max: 255 })
const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Il link non è valido o è scaduto.'))
const fileParams = {
  params: v.object({
    uid: uuid,
    fileName: v.pipe(
      v.string(),
      v.regex(/^(?!\.)[^/\\%]{1,140}$/, 'Il nome del file non è valido.'),
      v.check((name) => !name.includes('..'), 'Il nome del file non è valido.'),
    ),
  }),
} as const
const byToken = { params: v.object({ token }), policy: 'guest' } as const
const counts = { open: v.number(), assigned_to_me: v.number() }
const views = Object.fromEntries(keysOf(TICKET_VIEWS).map((view) => [view, v.number()])) as Record<TicketView, v.NumberSchema<undefined>>

/** What a list of tickets is narrowed by besides its state and view. */
const narrowed = {
  /** Words of subject, description, comments, file names, requester and assignees, or a number: `2026/123`, `123`. */
  filter: listQuery.search,
  category_id: anyId,
  station: anyId,
  station_id: anyId,
  priority: anyId,
  assigned_to: anyId,
  requester_id: anyId,
  inspection_id: anyId,
  date_field: v.optional(v.picklist(keysOf(DATE_FIELDS)), 'created_at'),
  from: v.optional(date('Dal')),
  to: v.optional(date('Al')),
}

export const tickets = resource('tickets', {
  /** Leaves out closed tickets unless a status, a view, a search text or a closing date asks for them. */
  list: list('/support/ticket', {
    query: v.object({
      ...listQuery,
      view: v.optional(v.picklist(keysOf(TICKET_VIEWS))),
      status,
      ...narrowed,
    }),
    output: TicketRow,
    policy: 'tickets.open',
    order: '-updated_at',
    bulk: {
      assign: {
        ...{ label: 'Assegna', call: 'assign', policy: 'tickets.agent', as: { user_id: 'assigned_to' } },
        note: 'Si aggiunge a chi è già assegnato.',
        values: v.object({ user_id: reference('Assegnatario') }),
      },
      update: {
        ...{ label: 'Modifica', call: 'update', policy: 'tickets.agent' },
        values: v.object({ priority: v.optional(priorityByHand), category_id: v.optional(reference('Categoria')) }),
      },
      status: {
        ...{ label: 'Cambia stato', of: 'di', call: 'update', policy: 'tickets.agent', preview: true },
        values: manyStates,
      },
      macro: {
        ...{ label: 'Macro', of: 'su', call: 'macro', policy: 'tickets.agent' },
        values: v.object({ macro_id: reference('Macro') }),
      },
      close: {
        label: 'Chiudi',
        call: 'close',
        policy: 'tickets.agent',
        values: v.object({ resolution: v.unwrap(v.unwrap(longText('Soluzione'))) }),
      },
      ...deletion('tickets.delete'),
    },
  }),
  /** Everything the page of tickets needs first. `counts`: visible tickets by view. */
  info: get('/support/ticket/info', {
    output: v.object({
      statuses: v.array(v.object({ id: v.number(), name: v.string(), label: v.string() })),
      priorities: v.array(Named),
      categories: v.array(
        v.object({
          ...Named.entries,
          parent_id: v.nullable(v.number()),
          color: nullableText,
          default_priority: v.number(),
          sla_hours: v.number(),
          requires_station: v.boolean(),
        }),
      ),
      counts: v.object({ ...views, ...counts }),
      date_fields: v.array(v.object({ id: v.string(), name: v.string() })),
    }),
    policy: 'tickets.open',
    // A ticket is written without a network too, and needs the categories.
    kept: { place: 'page' },
  }),
  /** (+) The counts of `info`, of the tickets that a search and filters find. */
  counts: get('/support/ticket/counts', {
    query: v.object({ search: listQuery.search, ...narrowed }),
    output: v.object({ ...views, ...counts }),
    policy: 'tickets.open',
  }),
  /** Agents with their number of open tickets. With `ticket_id`, `sees` says whether each may see that ticket. */
  users: get('/support/ticket/users', {
    query: v.object({ ticket_id: v.optional(wholeNumber(1)) }),
    output: v.object({ ...Named.entries, email: v.string(), open: v.number(), sees: v.optional(v.boolean()) }),
    envelope: 'list',
    policy: 'tickets.agent',
  }),
  get: get(one, { output, policy: 'tickets.open' }),
  /** 200 with the stored ticket if the same author has already sent this `uuid`; 422 `arrived` if it says something else by now. */
  create: post('/support/ticket', {
    body: TicketFields,
    ...{ output, success: [201, 200], ok: 'Ticket creato', policy: 'tickets.open', touches, offline: true },
  }),
  /** The solution is `resolution`; `message` is its older name. */
  close: post(one, {
    body: v.object({ resolution: longText('Soluzione'), message: longText('Messaggio') }),
    ...{ ...done, ok: 'Ticket chiuso', policy: 'tickets.open' },
  }),
  assign: post(`${one}/assign`, {
    body: v.object({ user_id: reference('Utente') }),
    ...{ ...done, ok: 'Ticket assegnato', policy: 'tickets.agent' },
  }),
  deassign: post(`${one}/deassign`, {
    body: v.object({ user_id: reference('Utente') }),
    ...{ ...done, ok: 'Utente rimosso', policy: 'tickets.agent' },
  }),
  /** 200 with the stored comment if the same author has already sent this `uuid`; 409 `closed` for a closed ticket. */
  comment: post(`${one}/comment`, {
    body: TicketCommentFields,
    ...{ output: TicketComment, success: [201, 200], ok: 'Commento inserito', policy: 'tickets.open', touches, offline: true },
  }),
  /** (+) "Annulla invio": its author takes a comment back for ten seconds after it arrived; 409 `late` after that, or once the ticket is closed. */
  recall: del(`${one}/comment/{uuid}`, {
    params: v.object({ year: wholeNumber(1), number: wholeNumber(1), uuid }),
    ...{ ok: 'Invio annullato', policy: 'tickets.open', touches },
  }),
  /** (+) A picture or other file of a ticket or comment that follows. `record`: its `uuid`; `name`: the file name. */
  picture: post('/support/ticket/files', {
    ...{ files: true, body: v.object({ ...PictureFields.entries, name: v.optional(v.pipe(v.string(), v.maxLength(255))) }) },
    ...{ output: v.object({ uuid: v.string(), sha256: v.string() }), success: [201, 200] },
    ...{ ok: 'Foto caricata', policy: 'tickets.open', offline: true },
  }),
  /** The requester may change only `description`, before the ticket is assigned. */
  update: post(`${one}/update`, { body: TicketChanges, ...done, ok: 'Ticket modificato', policy: 'tickets.open' }),
  /** (+) An agent has opened the page. The ticket's own events say who; the log of what people did does not. */
  seen: post(`${one}/seen`, { envelope: 'none', success: [204], policy: 'tickets.agent', fleeting: true }),
  /** (+) Does all that a macro says: assigns, changes, and writes its text as an answer, a note or the solution. */
  macro: post(`${one}/macro`, {
    body: v.object({ macro_id: reference('Macro') }),
    ...{ ...done, ok: 'Macro eseguita', policy: 'tickets.agent' },
  }),
  reopen: post(`${one}/reopen`, {
    body: v.object({ message: longText('Messaggio') }),
    ...{ ...done, ok: 'Ticket riaperto', policy: 'tickets.open' },
  }),
  /** (+) Adds files to the ticket, or to one of the caller's comments. */
  upload: post(`${one}/upload`, {
    ...{
      files: true,
      body: v.object({ comment_id: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer())) }),
    },
    ...{ output: v.array(TicketFile), ok: 'File caricati', policy: 'tickets.open' },
  }),
  /** (+) What is known of a deleted ticket, for whoever could see it; 404 if it is not deleted. */
  deleted: get(`${one}/deleted`, {
    output: v.object({ subject: v.string(), deleted_at: v.string(), by: v.nullable(Named), until: v.string() }),
    policy: 'tickets.open',
  }),
  /** (+) Undoes a deletion within thirty days. */
  restore: post(`${one}/restore`, { ...done, ok: 'Ticket ripristinato', policy: 'tickets.delete' }),
  remove: del(one, { ok: 'Ticket eliminato', policy: 'tickets.delete', touches }),
  file: get('/support/ticket/download/{uid}/{fileName}', { ...fileParams, envelope: 'blob', policy: 'tickets.open' }),
  removeFile: del('/support/ticket/download/{uid}/{fileName}', { ...fileParams, ok: 'File eliminato', policy: 'tickets.open' }),
  /** Oldest first. `field`: the label of the changed field, if the event is `modificato`. */
  history: get('/support/ticket/history/{year}/{number}', {
    output: v.object({
      id: v.number(),
      event: v.picklist(keysOf(TICKET_EVENTS)),
      label: v.string(),
      field: nullableText,
      old: nullableText,
      new: nullableText,
      user: v.nullable(Named),
      at: v.string(),
    }),
    envelope: 'list',
    policy: 'tickets.agent',
  }),
  /** (+) Closes this ticket; its conversation goes on in the other one, which is the answer. */
  merge: post(`${one}/merge`, { body: v.object({ into: Number_ }), ...done, ok: 'Ticket unito', policy: 'tickets.agent' }),
  /** (+) Undoes a merge within thirty days. */
  unmerge: post(`${one}/unmerge`, { ...done, ok: 'Unione annullata', policy: 'tickets.agent' }),
  /** (+) Moves comments into a new ticket, which is the answer. */
  split: post(`${one}/split`, {
    body: v.object({
      subject,
      category_id: v.optional(reference('Categoria')),
      comments: v.pipe(v.array(reference('Commento')), v.minLength(1, 'Scegli almeno un commento.'), v.maxLength(200)),
    }),
    ...{ output, ok: 'Ticket diviso', policy: 'tickets.agent', touches },
  }),
  /** (+) The checklist. */
  addTask: post(tasks, { body: v.object({ text: taskText }), output: TicketTask, ok: 'Attività aggiunta', policy: 'tickets.agent' }),
  updateTask: put(`${tasks}/{id}`, {
    body: v.object({
      text: v.optional(taskText),
      done: v.optional(flag('Fatto')),
      position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
    }),
    ...{ output: TicketTask, ok: 'Attività modificata', policy: 'tickets.agent' },
  }),
  removeTask: del(`${tasks}/{id}`, { ok: 'Attività eliminata', policy: 'tickets.agent' }),
  /** (+) The ticket of a rating link, with the vote so far; 422 if the link is forged or expired, or a week after the first vote. */
  rating: get('/support/ticket/rating/{token}', {
    ...{ ...byToken, output: v.object({ ...Number_.entries, subject: v.string(), score: v.nullable(v.number()), note: nullableText }) },
  }),
  rate: post('/support/ticket/rating/{token}', {
    body: v.object({ score: integer('Voto', { min: 1, max: 5 }), note: longText('Nota') }),
    ...{ ...byToken, envelope: 'none', success: [204], ok: 'Grazie per la valutazione' },
  }),
})
