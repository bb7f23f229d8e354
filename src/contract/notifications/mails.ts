import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { email, optional } from '../kernel/fields.ts'

/** The kinds of rows: mails, pushes to devices, and failed tasks of the server. */
export const sendings = { mail: 'Email', push: 'Dispositivo', task: 'Lavoro' } as const
/** Rows of the list. */
export const MAILS_SHOWN = 200
export const MailState = v.picklist(['waiting', 'sending', 'retry', 'sent', 'file', 'none', 'failed'])
const instant = v.nullable(v.string())
export const QueuedMail = v.object({
  id: v.string(),
  kind: v.picklist(Object.keys(sendings) as [keyof typeof sendings]),
  /** A mail address, or a person's name. */
  to: v.string(),
  subject: v.string(),
  /** `file`: written to a file, as there is no SMTP server; `none`: not sent, because nobody has that address or too many were asked for. */
  state: MailState,
  /** Tries since it was last put into the queue. */
  tries: v.number(),
  /** The error of the last try, as the SMTP server words it. */
  error: v.nullable(v.string()),
  created_at: v.string(),
  /** When it will be tried again. */
  next_at: instant,
  /** When it was sent or given up. */
  done_at: instant,
  /** Whether it may be sent to another address: it was given up, and it is no link to choose a password, which belongs to one person. */
  correctable: v.boolean(),
})
export type QueuedMail = v.InferOutput<typeof QueuedMail>

/** (+) The queue of outgoing mails, for super administrators. The text of a mail and its links are never shown. */
export const mails = resource('mails', {
  /** The newest rows. `sends`: an SMTP server is configured. `held`: when the copy was made from which this installation was restored, while its mails are held. */
  list: get('/mails', { output: v.object({ sends: v.boolean(), held: instant, mails: v.array(QueuedMail) }), policy: 'super' }),
  /** Lets a restored copy send its mails and notices to devices, those that wait too. */
  release: post('/mails/release', { output: v.object({ held: v.null() }), success: [200], ok: 'Gli invii sono ripresi', policy: 'super' }),
  /** `to`: another address, if the first was wrong. */
  retry: post('/mails/{id}/retry', {
    params: v.object({ id: v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo dell'email non è valido.")) }),
    body: v.object({ to: optional(email('Destinatario')) }),
    output: v.object({ id: v.string() }),
    success: [200],
    ok: 'Email rimessa in coda',
    policy: 'super',
  }),
})
