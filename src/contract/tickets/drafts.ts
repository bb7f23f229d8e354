import * as v from 'valibot'
import { get, put, resource } from '../kernel/endpoint.ts'
import { flag } from '../kernel/fields.ts'

/** (+) The reply that a person is writing to a ticket: one, and the same on all their devices, until it is sent. */
const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo non è valido."))
const Mention = v.object({ id: v.number(), name: v.pipe(v.string(), v.maxLength(200)), sees: v.boolean() })
const text = {
  /** Of the comment that it becomes. */
  uuid,
  message: v.pipe(v.string(), v.maxLength(10_000, 'Il campo Messaggio può avere al massimo 10.000 caratteri.')),
  internal: flag('Nota interna'),
  mentions: v.optional(v.pipe(v.array(Mention), v.maxLength(20)), []),
}
export const TicketDraft = v.object({ ...text, rev: v.number() })
const one = '/support/ticket/{year}/{number}/draft'
const output = v.nullable(TicketDraft)
export const ticketDrafts = resource('ticket-drafts', {
  /** Null where nothing is being written. */
  get: get(one, { output, policy: 'tickets.open' }),
  /**
   * `rev` of the copy it was made from, 0 of none: 409 with the copy that came between from another device. An empty text ends it, and what has become a
   * comment meanwhile is no draft any more: null.
   */
  save: put(one, {
    body: v.object({ ...text, rev: v.optional(v.number(), 0) }),
    output,
    policy: 'tickets.open',
    keepEmpty: true,
    fleeting: true,
  }),
})
