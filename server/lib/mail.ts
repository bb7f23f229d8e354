import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
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
/**
 * Until an SMTP server is configured a mail becomes an `.eml` file in `folder`: nothing pretends to have been sent.
 * nodemailer removes line breaks from header values, so a name cannot add headers.
 */
export function mailer(folder: string, from: string, smtpUrl?: string): Mailer {
  if (smtpUrl) {
    const transport = nodemailer.createTransport(smtpUrl)
    return {
      sends: true,
      send: async (mail, attachments) => void (await transport.sendMail({ from, ...mail, ...(attachments && { attachments }) })),
    }
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    sends: false,
    async send(mail, attachments) {
      const { message } = await transport.sendMail({ from, ...mail, ...(attachments && { attachments }) })
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      // They hold live links: for the server's own user alone.
      await fs.writeFile(path.join(folder, `${Date.now()}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 })
    },
  }
}
