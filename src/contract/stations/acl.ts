import * as v from 'valibot'
import { get, post, put, resource } from '../kernel/endpoint.ts'
import { choice, reference } from '../kernel/fields.ts'
import { permissionNames, roleNames } from '../kernel/roles.ts'

/** Levels at which a station can be granted to a user. */
export const accessLevels = { read: 'Lettura', write: 'Scrittura' } as const
export type AccessLevel = keyof typeof accessLevels
const level = choice('Livello', accessLevels)
const person = { user_id: v.number(), name: v.string(), email: v.string(), roles: v.array(v.picklist(roleNames)) }
export const StationAccess = v.object({ ...person, level })
export const StationViewer = v.object({
  ...person,
  permissions: v.array(v.picklist(permissionNames)),
  all_stations: v.boolean(),
  enabled: v.boolean(),
  level: v.nullable(level),
  /** True if this person manages the station's area. */
  area: v.boolean(),
})
export type StationViewer = v.InferOutput<typeof StationViewer>
const given = v.pipe(
  v.array(v.object({ user_id: reference('Utente'), level: v.optional(level, 'read') })),
  v.maxLength(1_000, 'Gli utenti sono troppi: al massimo 1.000.'),
  v.check((list) => new Set(list.map(({ user_id }) => user_id)).size === list.length, 'Ogni utente può comparire una volta sola.'),
)

export const UserStation = v.object({ station_id: v.number(), code: v.string(), name: v.string(), level })
export type UserStation = v.InferOutput<typeof UserStation>
const givenStations = v.pipe(
  v.array(v.object({ station_id: reference('Punto vendita'), level: v.optional(level, 'read') })),
  v.maxLength(1_000, 'I punti vendita sono troppi: al massimo 1.000.'),
  v.check(
    (list) => new Set(list.map(({ station_id }) => station_id)).size === list.length,
    'Ogni punto vendita può comparire una volta sola.',
  ),
)

export const stationAcl = resource('station_acl', {
  get: get('/station-acl/{id}', { output: StationAccess, envelope: 'list', policy: 'users', steady: true }),
  /** (+) All users who see the station for any reason, and those who were granted it but see no stations. By name. */
  viewers: get('/station-acl/{id}/viewers', { output: StationViewer, envelope: 'list', policy: 'users', steady: true }),
  /** Replaces all grants. (+) `was`: the grants that the change was made from; if they are no longer current, the answer is 409 with the current ones. */
  set: post('/station-acl', {
    body: v.object({ station_id: reference('Punto vendita'), users: given, was: v.optional(given) }),
    output: StationAccess,
    envelope: 'list',
    success: [200],
    ok: 'Permessi creati',
    policy: 'users',
    touches: ['stations'],
  }),
  /** (+) The stations that were granted to a user, by code, as far as the caller sees them. */
  ofUser: get('/users/{id}/stations', { output: UserStation, envelope: 'list', policy: 'users', steady: true }),
  /** (+) Replaces the grants of a user; of stations that the caller does not see they stay. `was` as in `set`. */
  setOfUser: put('/users/{id}/stations', {
    body: v.object({ stations: givenStations, was: v.optional(givenStations) }),
    output: UserStation,
    envelope: 'list',
    ok: 'Punti vendita assegnati',
    policy: 'users',
    touches: ['stations'],
  }),
})
