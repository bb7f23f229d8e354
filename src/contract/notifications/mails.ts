import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { email, optional } from '../kernel/fields.ts'

/** What leaves the server by itself: mails, notices to devices, and tasks that did not go well. */
export const sendings = { mail: 'Email', push: 'Dispositivo', task: 'Lavoro' } as const
/** (+) The mails that the queue holds, with notices to devices and the server's own tasks that failed, for who has to know whether they left: never what stands in one, nor a link. */
export const MAILS_SHOWN = 200
export const MailState = v.picklist(['waiting', 'sending', 'retry', 'sent', 'file', 'none', 'failed'])
const instant = v.nullable(v.string())
export const QueuedMail = v.object({
  id: v.string(),
  kind: v.picklist(Object.keys(sendings) as [keyof typeof sendings]),
  /** An address, or a person's name. */
  to: v.string(),
  subject: v.string(),
  /** `file`: without an SMTP server; `none`: nobody to write to, or too many asked for. */
  state: MailState,
  /** How often it was tried since it was last put in the queue. */
  tries: v.number(),
  /** What the last try met, as the SMTP server says it. */
  error: v.nullable(v.string()),
  created_at: v.string(),
  /** When it is tried again. */
  next_at: instant,
  /** When it was sent, or given up. */
  done_at: instant,
  /** Whether it may go to another address instead: given up, and not a link to choose a password, which is its person's. */
  correctable: v.boolean(),
})
export type QueuedMail = v.InferOutput<typeof QueuedMail>

export const mails = resource('mails', {
  /** The newest, and whether there is an SMTP server to send them through. */
  list: get('/mails', { output: v.object({ sends: v.boolean(), mails: v.array(QueuedMail) }), policy: 'super' }),
  /** `to`: another address, where the first one was wrong. */
  retry: post('/mails/{id}/retry', {
    params: v.object({ id: v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo dell'email non è valido.")) }),
    body: v.object({ to: optional(email('Destinatario')) }),
    output: v.object({ id: v.string() }),
    success: [200],
    ok: 'Email rimessa in coda',
    policy: 'super',
  }),
})
