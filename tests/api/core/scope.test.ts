import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { allows, type PolicyName, policies } from '../../../src/contract/kernel/policies.ts'
import { permissionNames, roleNames } from '../../../src/contract/kernel/roles.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { wholeNetwork } from '../../resources/known.ts'
import { lineOf } from '../../resources/registry.ts'
import type { Ask, Places, StationScope } from '../../resources/scope.ts'
import { calls, label, tried } from '../support/calls.ts'
import { makePlaces } from '../support/places.ts'
import { type Soloist, soloists } from '../support/soloists.ts'
import { inWorld, type Reply, type World } from '../support/world.ts'

/** Roles and permissions that reach only the stations that were given to the person. */
const bound = [
  ...roleNames.map((name) => ({ name, roles: [name], permissions: [] })),
  ...permissionNames.map((name) => ({ name, roles: [], permissions: [name] })),
].filter((holder) => !seesAllStations({ ...holder, all_stations: false }))
const isBound = (who: Soloist) => bound.some(({ name }) => name === who.name)

test('a policy is of the whole network if nobody with only some stations passes it; the calls of all others say how they meet a station', () => {
  const names = ['guest', ...Object.keys(policies)] as PolicyName[]
  const unbound = names.filter((name) => name === 'guest' || !bound.some((holder) => allows(name, holder)))
  expect([...wholeNetwork]).toHaveMembers(unbound)
  const silent = calls.filter((call) => !unbound.includes(call.policy) !== (lineOf(call).scope !== undefined))
  expect(silent.map(label)).toEqual([])
})

function asked({ caller }: Soloist, { method }: Pick<Endpoint, 'method'>, { url, body, files }: Ask): Promise<Reply> {
  if (files) return caller.upload(url, files, body as Record<string, string>)
  if (method === 'GET') return caller.get(url)
  if (method === 'DELETE') return caller.del(url)
  return method === 'PUT' ? caller.put(url, body) : caller.post(url, body)
}
/** The number of rows written by this transaction, without those undone. */
async function written({ db }: World): Promise<number> {
  const { rows } = (await db.execute(sql`select count(*)::int as n from witness.changes`)) as unknown as { rows: { n: number }[] }
  return rows[0]!.n
}

/** The faults when this person makes this call. */
async function faultsOf(call: (typeof calls)[number], scope: StationScope, who: Soloist, places: Places, world: World): Promise<string[]> {
  const { own, read, foreign } = places
  const faults: string[] = []
  const undone = async <T>(work: () => Promise<T>): Promise<T> => {
    await world.db.execute(sql`savepoint cell`)
    const made = await work()
    await world.db.execute(sql`rollback to savepoint cell`)
    return made
  }
  const before = await written(world)
  /** Refused, and nothing is written. */
  const refused = (ask: Ask, right: number[], what: string) =>
    undone(async () => {
      const { status } = await asked(who, call, ask)
      if (!right.includes(status)) faults.push(`${what}: ${status} instead of ${right.join(' or ')}`)
      if ((await written(world)) !== before) faults.push(`${what}: something was written`)
    })
  const done = (ask: Ask, what: string) =>
    undone(async () => {
      const { status, body } = await asked(who, call, ask)
      if (!call.success.includes(status)) faults.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
    })

  if (scope.asks) {
    const at = (one: Places['own'], of = one) => scope.asks!(one, of)
    // A deletion answers as for what is not there, and `refused` looks that nothing was written.
    const hidden = [call.method === 'DELETE' ? 204 : (scope.foreignStatus ?? 404)]
    if (scope.refused) await refused(at(own), [403], 'a station more')
    else {
      await (scope.othersRecord ? refused(at(own), [403], 'own') : done(at(own), 'own'))
      const reads = call.method === 'GET' || scope.readersToo
      await (reads ? done(at(read), 'given to read') : refused(at(read), [403], 'given to read'))
      await refused(at(foreign), hidden, "another's")
      if (scope.asks.length > 1) {
        await refused(at(own, foreign), [404, 422, 204], "own, with what is another's")
        await refused(at(foreign, own), hidden, "another's, with what is one's own")
      }
    }
  }
  if (scope.finds) {
    const hidden = scope.seesAll?.(who) ? [] : [foreign]
    const seen = [own, read, ...(hidden.length ? [] : [foreign])]
    const textOf = async (query: string) => JSON.stringify((await who.caller.get(`${call.path}?${query}`)).body)
    const { body } = await who.caller.get(`${call.path}?per_page=100`)
    const { total, data: rows = [] } = body.data ?? {}
    if (total !== undefined && rows.length !== total && hidden.length) faults.push(`${total} rows are counted, ${rows.length} come`)
    for (const { word } of seen) if (!JSON.stringify(body).includes(word)) faults.push(`nothing of ${word}`)
    for (const { word } of hidden) if (JSON.stringify(body).includes(word)) faults.push(`something of ${word}`)
    for (const one of seen)
      for (const query of scope.finds(one)) if (!(await textOf(query)).includes(one.word)) faults.push(`${query} finds nothing`)
    for (const one of hidden)
      for (const query of scope.finds(one)) {
        const found = await textOf(query)
        if (found.includes(one.word) || /"total":[1-9]/.test(found)) faults.push(`${query} finds ${found.slice(0, 100)}`)
      }
    const facets = (call.query?.entries.facet as { wrapped?: { options: string[] } } | undefined)?.wrapped?.options ?? []
    for (const facet of facets) {
      const { counts, total } = (await who.caller.get(`${call.path}?facet=${facet}`)).body.data
      const sum = Object.values<number>(counts).reduce((a, b) => a + b, 0)
      if (JSON.stringify(counts).includes(foreign.word) || sum > total) faults.push(`facet ${facet}: ${JSON.stringify(counts)}`)
    }
  }
  const wrong = scope.check && (await undone(() => scope.check!(who, places, world)))
  if (wrong) faults.push(wrong)
  return faults.map((fault) => `${label(call)} by ${who.name}: ${fault}`)
}

test(
  'call × person with some stations: reads those, writes those not given to read alone, meets no other in any way',
  { timeout: 300_000 },
  () =>
    inWorld(async (world) => {
      world.lookAway()
      const places = await makePlaces(world, { own: 'Nostrana', read: 'Leggibile', foreign: 'Estranea' })
      const people = (await soloists(world, false)).filter(isBound)
      for (const { caller } of people)
        await world.db.insert(station_acl).values([
          { station_id: places.own.id, user_id: caller.user_id, level: 'write' },
          { station_id: places.read.id, user_id: caller.user_id, level: 'read' },
        ])
      const faults: string[] = []
      const started = performance.now()
      let cells = 0
      for (const call of tried) {
        const { scope } = lineOf(call)
        if (!scope || typeof scope === 'string') continue
        for (const who of people.filter((one) => allows(call.policy, one) && (!scope.only || allows(scope.only, one)))) {
          cells++
          faults.push(...(await faultsOf(call, scope, who, places, world)))
        }
      }
      console.log(`${cells} calls by persons, ${faults.length} faults, ${Math.round(performance.now() - started)} ms`)
      expect(faults).toEqual([])
    }),
)
