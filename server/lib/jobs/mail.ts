import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { asHtml, type MailBlock, pageOf } from './mail-body.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The parts of its body; `text` says the same. Without them the page shows the text. */
  blocks?: readonly MailBlock[]
  /** The conversation it belongs to: the ids of this message and of the first one, the same for every reader and at every try. */
  thread?: { id: string; first: string }
  /** The page where its reader chooses what to receive. */
  settings?: string
  /** Message id: a mail sent again after a lost answer has the same, so that mail programs show it once. */
  id?: string
  /** Ids of stored files that go with it. */
  attach?: number[]
  /** The record that is told what became of the mail (`mailSettled`). */
  about?: { type: string; id: number }
}
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}
export interface Mailer {
  /** Whether there is a server to send through; without one nothing leaves. */
  readonly sends: boolean
  send(mail: Omit<Mail, 'attach' | 'about'>, attachments?: Attachment[]): Promise<void>
}
const threadHeaders = ({ id, first }: NonNullable<Mail['thread']>) => ({
  messageId: `<${id}>`,
  ...(id !== first && { inReplyTo: `<${first}>`, references: `<${first}>` }),
})
/** Timeouts shorter than the time after which another worker takes the job (jobs.ts), or both would send the mail. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Said to whoever asked for a mail while it can only become a file. */
export const NOT_SENT = 'Email non inviata: SMTP non configurato. Il messaggio è stato salvato nella cartella di uscita.'
/**
 * Until an SMTP server is configured a mail becomes an `.eml` file in `folder`: nothing pretends to have been sent.
 * nodemailer removes line breaks from header values, so a name cannot add headers.
 */
export function mailer(folder: string, from: string, smtpUrl?: string): Mailer {
  const message = ({ id, blocks, thread, settings, ...mail }: Omit<Mail, 'attach' | 'about'>, attachments?: Attachment[]) => ({
    from,
    ...mail,
    html: blocks ? pageOf(blocks) : asHtml(mail.text),
    // No mail program answers by itself what a program has sent (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(settings && { 'List-Unsubscribe': `<${settings}>` }) },
    ...(id && { messageId: `<${id}@piazzale>` }),
    ...(thread && threadHeaders(thread)),
    ...(attachments && { attachments }),
  })
  if (smtpUrl) {
    const transport = nodemailer.createTransport({ url: smtpUrl, ...PATIENCE })
    return {
      sends: true,
      send: async (mail, attachments) => void (await transport.sendMail(message(mail, attachments))),
    }
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    sends: false,
    async send(mail, attachments) {
      const { message: text } = await transport.sendMail(message(mail, attachments))
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      // The files hold valid links: only the server's own user may read them.
      await fs.writeFile(path.join(folder, `${Date.now()}-${randomUUID()}.eml`), text as Buffer, { mode: 0o600 })
    },
  }
}
