// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { tanks } from '../../src/contract/equipment/tanks.ts'
import { allows, type Kept, type PolicyName } from '../../src/contract/kernel/policies.ts'
import { permissionNames, type RoleName, roleNames, roles } from '../../src/contract/kernel/roles.ts'
import { KEPT_MS, mayKeep } from '../../src/lib/kept-reads.ts'
import { query, queryClient } from '../../src/lib/query.ts'
import { session } from '../../src/lib/session.ts'

interface Known {
  name: string
  method: string
  policy: PolicyName
  envelope: string
  acts?: true
  output?: unknown
  kept?: Kept
}
const modules = import.meta.glob<Record<string, unknown>>('../../src/contract/**/*.ts', { eager: true })
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (value && typeof value === 'object' ? Object.values(value) : []))
  .filter((value): value is Known => !!value && typeof value === 'object' && 'method' in value && 'policy' in value && 'name' in value)
const kept = endpoints.filter((endpoint) => endpoint.kept)
const places: Kept['place'][] = ['cache', 'field', 'page']
/** The table as the device applies it: what a person of these roles and permissions keeps. */
function keptBy(scope: string[], permissions: typeof permissionNames = []) {
  session.set({ user: { id: 1, name: '', email: '', scope, permissions, all_stations: false, demo: true } })
  return endpoints.filter((endpoint) => places.some((place) => mayKeep(place, endpoint))).map(({ name }) => name)
}
afterEach(() => session.set({ user: null }))

test('whatever may stay is a read: it does nothing, and brings no sign-in and no file but the verbale and those for drivers', () => {
  expect(kept.length).toBeGreaterThan(8)
  for (const endpoint of kept) {
    expect(endpoint, endpoint.name).toMatchObject({ method: 'GET' })
    expect(endpoint.acts, endpoint.name).toBeUndefined()
    if (!['inspections.pdf', 'support-documents.file'].includes(endpoint.name)) expect(endpoint.envelope, endpoint.name).not.toBe('blob')
    expect(endpoint.name).not.toMatch(/^(auth|banks|users|devices|activity|settings|rescue)\./)
  }
})
test('nobody keeps what the server would not give', () => {
  for (const role of roleNames) {
    const named = keptBy([roles[role].scope])
    for (const { name, policy } of kept.filter((one) => named.includes(one.name)))
      expect(allows(policy, { roles: [role], permissions: [] }), `${role} ${name}`).toBe(true)
  }
})
test('what each of the 17 roles keeps', () => {
  const told = ['communications-ctrl.get', 'communications-ctrl.list', 'communications-messages.get', 'communications-messages.list']
  const everybody = ['fuels.suggest', 'stations.suggest']
  const field = [
    'counters.inspection',
    'fuels.suggest',
    'inspection-models.offline',
    'inspection-models.suggest',
    'inspection-offline.context',
    'inspection-offline.stations',
    'inspections.get',
    'inspections.list',
    'inspections.pdf',
    'non-conformities.list',
    'station_notes.list',
  ]
  const onTanks = ['tank_maintenances.list', 'tanks.list']
  const atStation = ['detailed_openings.list', 'station_notes.list', 'stations.get', 'stations.prices']
  const network = ['counters.station', ...everybody]
  const expected: Partial<Record<RoleName, string[]>> = {
    superAdmin: ['counters.accounting', 'counters.admin', 'counters.station', ...field, ...onTanks],
    inspection: [...field, 'stations.get'],
    network_manager: ['inspections.get', 'inspections.list', 'non-conformities.list', ...network, ...onTanks],
    station: [...network, ...onTanks],
    manager: [...everybody, ...onTanks, ...atStation, 'dashboard.station', 'management_obligations.list'],
    worker: [...everybody, ...atStation],
    station_readonly: network,
    accounting: ['counters.accounting', ...network],
    accounting_readonly: ['counters.accounting', ...network],
    analysis: network,
  }
  const directory = (role: RoleName) => (['employee', 'messaging'].includes(role) ? [] : ['station_directory.list'])
  const priced = ['superAdmin', 'station', 'network_manager', 'manager', 'worker']
  const prices = (role: RoleName) => (priced.includes(role) ? ['prices.list'] : [])
  const ticketReads = ['ticket-offline.list', 'tickets.info']
  const ticketed = ['superAdmin', 'ticket_supervisor', 'helpdesk', 'station', 'network_manager', 'accounting', 'inspection']
  const tickets = (role: RoleName) => (ticketed.includes(role) ? ticketReads : [])
  const reading = ['superAdmin', 'station', 'accounting', 'network_manager', 'station_readonly', 'accounting_readonly', 'analysis']
  const supervising = ['driver_supervisor', 'order_supervisor', 'ticket_supervisor']
  const contacts = (role: RoleName) => ([...reading, ...supervising].includes(role) ? ['useful-contacts.list'] : [])
  const driving = ['superAdmin', 'driver', 'driver_supervisor']
  const driver = (role: RoleName) => (driving.includes(role) ? ['support-documents.file', 'support-documents.list'] : [])
  const ordering = ['superAdmin', 'order_supervisor', 'manager', 'station']
  const shop = (role: RoleName) =>
    ordering.includes(role) ? ['counters.orders', 'ecommerce-products.favourites', 'ecommerce-products.ofStation'] : []
  for (const role of roleNames)
    expect(keptBy([roles[role].scope]), role).toHaveMembers([
      ...told,
      ...(expected[role] ?? everybody),
      ...contacts(role),
      ...driver(role),
      ...shop(role),
      ...directory(role),
      ...prices(role),
      ...tickets(role),
    ])
  expect(roleNames).toHaveLength(17)
})
test('a permission keeps what it may read, also beside a role; who is not signed in keeps nothing', () => {
  expect(keptBy([], ['ticket_user'])).toEqual(expect.arrayContaining(['ticket-offline.list', 'tickets.info']))
  expect(keptBy(['manager'], ['make_tickets'])).toContain('ticket-offline.list')
  expect(keptBy(['manager'])).not.toContain('ticket-offline.list')
  // Under a second policy, or by role alone, where the contract says so.
  expect(keptBy([], ['road_management'])).toContain('tanks.list')
  expect(keptBy([], ['manage_tickets'])).not.toContain('tanks.list')
  expect(keptBy([], permissionNames)).not.toContain('stations.get')
  session.set({ user: null })
  expect(kept.filter((endpoint) => mayKeep('page', endpoint))).toEqual([])
})

test('what is kept is not forgotten while it is shown nowhere: with what leaves the memory goes what is written down of it', async () => {
  vi.useFakeTimers()
  try {
    for (const endpoint of [tanks.list, tanks.capacity])
      await queryClient.prefetchQuery({ ...query(endpoint as typeof tanks.list, { id: 1 }), queryFn: () => [] })
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    const known = queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey: [, name] }) => name)
    expect(known).toEqual(['tanks.list'])
    await vi.advanceTimersByTimeAsync(KEPT_MS)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
