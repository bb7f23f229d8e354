import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { activity_log, model_history } from '../../../server/db/schema/core/system.ts'
import { ticket_assignments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import type { PermissionName, RoleName } from '../../../src/contract/kernel/roles.ts'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import resource from '../../resources/people/users.ts'
import { makeSample } from '../support/plain.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld, PASSWORD, type World } from '../support/world.ts'

const NORA = { name: 'Nora Nuova', email: 'nora@example.it', roles: ['driver'], permissions: ['show_station_docs'] }
const FORBIDDEN = { status: 403, body: { error: 'Non hai le autorizzazioni necessarie per eseguire questa operazione.' } }
const idOf = async ({ db }: World, name: string) =>
  (
    await db
      .select()
      .from(users)
      .where(eq(users.email, `${name}@demo.example.it`))
  )[0]!.id
const stored = async ({ db }: World, id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!
const grant = ({ db }: World, name: string, roles: RoleName[], permissions: PermissionName[] = []) =>
  db
    .update(users)
    .set({ roles, permissions })
    .where(eq(users.email, `${name}@demo.example.it`))
/** Somebody who manages users without being a super administrator. */
async function moderator(world: World): Promise<Caller> {
  await grant(world, 'contabilita', ['accounting'], ['moderate_users'])
  return world.as('contabilita')
}
const newest = async (caller: Caller, id: number) =>
  (await caller.get(`/models/history?model=user&model_id=${id}&event=updated`)).body.data.data[0]
const mailsTo = async ({ mails }: World, address: string) =>
  (await mails()).filter(({ to }) => to === address).map(({ subject, text }) => [subject, text] as const)

test('users are kept by who may, with their rights each once; a deleted one leaves the address free', () =>
  inWorld(async (world) => {
    const [writer, stranger] = [await world.as('admin'), await world.as('contabilita')]
    expect(await stranger.get('/users')).toMatchObject(FORBIDDEN)
    const deleted = await makeSample(writer, resource)
    expect((await writer.del(`/users/${deleted.id}`)).status).toBe(204)
    const { id } = await makeSample(writer, resource)
    const all = await world.db.select().from(users).where(eq(users.email, NORA.email))
    expect(all.map((one) => [one.id === id, one.deleted_at === null])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    )
    const twice = await writer.edit(`/users/${id}`, {
      roles: ['driver', 'driver', 'helpdesk'],
      permissions: ['show_station_docs', 'show_station_docs'],
    })
    expect(twice.body.data).toMatchObject({ roles: ['driver', 'helpdesk'], permissions: ['show_station_docs'], invited: true })
    expect((await writer.edit(`/users/${id}`, { roles: ['capo'] })).status).toBe(422)
    expect(JSON.stringify((await writer.get(`/users/${id}`)).body)).not.toMatch(/password|last_login_ip/)
    expect(JSON.stringify((await writer.put(`/users/${id}`, { name: 'Altra', rev: 0 })).body)).not.toMatch(/password|last_login_ip/)
    const found = async (query: string) => (await writer.get(`/users?per_page=100&${query}`)).body.data.data.map((one: any) => one.id)
    expect([await found('search=novella'), await found('search=nora@ex')]).toEqual([[], [id]])
  }))

test('at least one right, and a fiscal code where the pay goes by it', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const refused = async (body: object) => (await admin.post('/users', { ...NORA, ...body })).body.error
    expect(await refused({ roles: [], permissions: [] })).toEqual({ roles: 'Scegli almeno un ruolo o un permesso.' })
    for (const rights of [{ roles: ['worker'] }, { roles: ['employee'] }, { roles: ['manager'] }, { permissions: ['show_payroll'] }])
      expect(await refused(rights)).toEqual({ fiscalCode: 'Il campo Codice fiscale è obbligatorio.' })
    const made = await admin.post('/users', { ...NORA, roles: ['worker'], fiscalCode: 'rssmra85t10a562s' })
    expect(made.body.data).toMatchObject({ roles: ['worker'], fiscalCode: 'RSSMRA85T10A562S', enabled: 1 })
    expect(await refused({ email: 'altra@example.it', fiscalCode: 'RSSMRA85T10A562S' })).toEqual({
      fiscalCode: 'Esiste già un utente con questo codice fiscale.',
    })
    // An old account without a fiscal code can be disabled all the same.
    await world.db.update(users).set({ fiscalCode: null }).where(eq(users.id, made.body.data.id))
    expect((await admin.edit(`/users/${made.body.data.id}`, { enabled: 0 })).body.data).toMatchObject({ enabled: 0 })
  }))

