import { and, eq } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import type { MacroStep, WaitingFor } from '../../../src/contract/tickets/words.ts'
import { renderTemplate, SAYS_NOTHING } from '../../../src/rules/tickets/mail-template.ts'
import { WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { default_mails } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { ticketAssignment } from './assign.ts'
import { addHistory, type Numbered, needMay, needTicket, needTicketForUpdate, updateTicket } from './change.ts'
import { ticketClosing } from './close.ts'
import { addComment } from './comments.ts'
import { ticketFields } from './create-update.ts'
import { readWritten } from './read.ts'
import { templateValues } from './template-values.ts'

/** Leads an open ticket to work or to waiting, on the way that the states allow. */
async function leadTo(step: Exclude<MacroStep, 'close'>, ticket: Numbered, context: Context) {
  const change = async (status_id: number, waiting_for?: WaitingFor) => {
    const { rev } = await needTicket(ticket, context)
    await ticketFields.update({ ...ticket, rev, status_id, waiting_for }, context)
  }
  const waits = step === 'working' ? undefined : step
  const { status_id } = await needTicket(ticket, context)
  if (status_id !== WORKING && !(waits && status_id === WAITING)) await change(WORKING)
  if (waits) await change(WAITING, waits)
}

/** Carries out a macro by the calls a person would make one after the other, so that each keeps its rights, rules, history and notices. */
async function macro({ macro_id, year, number }: Numbered & { macro_id: number }, context: Context) {
  const { db, user } = context
  const ticket = { year, number }
  const row = await needTicketForUpdate(ticket, context)
  needMay('update', row, context)
  const [found] = await db
    .select()
    .from(default_mails)
    .where(and(eq(default_mails.id, macro_id), eq(default_mails.event, 'macro'), eq(default_mails.active, true)))
  if (!found) throw problem.invalid({ macro_id: messages.exists('Macro') })
  const { leads_to, set_priority, set_category_id, assign_me, internal } = found
  await updateTicket(context, row, { is_new: false })
  await addHistory(context, row.id, 'macro', { new: found.name })
  if (assign_me) await ticketAssignment.assign({ ...ticket, user_id: user.id }, context)
  if (set_priority || set_category_id) {
    const { rev } = await needTicket(ticket, context)
    const changed = { priority: set_priority ?? undefined, category_id: set_category_id ?? undefined }
    await ticketFields.update({ ...ticket, rev, ...changed }, context)
  }
  const text = renderTemplate(found.body, (await templateValues(row.id, context, user.id))!, SAYS_NOTHING)
  if (leads_to === 'close') await ticketClosing.close({ ...ticket, resolution: text }, context)
  else await addComment({ ...ticket, message: text, internal, photos: [], mentions: [] }, context, false)
  if (leads_to && leads_to !== 'close') await leadTo(leads_to, ticket, context)
  context.audit({ action: 'modifica', entity_id: row.id })
  return readWritten(context, row.id)
}
export const ticketMacro = { macro }
