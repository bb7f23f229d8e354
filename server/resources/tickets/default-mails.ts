import { defaultMails as contract } from '../../../src/contract/tickets/default-mails.ts'
import { templateFault } from '../../../src/rules/tickets/mail-template.ts'
import { default_mails as table, ticket_categories } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { refuse } from '../../lib/core/problem.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const crud = plainOn(contract, table, {
  model: 'default_mail',
  search: ['name', 'subject'],
  sort: ['name', 'event'],
  inUse: [[ticket_categories.default_mail_id, (count) => `Il template è utilizzato da ${count} categorie di ticket: disattivarlo.`]],
})
/** What no ticket could fill in is refused when it is written, not found out when it is sent. */
const whole =
  <I extends { subject?: string | undefined; body?: string | undefined }, R>(write: (input: I, context: Context) => R) =>
  (input: I, context: Context) => {
    refuse({ subject: templateFault(input.subject ?? ''), body: templateFault(input.body ?? '') })
    return write(input, context)
  }

export default implement(contract, { ...crud, create: whole(crud.create), update: whole(crud.update) })
