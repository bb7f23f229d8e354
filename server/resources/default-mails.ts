import { defaultMails as contract } from '../../src/contract/default-mails.ts'
import { templateFault } from '../../src/rules/mail-template.ts'
import { default_mails as table, ticket_categories } from '../db/schema/support.ts'
import type { Context } from '../lib/context.ts'
import { implement } from '../lib/implement.ts'
import { plainOn } from '../lib/plain-on.ts'
import { refuse } from '../lib/problem.ts'

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