test('who manages users neither grants nor takes what a super administrator alone may, nor touches one', () =>
  inWorld(async (world) => {
    const mod = await moderator(world)
    const [boss, rete, payroll] = [await idOf(world, 'admin'), await idOf(world, 'rete'), await idOf(world, 'messaggi')]
    await grant(world, 'messaggi', ['messaging'], ['moderate_payroll'])
    for (const rights of [{ roles: ['superAdmin'] }, { permissions: ['moderate_users'] }, { permissions: ['moderate_payroll'] }]) {
      expect(await mod.post('/users', { ...NORA, ...rights })).toMatchObject(FORBIDDEN)
      expect(await mod.edit(`/users/${rete}`, rights)).toMatchObject(FORBIDDEN)
    }
    expect(await mod.edit(`/users/${payroll}`, { permissions: [] })).toMatchObject(FORBIDDEN)
    expect(await mod.edit(`/users/${boss}`, { phone: '+393331234567' })).toMatchObject(FORBIDDEN)
    expect(await mod.del(`/users/${boss}`)).toMatchObject(FORBIDDEN)
    expect(await mod.post(`/users/${boss}/invite`)).toMatchObject(FORBIDDEN)
    // The link to a new password goes to the address.
    expect(await mod.edit(`/users/${payroll}`, { email: 'mio@example.it' })).toMatchObject(FORBIDDEN)
    expect(await stored(world, boss)).toMatchObject({ roles: ['superAdmin'], deleted_at: null, rev: 1 })
    expect(await stored(world, payroll)).toMatchObject({ permissions: ['moderate_payroll'], email: 'messaggi@demo.example.it', rev: 1 })
    // All else of all others.
    expect((await mod.edit(`/users/${payroll}`, { roles: ['messaging', 'helpdesk'], name: 'Mara M.' })).status).toBe(200)
    expect((await mod.edit(`/users/${rete}`, { email: 'renata@example.it', permissions: ['order_coupon'] })).status).toBe(200)
    expect((await mod.del(`/users/${rete}`)).status).toBe(204)
    const denied = and(eq(activity_log.user_id, mod.user_id), eq(activity_log.status, 403), eq(activity_log.entity, 'users'))
    expect(await world.db.$count(activity_log, denied)).toBe(11)
  }))

test('nobody changes their own rights, nor disables or deletes themselves; one super administrator remains', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const self = `/users/${admin.user_id}`
    const last = { status: 409, body: { error: 'Deve rimanere almeno un super amministratore attivo.' } }
    for (const body of [{ enabled: 0 }, { roles: ['accounting'] }]) expect(await admin.edit(self, body)).toMatchObject(last)
    expect(await admin.del(self)).toMatchObject(last)
    await grant(world, 'rete', ['superAdmin'])
    expect((await admin.edit(self, { enabled: 0 })).body.error).toEqual({ enabled: 'Non puoi disabilitare il tuo account.' })
    for (const body of [{ roles: ['accounting'] }, { permissions: ['moderate_card'] }])
      expect((await admin.edit(self, body)).body.error).toEqual({ roles: 'Non puoi cambiare i tuoi ruoli e permessi.' })
    expect((await admin.edit(self, { all_stations: false })).body.error).toEqual({
      all_stations: 'Non puoi cambiare i tuoi punti vendita.',
    })
    expect((await admin.del(self)).body.error).toBe('Non puoi eliminare il tuo account.')
    expect(await stored(world, admin.user_id)).toMatchObject({ enabled: 1, roles: ['superAdmin'], permissions: [], deleted_at: null })
    expect((await admin.edit(self, { name: 'Anna A.' })).body.data).toMatchObject({ name: 'Anna A.', roles: ['superAdmin'] })
    expect((await admin.get('/auth/me')).status).toBe(200)
    const mod = await moderator(world)
    expect((await mod.edit(`/users/${mod.user_id}`, { roles: ['accounting', 'analysis'] })).body.error).toEqual({
      roles: 'Non puoi cambiare i tuoi ruoli e permessi.',
    })
    // A disabled or deleted one does not count.
    const other = await idOf(world, 'rete')
    expect((await admin.edit(`/users/${other}`, { enabled: 0 })).status).toBe(200)
    expect(await admin.edit(self, { enabled: 0 })).toMatchObject(last)
  }))

