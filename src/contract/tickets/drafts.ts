import * as v from 'valibot'
import { get, put, resource } from '../kernel/endpoint.ts'
import { flag } from '../kernel/fields.ts'

/** (+) The reply that a person is writing to a ticket: one per ticket, shared by all their devices until it is sent. */
const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo non è valido."))
const Mention = v.object({ id: v.number(), name: v.pipe(v.string(), v.maxLength(200)), sees: v.boolean() })
const text = {
  /** The uuid of the comment that it becomes. */
  uuid,
  message: v.pipe(v.string(), v.maxLength(10_000, 'Il campo Messaggio può avere al massimo 10.000 caratteri.')),
  internal: flag('Nota interna'),
  mentions: v.optional(v.pipe(v.array(Mention), v.maxLength(20)), []),
}
export const TicketDraft = v.object({ ...text, rev: v.number() })
const one = '/support/ticket/{year}/{number}/draft'
const output = v.nullable(TicketDraft)
export const ticketDrafts = resource('ticket-drafts', {
  /** Null if nothing is being written. */
  get: get(one, { output, policy: 'tickets.open' }),
  /**
   * `rev`: revision of the copy that this one was made from, 0 for none. 409 with the present copy if another device has saved meanwhile. An empty text
   * deletes the draft. The answer is null if there is no draft any more, also because it became a comment meanwhile.
   */
  save: put(one, {
    body: v.object({ ...text, rev: v.optional(v.number(), 0) }),
    output,
    policy: 'tickets.open',
    keepEmpty: true,
    fleeting: true,
  }),
})
