import { defaultMails as contract } from '../../../src/contract/tickets/default-mails.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { templateProblem } from '../../../src/rules/tickets/mail-template.ts'
import { default_mails as table, ticket_categories } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { refuse } from '../../lib/core/problem.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const crud = plainOn(contract, table, {
  model: 'default_mail',
  search: ['name', 'subject'],
  sort: ['name', 'event'],
  inUse: [
    [
      ticket_categories.default_mail_id,
      (count) => `Il template è utilizzato da ${howMany(count, 'categoria di ticket', 'categorie di ticket')}: disattivarlo.`,
    ],
  ],
})
/** Unknown variables are refused when a template is saved, not when a mail is sent. */
const withKnownVariables =
  <I extends { subject?: string | undefined; body?: string | undefined }, R>(write: (input: I, context: Context) => R) =>
  (input: I, context: Context) => {
    refuse({ subject: templateProblem(input.subject ?? ''), body: templateProblem(input.body ?? '') })
    return write(input, context)
  }

export default implement(contract, { ...crud, create: withKnownVariables(crud.create), update: withKnownVariables(crud.update) })