test('who is disabled, deleted or has other rights is out at once, on every device; who has another name works on', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const [phone, desk] = [await world.as('rete'), await world.as('rete')]
    const open = (caller: Caller) => world.db.$count(sql`sessions`, sql`user_id = ${caller.user_id}`)
    const rete = `/users/${phone.user_id}`
    expect((await admin.edit(rete, { name: 'Renata R.' })).status).toBe(200)
    expect([(await phone.get('/auth/me')).status, await open(phone)]).toEqual([200, 2])
    expect((await admin.edit(rete, { roles: ['station'] })).status).toBe(200)
    for (const { token } of [phone, desk])
      expect((await world.app.inject({ url: '/api/v1/settings', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
    expect((await phone.post('/auth/refresh', { handle: phone.handle })).status).toBe(401)
    const again = await world.as('rete')
    expect((await again.get('/auth/me')).body.data.scope).toEqual(['station'])
    expect((await admin.edit(rete, { permissions: ['order_coupon'] })).status).toBe(200)
    expect((await again.get('/auth/me')).status).toBe(401)
    const taken = await world.as('rete')
    expect((await admin.edit(rete, { permissions: [] })).status).toBe(200)
    expect((await taken.get('/auth/me')).status, 'a right that is taken counts as one that is given').toBe(401)
    const third = await world.as('rete')
    expect((await admin.edit(rete, { enabled: 0 })).status).toBe(200)
    expect([(await third.get('/auth/me')).status, await open(third)]).toEqual([401, 0])
    const nobody = await world.as()
    const login = async () => (await nobody.post('/auth/login', { email: 'rete@demo.example.it', password: PASSWORD })).body
    expect((await login()).error).toBe("Account disabilitato. Contatta l'amministratore.")
    await admin.edit(rete, { enabled: 1 })
    // Sessions that were ended do not come back with the account.
    expect((await third.get('/auth/me')).status).toBe(401)
    const fourth = await world.as('rete')
    expect((await admin.del(rete)).status).toBe(204)
    expect([(await fourth.get('/auth/me')).status, await open(fourth)]).toEqual([401, 0])
    expect((await login()).error).toBe('Email o password non corretti.')
    expect((await admin.get(rete)).status).toBe(404)
  }))

test('a user with open tickets is deleted only once they are somebody else’s, or closed', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const leaving = await idOf(world, 'helpdesk')
    await db.delete(ticket_assignments).where(eq(ticket_assignments.user_id, leaving))
    const two = [await openedBy(world, admin), await openedBy(world, admin)]
    const at = new Date().toISOString()
    await db.insert(ticket_assignments).values(two.map(({ id }) => ({ ticket_id: id, user_id: leaving, at })))
    const refused = async () => {
      const { status, body } = await admin.del(`/users/${leaving}`)
      return [status, body.error]
    }
    expect(await refused()).toEqual([409, 'Riassegnare prima i 2 ticket aperti.'])
    await db.update(tickets).set({ status_id: CLOSED }).where(eq(tickets.id, two[0]!.id))
    expect(await refused()).toEqual([409, 'Riassegnare prima 1 ticket aperto.'])
    expect((await stored(world, leaving)).deleted_at).toBeNull()
    await db.delete(ticket_assignments).where(eq(ticket_assignments.ticket_id, two[1]!.id))
    expect((await admin.del(`/users/${leaving}`)).status).toBe(204)
    expect((await stored(world, leaving)).deleted_at).not.toBeNull()
  }))

