import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Message id: a mail sent again after a lost answer has the same, so that mail programs show it once. */
  id?: string
  /** Ids of stored files that go with it. */
  attach?: number[]
}
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}
export interface Mailer {
  /** Whether there is a server to send through; without one nothing leaves. */
  readonly sends: boolean
  send(mail: Omit<Mail, 'attach'>, attachments?: Attachment[]): Promise<void>
}
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** The text as HTML (docs/spec/integrations.md#mail): escaped, with its line breaks, and with links that can be tapped. */
export const asHtml = (text: string): string => {
  const lines = text
    .replace(/[&<>"']/g, (one) => ESCAPES[one]!)
    .replace(/\bhttps?:\/\/(?:[^\s<>&]|&amp;)+(?<![.,;:!?)])/g, (address) => `<a href="${address}">${address}</a>`)
    .split(/\r?\n/)
  return `<!doctype html><html lang="it"><body style="font-family:sans-serif">${lines.join('<br>\n')}</body></html>`
}
/** Timeouts shorter than the time after which another worker takes the job (jobs.ts), or both would send the mail. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/**
 * Until an SMTP server is configured a mail becomes an `.eml` file in `folder`: nothing pretends to have been sent.
 * nodemailer removes line breaks from header values, so a name cannot add headers.
 */
export function mailer(folder: string, from: string, smtpUrl?: string): Mailer {
  const message = ({ id, ...mail }: Omit<Mail, 'attach'>, attachments?: Attachment[]) => ({
    from,
    ...mail,
    html: asHtml(mail.text),
    ...(id && { messageId: `<${id}@piazzale>` }),
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
