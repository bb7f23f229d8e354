import type { PermissionName, RoleName } from '../../../../src/contract/kernel/roles.ts'
import { needsFiscalCode } from '../../../../src/rules/people/user-rights.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { fiscalCodeOf, mobileOf, personOf } from '../invented.ts'
import { type Random, stream } from '../random.ts'
import type { SeedOptions, SeedStation } from '../stations/stations.ts'
import { towns } from '../towns.ts'
import type { Account } from './accounts.ts'

/** The roles of the invented colleagues of the demo accounts. */
const others: readonly (readonly [roles: readonly RoleName[], permissions: readonly PermissionName[], weight: number])[] = [
  [['worker'], [], 30],
  [['manager'], ['make_tickets'], 25],
  [['employee'], ['show_payroll'], 15],
  [['driver'], ['show_station_docs'], 10],
  [['station'], [], 6],
  [['network_manager'], [], 4],
  [['helpdesk'], [], 4],
  [['inspection'], [], 3],
  [['accounting'], [], 3],
]
/** The first colleague is a worker, the second an inspector, so that there are two. */
const always = [others[0]!, others.find(([roles]) => roles.includes('inspection'))!]

/** A fiscal code that fits the name of an account; names in -a are women's but for the usual exceptions. */
function codeOf(random: Random, asOf: string, fullName: string): string {
  const [name = '', ...rest] = fullName.split(' ')
  const female = name.endsWith('a') && !['Luca', 'Andrea', 'Nicola'].includes(name)
  const bornDate = addDays(asOf, -random.int(8_000, 22_000))
  return fiscalCodeOf({ name, lastname: rest.join(' '), female, bornDate, cadastral: random.pick(towns).cadastral })
}

/**
 * Rows of `users` for the given accounts and `more` invented people, and of `station_acl`: an account sees the first stations, so many
 * as it says; of the others, those at work on stations have one to four. Without passwords.
 */
export function seedUsers(
  { seed, asOf }: SeedOptions,
  accounts: readonly Account[],
  more: number,
  stations: readonly Pick<SeedStation, 'id'>[],
) {
  const station_acl: { station_id: number; user_id: number; level: 'read' | 'write' }[] = []
  const grant = (user_id: number, from: number, count: number, level: 'read' | 'write') => {
    for (const station of stations.slice(from, from + count)) station_acl.push({ station_id: station.id, user_id, level })
  }
  const known = accounts.map((account, place) => {
    const id = place + 1
    const random = stream(seed, 'accounts', place)
    grant(id, 0, account.stations ?? 0, account.roles.includes('station_readonly') ? 'read' : 'write')
    return {
      id,
      name: account.name,
      email: account.email,
      roles: [...account.roles],
      permissions: [...account.permissions],
      fiscalCode: needsFiscalCode(account) ? codeOf(random, asOf, account.name) : null,
      enabled: 1,
      phone: mobileOf(random),
      all_stations: account.all_stations ?? false,
    }
  })
  const invented = Array.from({ length: more }, (_, place) => {
    const random = stream(seed, 'users', place)
    const id = accounts.length + place + 1
    // One of them has a fiscal code with omocodia.
    const person = personOf(random, asOf, id, [19, 66], place === 0 ? 2 : 0)
    const [roles, permissions] = always[place] ?? random.weighted(others.map((other) => [other, other[2]] as const))
    const onStations = roles.some((role) => ['worker', 'manager', 'station', 'network_manager'].includes(role))
    if (onStations)
      grant(id, random.int(0, Math.max(0, stations.length - 4)), roles.includes('network_manager') ? 4 : random.int(1, 2), 'write')
    return {
      id,
      name: `${person.name} ${person.lastname}`,
      email: person.email,
      roles: [...roles],
      permissions: [...permissions],
      fiscalCode: needsFiscalCode({ roles, permissions }) ? person.fiscalCode : null,
      enabled: always[place] || random.chance(0.94) ? 1 : 0,
      phone: random.chance(0.8) ? mobileOf(random) : null,
      all_stations: false,
    }
  })
  return { users: [...known, ...invented], station_acl }
}