test('what is put back through the history obeys the rules of the call, and tells no secret', () =>
  inWorld(async (world) => {
    const [admin, ivan] = [await world.as('admin'), await idOf(world, 'ispettore')]
    await admin.edit(`/users/${ivan}`, { roles: ['superAdmin'] })
    await admin.edit(`/users/${ivan}`, { roles: ['inspection'], phone: '+393331234567' })
    const change = await newest(admin, ivan)
    const mod = await moderator(world)
    expect((await newest(mod, ivan)).id).toBe(change.id)
    const { rev } = await stored(world, ivan)
    const revert = (caller: Caller, fields: string[], rev: number) => caller.post(`/models/history/${change.id}/revert`, { fields, rev })
    expect(await revert(mod, ['roles'], rev)).toMatchObject(FORBIDDEN)
    expect(await stored(world, ivan)).toMatchObject({ roles: ['inspection'], rev })
    const before = change.old.phone
    const inspector = await world.as('ispettore')
    expect((await revert(mod, ['phone'], rev)).body.data.current).toMatchObject({ phone: before, roles: ['inspection'] })
    expect((await inspector.get('/auth/me')).status).toBe(200)
    expect((await revert(admin, ['roles'], rev + 1)).body.data.current).toMatchObject({ roles: ['superAdmin'] })
    expect((await inspector.get('/auth/me')).status, 'other rights by the history end sessions too').toBe(401)
    // Only a super administrator reverts a super administrator, and nobody reverts their own rights.
    expect((await mod.get(`/models/history/${change.id}`)).body.data).toMatchObject({ revertible: [], conflicts: [] })
    expect(await revert(mod, ['phone'], rev + 2)).toMatchObject(FORBIDDEN)
    await world.db
      .update(users)
      .set({ roles: ['superAdmin'], permissions: ['moderate_card'] })
      .where(eq(users.id, admin.user_id))
    const other = await world.as('ispettore')
    await other.edit(`/users/${admin.user_id}`, { permissions: [] })
    const own = await newest(other, admin.user_id)
    const now = await world.as('admin')
    const refused = await now.post(`/models/history/${own.id}/revert`, {
      fields: ['permissions'],
      rev: (await stored(world, now.user_id)).rev,
    })
    expect(refused.body.error).toEqual({ roles: 'Non puoi cambiare i tuoi ruoli e permessi.' })
    const told = await world.db.select().from(model_history).where(eq(model_history.model, 'user'))
    expect(told.length).toBeGreaterThan(3)
    for (const { old, new: made } of told)
      for (const record of [old, made])
        expect(Object.keys(record ?? {}).filter((name) => /password|token|hash|_ip$/.test(name))).toEqual([])
    expect((await (await world.as('stazione')).get(`/models/history?model=user`)).body.data.total).toBe(0)
  }))

test('a new user is invited, once more if asked; one who has a password gets the link to another', () =>
  inWorld(async (world) => {
    const [admin, stranger] = [await world.as('admin'), await world.as('contabilita')]
    const { id } = (await admin.post('/users', NORA)).body.data
    const invitations = async () => (await mailsTo(world, NORA.email)).filter(([subject]) => subject === 'Invito a Piazzale')
    const [first] = await invitations()
    expect(first![1]).toMatch(/^Ciao Nora Nuova,\n.*http:\/\/piazzale\.test\/auth\/register\?token=[\w-]{43}$/s)
    expect(await stranger.post(`/users/${id}/invite`)).toMatchObject(FORBIDDEN)
    expect(await invitations()).toHaveLength(1)
    expect(await admin.post(`/users/${id}/invite`)).toMatchObject({ status: 200, body: { data: { leaves: false } } })
    const [, second] = await invitations()
    const token = (text: string) => /token=([\w-]{43})/.exec(text)![1]!
    const nobody = await world.as()
    const chosen = { password: 'cavallo batteria graffetta', password_confirmation: 'cavallo batteria graffetta' }
    expect((await nobody.post('/auth/accept-invitation', { token: token(second![1]), ...chosen })).status).toBe(200)
    expect((await nobody.post('/auth/login', { email: NORA.email, password: chosen.password })).status).toBe(200)
    // The link in the other mail was good for a week.
    expect((await nobody.post('/auth/accept-invitation', { token: token(first![1]), ...chosen })).status).toBe(422)
    expect((await admin.get(`/users/${id}`)).body.data).toMatchObject({ invited: false, last_login_at: expect.any(String) })
    await admin.post(`/users/${id}/invite`)
    const reset = (await mailsTo(world, NORA.email)).findLast(([subject]) => subject === 'Reimposta la password')!
    // Links to a given-up address or a deleted account are no longer valid.
    await admin.edit(`/users/${id}`, { email: 'nora.due@example.it' })
    expect((await nobody.post('/auth/reset-password', { token: token(reset[1]), ...chosen })).status).toBe(422)
    for (const to of [NORA.email, 'nora.due@example.it'])
      expect((await mailsTo(world, to)).map(([subject]) => subject)).toContain('Il tuo indirizzo email è stato modificato')
    await nobody.post('/auth/forgot-password', { email: 'nora.due@example.it' })
    const late = (await mailsTo(world, 'nora.due@example.it')).find(([subject]) => subject === 'Reimposta la password')!
    await admin.del(`/users/${id}`)
    expect((await nobody.post('/auth/reset-password', { token: token(late[1]), ...chosen })).status).toBe(422)
    const off = (await admin.post('/users', { ...NORA, enabled: 0 })).body.data
    expect(await invitations()).toHaveLength(2)
    expect(await admin.post(`/users/${off.id}/invite`)).toMatchObject({ status: 409, body: { error: 'L’account è disabilitato.' } })
  }))

