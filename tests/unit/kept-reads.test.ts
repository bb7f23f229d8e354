// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, expect, test } from 'vitest'
import { allows, type PolicyName } from '../../src/contract/policies.ts'
import { permissionNames, type RoleName, roleNames, roles } from '../../src/contract/roles.ts'
import { keptReads, mayKeep, type Place } from '../../src/lib/kept-reads.ts'
import { session } from '../../src/lib/session.ts'

interface Known {
  name: string
  method: string
  policy: PolicyName
  envelope: string
  acts?: true
  output?: unknown
}
const modules = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (value && typeof value === 'object' ? Object.values(value) : []))
  .filter((value): value is Known => !!value && typeof value === 'object' && 'method' in value && 'policy' in value && 'name' in value)
const places: Place[] = ['cache', 'field', 'page']
/** The table as the device applies it: what a person of these roles and permissions keeps. */
function keptBy(scope: string[], permissions: typeof permissionNames = []) {
  session.set({ user: { id: 1, name: '', email: '', scope, permissions, all_stations: false, demo: true } })
  return endpoints.filter(({ name }) => places.some((place) => mayKeep(place, name))).map(({ name }) => name)
}
afterEach(() => session.set({ user: null }))

test('every line of the list is a read of the contract: it does nothing, and brings no file and no sign-in', () => {
  for (const name of Object.keys(keptReads)) {
    const endpoint = endpoints.find((one) => one.name === name)
    expect(endpoint, name).toMatchObject({ method: 'GET' })
    expect(endpoint?.acts, name).toBeUndefined()
    expect(endpoint?.envelope, name).not.toBe('blob')
    expect(name).not.toMatch(/^auth\./)
  }
})
test('nobody keeps what the server would not give', () => {
  for (const [name, { roles: keepers }] of Object.entries(keptReads)) {
    const { policy } = endpoints.find((one) => one.name === name)!
    for (const role of keepers) expect(allows(policy, { roles: [role], permissions: [] }), `${role} ${name}`).toBe(true)
  }
})
test('what each of the 17 roles keeps', () => {
  const field = [
    'counters.inspection',
    'fuels.suggest',
    'inspection-models.offline',
    'inspection-models.suggest',
    'inspection-offline.context',
    'inspection-offline.stations',
    'inspections.get',
    'inspections.list',
  ]
  const expected: Partial<Record<RoleName, string[]>> = {
    superAdmin: field,
    inspection: field,
    station: ['fuels.suggest'],
    network_manager: ['fuels.suggest'],
  }
  for (const role of roleNames) expect(keptBy([roles[role].scope]).sort(), role).toEqual(expected[role] ?? [])
  expect(roleNames).toHaveLength(17)
})
test('permissions alone keep nothing; who is not signed in neither', () => {
  expect(keptBy([], permissionNames)).toEqual([])
  session.set({ user: null })
  expect(mayKeep('page', 'fuels.suggest')).toBe(false)
})
