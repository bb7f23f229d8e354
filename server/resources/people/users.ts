import { and, arrayContains, arrayOverlaps, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { type PermissionName, permissionNames, permissions, type RoleName, roleNames, roles } from '../../../src/contract/kernel/roles.ts'
import { users as contract, permissionLabels, roleLabels } from '../../../src/contract/people/users.ts'
import { mayGrant, mayManage, mayReaddress, needsFiscalCode } from '../../../src/rules/people/user-rights.ts'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import { folded } from '../../db/folded.ts'
import { second_factors, users } from '../../db/schema/core/accounts.ts'
import { ticket_assignments, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { endSessionsByRights, endSessionsOf, newLink, spendLinks } from '../../lib/core/sessions.ts'
import { LINK_MAILS } from '../../lib/jobs/deliver.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { matches } from '../../lib/tables/table.ts'
import { tellOfFactor } from './second-factor.ts'

const crud = crudOn(contract, users, {
  model: 'user',
  search: ['name', 'email', 'fiscalCode'],
  sort: ['name', 'email', 'last_login_at', 'created_at'],
  hidden: ['password_hash', 'last_login_ip'],
  row: {
    invited: sql<boolean>`${users.password_hash} is null`,
    second_factor: sql<boolean>`exists (select 1 from second_factors f where f.user_id = ${users.id} and f.confirmed_at is not null)`,
  },
  filters: {
    role: (names: RoleName[]) => (names.length ? arrayOverlaps(users.roles, names) : undefined),
    permission: (names: PermissionName[]) => (names.length ? arrayOverlaps(users.permissions, names) : undefined),
    enabled: (wanted: boolean) => eq(users.enabled, Number(wanted)),
  },
  sentences: {
    users_email: ['email', 'Esiste già un utente con questa email.'],
    users_fiscal_code: ['fiscalCode', 'Esiste già un utente con questo codice fiscale.'],
  },
})
type User = Awaited<ReturnType<typeof crud.get>>
type Rights = Pick<User, 'roles' | 'permissions'>
const nobody: Rights = { roles: [], permissions: [] }
const rightsOf = ({ roles, permissions }: Rights) => [...roles, ...permissions]
/** The rights that only one of the two has. */
const differing = (a: Rights, b: Rights) => [
  ...rightsOf(a).filter((right) => !rightsOf(b).includes(right)),
  ...rightsOf(b).filter((right) => !rightsOf(a).includes(right)),
]
/** Users are changed one after the other: two super administrators who disable each other at once would leave none. */
export const lockUsers = ({ db }: Context) => db.execute(sql`select pg_advisory_xact_lock(hashtext('users'))`)
/** Reads a user under the lock. @throws 403 if the caller may not manage it */
async function needManageable(id: number, context: Context): Promise<User> {
  await lockUsers(context)
  const user = await crud.get({ id }, context)
  if (!mayManage(context.user, user)) throw problem.forbidden()
  return user
}
/** Checks the rights that the call would leave the user with. */
function checkRights(before: Rights, after: Rights & { fiscalCode?: string | null | undefined }, { user }: Context) {
  if (differing(before, after).some((right) => !mayGrant(user, right))) throw problem.forbidden()
  refuse({
    roles: rightsOf(after).length ? undefined : 'Scegli almeno un ruolo o un permesso.',
    fiscalCode: requiredIf(needsFiscalCode(after), 'Codice fiscale', after.fiscalCode),
  })
}
/** @throws 409 if this is the last active super administrator, who is about to be disabled, deleted or demoted */
async function needAnotherSuperAdmin({ id, roles, enabled }: User, { db }: Context) {
  if (!roles.includes('superAdmin') || enabled !== 1) return
  const others = and(ne(users.id, id), eq(users.enabled, 1), isNull(users.deleted_at), arrayContains(users.roles, ['superAdmin']))
  if (!(await db.$count(users, others))) throw problem.conflict('Deve rimanere almeno un super amministratore attivo.')
}
/** @throws 409 while open tickets are assigned to the user (docs/spec/people.md#users) */
async function needNoOpenTickets(user_id: number, { db }: Context) {
  const assigned = db.select({ id: ticket_assignments.ticket_id }).from(ticket_assignments).where(eq(ticket_assignments.user_id, user_id))
  const open = await db.$count(tickets, and(inArray(tickets.id, assigned), ne(tickets.status_id, CLOSED), isNull(tickets.deleted_at)))
  if (open) throw problem.conflict(open === 1 ? 'Riassegnare prima 1 ticket aperto.' : `Riassegnare prima i ${open} ticket aperti.`)
}
const rightsInWords = ({ roles, permissions }: Rights) =>
  [...roles.map((name) => roleLabels[name]), ...permissions.map((name) => permissionLabels[name])].join(', ') || 'nessuno'
/** Mails changed rights to all super administrators, so that a misused account is noticed. */
export async function mailRightsChange(before: Rights, after: User, context: Context) {
  const admins = await context.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.enabled, 1), isNull(users.deleted_at), arrayContains(users.roles, ['superAdmin'])))
  const text = `${context.user.name} ha cambiato ruoli e permessi di ${after.name} (${after.email}).\nPrima: ${rightsInWords(before)}\nAdesso: ${rightsInWords(after)}`
  for (const { email } of admins) await context.send({ kind: 'mail', to: email, subject: 'Ruoli e permessi cambiati', text })
}
export const sendLink = ({ email, invited }: User, { send }: Context) => send({ kind: invited ? 'invitation' : 'reset', email })

