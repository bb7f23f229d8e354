import fs from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { allows, policies } from '../../../src/contract/kernel/policies.ts'
import { type PermissionName, permissionNames, type RoleName, roleNames } from '../../../src/contract/kernel/roles.ts'
import { fileOf, lineOf, missingLine, resources, statusOf } from '../../resources/registry.ts'
import { calls, fire, label, shot, tried } from '../support/calls.ts'
import { checksums } from '../support/checksum.ts'
import { soloists } from '../support/soloists.ts'
import { inWorld, type World } from '../support/world.ts'

/** The agreed policies, written down apart from the code: name, roles and permissions. The policy of each call stands in `tests/resources`. */
const agreed = new Map(
  fs
    .readFileSync('tests/fixtures/policies.tsv', 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').map((cell) => (cell === 'all' ? 'all' : cell.split(',').filter(Boolean))))
    .map(([name, roles = [], permissions = []]) => [String(name), { roles, permissions }]),
)

interface Actor {
  name: string
  roles: RoleName[]
  permissions: PermissionName[]
  token?: string
}
function mayPass(policy: string, actor: Actor) {
  if (policy === 'guest') return true
  const { roles, permissions } = agreed.get(policy)!
  const meet = (mine: readonly string[], allowed: string[] | string) => mine.some((one) => allowed === 'all' || allowed.includes(one))
  return meet(actor.roles, roles) || meet(actor.permissions, permissions)
}

test('policies are the agreed ones, name by name', () => {
  const sorted = (list: readonly string[] | 'all') => (list === 'all' ? 'all' : [...list].sort())
  expect(Object.keys(policies)).toHaveMembers([...agreed.keys()])
  for (const [name, { roles, permissions }] of Object.entries(policies))
    expect({ name, roles: sorted(roles), permissions: sorted(permissions) }).toEqual({
      name,
      roles: sorted(agreed.get(name)!.roles as string[]),
      permissions: sorted(agreed.get(name)!.permissions as string[]),
    })
})

test('every call has the policy, the address and the success that tests/resources says were documented', () => {
  const missing = calls.flatMap((call) => missingLine(call) ?? [])
  expect(missing).toEqual([])
  const wrong = calls.flatMap((call) => {
    const line = lineOf(call)
    const [told, is] = [[line.call, line.policy, statusOf(line)].join(' '), [label(call), call.policy, call.success[0]].join(' ')]
    return told === is ? [] : [`${fileOf(call)} says ${told}, the contract ${is}`]
  })
  expect(wrong).toEqual([])
})

test('tests/resources knows no call twice, and none that the server does not answer', () => {
  const known = resources.flatMap(({ contract }) => Object.values(contract).map(({ name }) => name))
  expect(known).toHaveMembers(calls.map(({ name }) => name))
  for (const { file, contract, calls } of resources) expect(Object.keys(calls), file).toHaveMembers(Object.keys(contract))
})

/** One person with each right, and nobody. */
async function actors(world: World): Promise<Actor[]> {
  const people = await soloists(world, true)
  // Requests name this user. As a super administrator it could only be changed by another one (users.test.ts).
  await world.db
    .update(users)
    .set({ roles: ['accounting'] })
    .where(eq(users.email, 'admin@demo.example.it'))
  return [{ name: 'anonymous', roles: [], permissions: [] }, ...people.map(({ caller, ...one }) => ({ ...one, token: caller.token! }))]
}
const bearer = ({ token }: Actor): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})
/** Renewing needs the cookie of a session, which no caller here has. */
const EXPECTED_401 = 'POST /auth/refresh'

