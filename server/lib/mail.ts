import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}
export interface Mailer {
  send(mail: Mail): Promise<void>
}
/**
 * Until an SMTP server is configured a mail becomes an `.eml` file in `folder`: nothing pretends to have been sent.
 * nodemailer removes line breaks from header values, so a name cannot add headers.
 */
export function mailer(folder: string, from: string, smtpUrl?: string): Mailer {
  if (smtpUrl) {
    const transport = nodemailer.createTransport(smtpUrl)
    return { send: async (mail) => void (await transport.sendMail({ from, ...mail })) }
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail })
      await fs.mkdir(folder, { recursive: true })
      await fs.writeFile(path.join(folder, `${Date.now()}-${randomUUID()}.eml`), message as Buffer)
    },
  }
}