export default implement(contract, {
  ...crud,
  async create(input, context) {
    await lockUsers(context)
    checkRights(nobody, input, context)
    const made = await crud.create(input, context)
    if (made.enabled) await sendLink(made, context)
    await mailRightsChange(nobody, made, context)
    return made
  },
  async update(input, context) {
    const before = await needManageable(input.id, context)
    if (isOlder(input.rev, before.rev)) throw problem.stale(before)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const after: User = { ...before, ...given }
    const own = before.id === context.user.id
    const regranted = differing(before, after).length > 0
    // Unchanged rights are not checked, so that an incomplete record can still be disabled at once.
    if (regranted || after.fiscalCode !== before.fiscalCode) checkRights(before, after, context)
    if (after.email !== before.email && !own && !mayReaddress(context.user, before)) throw problem.forbidden()
    const disabled = before.enabled === 1 && after.enabled !== 1
    if (disabled || !after.roles.includes('superAdmin')) await needAnotherSuperAdmin(before, context)
    if (own)
      refuse({
        enabled: disabled ? 'Non puoi disabilitare il tuo account.' : undefined,
        roles: regranted ? 'Non puoi cambiare i tuoi ruoli e permessi.' : undefined,
        all_stations: after.all_stations === before.all_stations ? undefined : 'Non puoi cambiare i tuoi punti vendita.',
      })
    const saved = await crud.update(input, context)
    if (regranted) {
      context.audit({ action: 'permessi' })
      await mailRightsChange(before, saved, context)
    }
    if (disabled) await endSessionsOf(context.db, saved.id)
    else if (regranted) await endSessionsByRights(context, saved.id)
    if (saved.email !== before.email) {
      await spendLinks(context, saved.id)
      for (const to of [before.email, saved.email])
        await context.send({
          kind: 'mail',
          to,
          subject: 'Il tuo indirizzo email è stato modificato',
          text: `Ciao ${saved.name},\nl'indirizzo del tuo account Piazzale era ${before.email} e adesso è ${saved.email}. Se non lo sapevi, avvisa subito l'amministratore.`,
        })
      if (saved.invited && saved.enabled) await sendLink(saved, context)
    }
    return saved
  },
  async remove({ id }, context) {
    await lockUsers(context)
    const [stored] = await context.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deleted_at)))
    if (!stored) return undefined
    const before = await needManageable(id, context)
    await needAnotherSuperAdmin(before, context)
    if (id === context.user.id) throw problem.conflict('Non puoi eliminare il tuo account.')
    await needNoOpenTickets(id, context)
    await crud.remove({ id }, context)
    await endSessionsOf(context.db, id)
    await spendLinks(context, id)
    return undefined
  },
  async invite({ id }, context) {
    const user = await needManageable(id, context)
    if (!user.enabled) throw problem.conflict('L’account è disabilitato.')
    await sendLink(user, context)
    context.audit({ action: 'send' })
    return { leaves: context.sendsMail }
  },
  /** Whoever has the link is in as this person: so the caller must be able to grant all of its rights, and the person is told. */
  async link({ id }, context) {
    const user = await needManageable(id, context)
    if (id === context.user.id) throw problem.conflict('La propria password si cambia dal profilo.')
    if (!mayReaddress(context.user, user)) throw problem.forbidden()
    if (!user.enabled) throw problem.conflict('L’account è disabilitato.')
    await spendLinks(context, id)
    const kind = user.invited ? 'invitation' : 'reset'
    const token = await newLink(context, id, kind)
    const text = `Ciao ${user.name},\n${context.user.name} ha creato un link per scegliere una nuova password del tuo account Piazzale, da consegnarti a mano. Se non lo sapevi, avvisa subito l'amministratore.`
    if (!user.invited) await context.send({ kind: 'mail', to: user.email, subject: 'Link per una nuova password', text })
    context.audit({ action: 'link_accesso' })
    return { address: `${context.origin}${LINK_MAILS[kind].page}?token=${token}`, invitation: user.invited }
  },
  async resetSecondFactor({ id }, context) {
    const user = await needManageable(id, context)
    if (id === context.user.id) throw problem.conflict('La propria verifica si disattiva dal profilo, con password e codice.')
    if (!user.second_factor) throw problem.conflict('L’utente non ha attivato la verifica in due passaggi.')
    await context.db.delete(second_factors).where(eq(second_factors.user_id, id))
    await endSessionsOf(context.db, id)
    await tellOfFactor(user, `${context.user.name} ha azzerato la verifica in due passaggi del tuo account`, context)
    context.audit({ action: 'secondo_fattore_azzerato' })
    return undefined
  },
  suggest(input, { db }) {
    const typed = input.value ?? input.search ?? input.query
    return db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(
        and(
          eq(users.enabled, 1),
          isNull(users.deleted_at),
          matches(typed, users.name, users.email),
          input.role && arrayContains(users.roles, [input.role]),
        ),
      )
      .orderBy(folded(users.name), users.id)
      .limit(1000)
  },
  roles: () => ({
    data: roleNames.map((name) => ({ id: roles[name].id, name, label: roles[name].label })),
    meta: { permissions: permissionNames.map((name) => ({ id: permissions[name].id, name, label: permissions[name].label })) },
  }),
})