test('call × caller: 401 without a session, 403 without the right, nothing written; otherwise neither', { timeout: 600_000 }, () =>
  inWorld(async (world) => {
    const { app, db } = world
    const everybody = await actors(world)
    world.lookAway()
    const written = async () => {
      const { rows } = (await db.execute(
        sql`select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as n from pg_stat_xact_user_tables where relname <> 'activity_log'`,
      )) as unknown as { rows: { n: number }[] }
      return rows[0]!.n
    }
    const before = await checksums(db, 'activity_log')
    const unexpected: string[] = []
    let cells = 0
    const started = performance.now()
    for (const [at, call] of tried.entries()) {
      const { policy } = lineOf(call)
      const requests = { least: shot(call, 'least'), all: shot(call, 'all') }
      const cell = async (actor: Actor) => {
        // Each of the two requests is tried by every second caller: access does not depend on what is sent.
        const fill = (at + everybody.indexOf(actor)) % 2 ? 'all' : 'least'
        cells++
        const { statusCode } = await fire(app, call.method, requests[fill], bearer(actor))
        return { statusCode, named: `${label(call)} (${fill}) by ${actor.name}` }
      }
      const denied = everybody.filter((actor) => !mayPass(policy, actor))
      const untouched = await written()
      for (const actor of denied) {
        const { statusCode, named } = await cell(actor)
        const right = actor.name === 'anonymous' ? 401 : 403
        if (statusCode !== right) unexpected.push(`${named}: ${statusCode} instead of ${right}`)
      }
      if ((await written()) !== untouched) unexpected.push(`${label(call)} wrote something although denied`)
      for (const actor of everybody.filter((one) => !denied.includes(one))) {
        await db.execute(sql`savepoint cell`)
        const { statusCode, named } = await cell(actor)
        await db.execute(sql`rollback to savepoint cell`)
        if ([401, 403].includes(statusCode) && label(call) !== EXPECTED_401) unexpected.push(`${named}: ${statusCode} although allowed`)
      }
    }
    console.log(
      `${cells} cells (${tried.length} calls × ${everybody.length} callers), ${unexpected.length} unexpected, ${Math.round(performance.now() - started)} ms`,
    )
    expect(unexpected).toEqual([])
    expect(await checksums(db, 'activity_log')).toEqual(before)
  }),
)

test('401 is for a session that is not valid, and only a bearer in its header makes one', () =>
  inWorld(async ({ app, as }) => {
    const { token } = await as('admin')
    const me = (headers: Record<string, string>, query = '') =>
      app.inject({ method: 'GET', url: `${API_BASE}/auth/me${query}`, headers }).then((answer) => answer.statusCode)
    expect(await me({ authorization: `Bearer ${token}` })).toBe(200)
    for (const wrong of [
      `Bearer ${token}x`,
      `Bearer ${token!.slice(0, -1)}`,
      `bearer ${token}`,
      `Basic ${token}`,
      token!,
      'Bearer ',
      `Bearer ${'A'.repeat(43)}`,
    ])
      expect(await me({ authorization: wrong }), wrong).toBe(401)
    expect(await me({ cookie: `rt=${token}; token=${token}` })).toBe(401)
    expect(await me({}, `?token=${token}&access_token=${token}`)).toBe(401)
    expect(await me({ 'x-forwarded-user': 'admin', 'x-api-key': token! })).toBe(401)
  }))

test('HEAD, OPTIONS and TRACE do nothing at any path', () =>
  inWorld(async ({ app, db, as }) => {
    const { token } = await as('admin')
    const before = await checksums(db)
    for (const call of tried)
      for (const method of ['HEAD', 'OPTIONS', 'TRACE']) {
        const answer = await app.inject({
          method: method as 'HEAD',
          url: shot(call, 'all').url,
          headers: { authorization: `Bearer ${token}` },
        })
        expect([404, 405], `${method} ${call.path}`).toContain(answer.statusCode)
      }
    expect(await checksums(db)).toEqual(before)
  }))

test('rights add up and never take away', () => {
  for (const name of Object.keys(policies) as (keyof typeof policies)[])
    for (const role of roleNames)
      for (const permission of permissionNames) {
        const both = allows(name, { roles: [role], permissions: [permission] })
        expect(both).toBe(allows(name, { roles: [role], permissions: [] }) || allows(name, { roles: [], permissions: [permission] }))
      }
  expect(allows('auth', { roles: [], permissions: [] })).toBe(false)
  expect(allows('auth', undefined)).toBe(false)
})