test('a link to hand over is shown once, opens the account, ends earlier links, is logged and told; nobody makes one of rights they may not grant', () =>
  inWorld(async (world) => {
    const [admin, mod, stranger] = [await world.as('admin'), await moderator(world), await world.as('lettura.conta')]
    await grant(world, 'rete', [], ['moderate_payroll'])
    const { id } = (await admin.post('/users', NORA)).body.data
    const link = async (who: Caller, of = id) => who.post(`/users/${of}/link`)
    const token = (address: string) => /^http:\/\/piazzale\.test\/auth\/(?:register|reset-password)\?token=([\w-]{43})$/.exec(address)![1]!
    const [first, second] = [await link(admin), await link(mod)]
    expect([first.status, first.body.message, first.body.data.invitation]).toEqual([201, 'Link creato', true])
    const nobody = await world.as()
    const chosen = { password: 'cavallo batteria graffetta', password_confirmation: 'cavallo batteria graffetta' }
    const accept = (of: typeof first) => nobody.post('/auth/accept-invitation', { token: token(of.body.data.address), ...chosen })
    expect((await accept(first)).status).toBe(422)
    expect((await accept(second)).status).toBe(200)
    expect((await accept(second)).status).toBe(422)
    const reset = await link(mod)
    expect(reset.body.data.invitation).toBe(false)
    expect((await mailsTo(world, NORA.email)).map(([subject]) => subject)).toContain('Link per una nuova password')
    const renewed = {
      token: token(reset.body.data.address),
      password: 'graffetta batteria cavallo',
      password_confirmation: 'graffetta batteria cavallo',
    }
    expect((await nobody.post('/auth/reset-password', renewed)).status).toBe(200)
    const acts = await world.db.select().from(activity_log).where(eq(activity_log.action, 'link_accesso'))
    expect(acts.map(({ entity, entity_id }) => [entity, entity_id])).toEqual([1, 2, 3].map(() => ['users', String(id)]))
    // Not of the own account, of a super administrator, of one who publishes payslips, of one who is disabled, nor by who manages no users.
    expect((await link(admin, admin.user_id)).status).toBe(409)
    expect(await link(mod, admin.user_id)).toMatchObject(FORBIDDEN)
    expect(await link(mod, await idOf(world, 'rete'))).toMatchObject(FORBIDDEN)
    expect(await link(stranger)).toMatchObject(FORBIDDEN)
    await admin.edit(`/users/${id}`, { enabled: 0 })
    expect((await link(admin)).status).toBe(409)
  }))

test('every super administrator hears of changed rights, and of nothing else', () =>
  inWorld(async (world) => {
    const mod = await moderator(world)
    const rete = await idOf(world, 'rete')
    await mod.edit(`/users/${rete}`, { name: 'Renata R.' })
    const told = async () => (await mailsTo(world, 'admin@demo.example.it')).filter(([subject]) => subject === 'Ruoli e permessi cambiati')
    expect(await told()).toEqual([])
    await mod.edit(`/users/${rete}`, { roles: ['station'], permissions: ['order_coupon'] })
    expect((await told()).map(([, text]) => text)).toEqual([
      'Carlo Conti ha cambiato ruoli e permessi di Renata R. (rete@demo.example.it).\nPrima: Responsabile di rete\nAdesso: Punti vendita, Ordine buoni',
    ])
  }))
