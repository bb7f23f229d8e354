import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { ListQuery, listQuery } from '../kernel/crud.ts'
import { deviceClock } from '../kernel/device-clock.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, flag, instant, integer, optional, revision, text } from '../kernel/fields.ts'
import { booleanParam, listParam } from '../kernel/filters.ts'
import { audienceFields, chosenNames, Reached } from './audience.ts'

export const communicationTypes = { 1: 'Messaggio', 2: 'Comunicazione di controllo' } as const
export type CommunicationType = keyof typeof communicationTypes
export const communicationStatuses = { draft: 'Bozza', scheduled: 'Programmata', sent: 'Inviata' } as const
export type CommunicationStatus = keyof typeof communicationStatuses
export const priorities = { normale: 'Normale', alta: 'Alta' } as const

const words = {
  subject: text('Oggetto', { max: 160 }),
  /** HTML; the server keeps p, b, i, u, ul, ol, li, a and br alone. */
  body: text('Testo', { max: 50_000 }),
}
const fields = {
  ...words,
  ...audienceFields,
  priority: v.optional(choice('Priorità', priorities), 'normale'),
  push: v.optional(flag('Notifica sui dispositivi'), true),
  mail: v.optional(flag('Email'), true),
  /** Of a control communication: the day by which it must be confirmed. */
  ack_due: optional(date('Da confermare entro')),
}
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))
const nullable = v.nullable(v.string())
const counts = v.object({ recipients: v.number(), read: v.number(), ack: v.number() })
const Row = v.object({
  id: v.number(),
  rev: v.number(),
  type: v.picklist([1, 2]),
  subject: v.string(),
  sender: person,
  status: v.picklist(['draft', 'scheduled', 'sent']),
  priority: v.picklist(['normale', 'alta']),
  ack_due: nullable,
  /** Of one that is programmed. */
  send_at: nullable,
  sent_at: nullable,
  /** 1, and one more with each correction. */
  version: v.number(),
  files_count: v.number(),
  /** Null to those who may not see who has read it. */
  counts: v.nullable(counts),
  /** The caller's own: null where the caller is no recipient. */
  mine: v.nullable(v.object({ read_at: nullable, ack_at: nullable })),
})
const One = v.object({
  ...Row.entries,
  body: v.string(),
  ...{ push: v.boolean(), mail: v.boolean() },
  /** False where no mail leaves this installation. */
  leaves: v.boolean(),
  /** To whom it goes; null to recipients. */
  to: v.nullable(v.object({ ...audienceFields, ...chosenNames })),
  files: v.array(StoredFile),
  /** The words that were corrected, newest first: all to who may send, else those the caller received. */
  earlier: v.array(v.object({ version: v.number(), subject: v.string(), body: v.string(), sent_at: v.string() })),
})
const Recipient = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  ...{ delivered_at: nullable, read_at: nullable, ack_at: nullable, reminded_at: nullable },
})
export type Communication = v.InferOutput<typeof One>
export type CommunicationRow = v.InferOutput<typeof Row>

const OK = 'Comunicazione creata'
/** The calls of a type; the documents give those of control communications, and (+) the same of messages. */
function callsOf<const P extends string>(path: P) {
  const one = `${path}/{id}` as const
  const write = { output: One, policy: 'comm.write' } as const
  const { upload, removeFile } = attachments(path, { read: 'auth', write: 'comm.write' })
  return {
    /** Those the caller sent or received; administrators and "Comunicazioni" see all that were sent. */
    list: list(path, {
      query: v.object({
        ...listQuery,
        ...{ from: optional(date('Dal')), to: optional(date('Al')) },
        status: listParam(v.picklist(['draft', 'scheduled', 'sent'])),
        /** Those the caller received, those of them that were not read, that wait for a confirmation. */
        ...{ mine: booleanParam, unread: booleanParam, to_ack: booleanParam },
      }),
      output: Row,
      policy: 'auth',
      order: '-sent_at',
      // What must be confirmed is read without a network too.
      kept: { place: 'page' },
    }),
    /** Opening it marks it as read; `peek` does not: what is brought to the device beforehand was read by nobody. */
    get: get(one, { query: v.object({ peek: booleanParam }), output: One, policy: 'auth', kept: { place: 'page' } }),
    /** Sends at once unless it is to stay a draft. */
    create: post(path, { body: v.object({ ...fields, draft: v.optional(flag('Bozza'), false) }), ...write, ok: OK }),
    /** Changes a draft. */
    update: put(one, { body: v.object({ ...fields, rev: revision }), ...write, ok: 'Bozza salvata' }),
    remove: del(one, { ok: 'Comunicazione eliminata', policy: 'comm.write' }),
    upload,
    removeFile,
    /** Sends a draft at once, or at `send_at`. */
    send: post(`${path}/{id}/send` as const, {
      body: v.object({ send_at: optional(instant('Invio programmato')), rev: revision }),
      ...write,
      success: [200],
      ok: 'Comunicazione inviata',
    }),
    /** Takes a programmed one back to a draft. */
    unschedule: post(`${path}/{id}/unschedule` as const, {
      body: v.object({ rev: revision }),
      ...write,
      success: [200],
      ok: 'Invio annullato',
    }),
    /** A corrected version of a sent one, which asks everybody anew. */
    correct: post(`${path}/{id}/correct` as const, {
      body: v.object({ ...words, rev: revision }),
      ...write,
      success: [200],
      ok: 'Correzione inviata',
    }),
    /** Tells those again who have not read it, or not confirmed. */
    remind: post(`${path}/{id}/remind` as const, {
      body: v.object({}),
      output: v.object({ reminded: v.number() }),
      success: [200],
      ok: 'Sollecito inviato',
      policy: 'comm.write',
    }),
    /** Who received it, for its sender and super administrators. */
    recipients: list(`${path}/{id}/recipients` as const, {
      query: v.object({ ...ListQuery.entries, state: v.optional(v.picklist(['unread', 'read', 'unconfirmed', 'confirmed'])) }),
      output: Recipient,
      policy: 'comm.write',
      order: 'name',
    }),
    /** PDF: who, when, which version. */
    evidence: get(`${path}/{id}/evidence` as const, { envelope: 'blob', policy: 'comm.write' }),
  }
}
const touches = ['communications-ctrl', 'communications-messages', 'notifications'] as const
export const messages = resource('communications-messages', callsOf('/communications/messages'))
export const controls = resource('communications-ctrl', {
  ...callsOf('/communications-ctrl'),
  /** "Ho preso visione": of the version that was read, at the time the device says, never later than the arrival. Once; again changes nothing. */
  ack: post('/communications-ctrl/{id}/ack', {
    body: v.object({
      version: v.optional(integer('Versione', { min: 1, max: 1_000_000 })),
      confirmed_at: v.optional(instant('Confermata il')),
      ...deviceClock,
    }),
    output: One,
    success: [200],
    ok: 'Presa visione registrata',
    policy: 'auth',
    touches,
    offline: true,
  }),
})
export const communications = resource('communications', {
  /** By the file's id; marks the communication as read. */
  document: get('/communications/documents/{id}', { envelope: 'blob', policy: 'auth' }),
  /** (+) Whom a choice of recipients reaches now. */
  reached: post('/communications/recipients', {
    body: v.object(audienceFields),
    output: Reached,
    success: [200],
    policy: 'comm.write',
    fleeting: true,
  }),
})
