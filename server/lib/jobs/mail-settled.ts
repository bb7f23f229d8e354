import { areaEvent } from '../core/area-event.ts'
import type { Context } from '../core/context.ts'

/** What became of a mail that is about a record: it left, was written as a file without a mail server, or failed for now. */
export interface MailFate {
  about: { type: string; id: number }
  outcome: 'sent' | 'file' | 'failed'
  to: string
  error?: string
}
export const mailSettled = areaEvent<MailFate, Pick<Context, 'db' | 'now'>>('mail settled')
