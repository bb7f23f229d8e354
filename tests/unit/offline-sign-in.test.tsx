// @vitest-environment jsdom
import '../setup-dom.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeaving } from '../../src/app/leaving.ts'
import { banks } from '../../src/contract/banks/banks.ts'
import { call } from '../../src/lib/api.ts'
import { forgetPerson, keepPerson, keepShared, keepWaiting, keptSession, knownPeople, type Profile } from '../../src/lib/device.ts'
import { enterOffline } from '../../src/lib/enter-offline.ts'
import { forgetExpired, MAY_RETURN_MS, rememberForOffline } from '../../src/lib/offline-sign-in.ts'
import { connection } from '../../src/lib/online.ts'
import { expireSession, freshToken, logout, session } from '../../src/lib/session.ts'

// A password is slow to compare on purpose, and slower still on a busy machine.
const PASSWORD = 'una password lunga e giusta'
const KEY = new Uint8Array(32).map((_, at) => at)
const person = (id: number, email: string): Profile => ({
  id,
  name: `Persona ${id}`,
  email,
  scope: ['inspection'],
  permissions: [],
  all_stations: false,
  demo: true,
})
const anna = person(1, 'anna@example.it')
let up = false
const asked = vi.fn(async () => {
  if (up) return new Response('{"app":"piazzale"}')
  throw new TypeError('Failed to fetch')
})
vi.stubGlobal('fetch', asked)

/** Anna has signed in with her password, and out again. */
async function left(how: () => Promise<void> = logout) {
  session.set({ user: anna, stamp: 's' })
  await rememberForOffline(anna, PASSWORD, KEY)
  await waitFor(async () => expect(await knownPeople()).toHaveLength(1))
  await how()
  expect(session.get().user).toBeNull()
}
const age = async (ms: number) => keepPerson({ ...(await knownPeople())[0]!, confirmed: Date.now() - ms })

beforeEach(async () => {
  await forgetPerson(anna.id)
  await keepShared(false)
  connection.set('offline')
  asked.mockClear()
})
afterEach(async () => {
  await logout()
  await keepWaiting(anna.id, undefined)
})

test('without a network the password of somebody known here opens what is theirs, and nothing is read or sent', async () => {
  await left()
  expect(JSON.stringify(await knownPeople()), 'who comes next reads no address').not.toContain(anna.email)
  expect(Object.values((await knownPeople())[0]!.check.key!.wrapped), 'nor the key').not.toEqual([...KEY])
  asked.mockClear()
  expect(await enterOffline(' Anna@Example.it ', PASSWORD)).toEqual(anna)
  expect(session.get(), 'with the key to what was written before').toEqual({
    user: anna,
    stamp: expect.any(String),
    local: true,
    deviceKey: KEY,
  })
  expect(await keptSession()).toMatchObject({ profile: anna })
  expect((await keptSession())?.handle).toBeUndefined()
  expect(await freshToken()).toBeUndefined()
  await expect(call(banks.list, {})).rejects.toThrow('Sei entrato senza rete')
  expect(session.get().user).toEqual(anna)
  expect(asked).not.toHaveBeenCalled()
})
test('at a server that gives no key the password goes on opening the one known here; where none is known one comes back without a network all the same', async () => {
  await left()
  expect(await rememberForOffline(anna, PASSWORD, undefined)).toEqual(KEY)
  await enterOffline(anna.email, PASSWORD)
  expect(session.get().deviceKey).toEqual(KEY)
  await logout()
  expect(await rememberForOffline(anna, `${PASSWORD} nuova`, undefined), 'a new password opens nothing of the old one').toBeUndefined()
  expect((await knownPeople())[0]!.check).not.toHaveProperty('key')
  expect(await enterOffline(anna.email, PASSWORD)).toBe('Email o password non corretti.')
  expect(await enterOffline(anna.email, `${PASSWORD} nuova`)).toEqual(anna)
  expect(session.get().deviceKey).toBeUndefined()
  await logout()
  expect(await rememberForOffline(anna, `${PASSWORD} nuova`, KEY), 'once the server gives it').toEqual(KEY)
})
test('should the server give another key, the password opens the one before too; a new password opens the new one alone', async () => {
  const other = new Uint8Array(32).fill(9)
  await left()
  expect(await rememberForOffline(anna, PASSWORD, other)).toEqual(new Uint8Array([...other, ...KEY]))
  expect(await rememberForOffline(anna, PASSWORD, other), 'each once').toEqual(new Uint8Array([...other, ...KEY]))
  await enterOffline(anna.email, PASSWORD)
  expect(session.get().deviceKey).toEqual(new Uint8Array([...other, ...KEY]))
  expect(await rememberForOffline(anna, `${PASSWORD}2`, other)).toEqual(other)
})
test('five wrong passwords, also at once, and only the server can let them in; a right one before that starts the count anew', async () => {
  await left()
  for (let turn = 0; turn < 4; turn++) expect(await enterOffline(anna.email, 'sbagliata')).toBe('Email o password non corretti.')
  expect(await enterOffline(anna.email, PASSWORD)).toEqual(anna)
  await logout()
  const many = await Promise.all(Array.from({ length: 7 }, () => enterOffline(anna.email, 'sbagliata')))
  expect(many.filter((said) => said === 'Email o password non corretti.')).toHaveLength(4)
  expect(await enterOffline(anna.email, PASSWORD)).toMatch(/^Troppi tentativi.*Il lavoro salvato resta/)
  expect(session.get().user).toBeNull()
})
test('who is not known here is refused in words; so is who has been told no by the server, or has not been heard of for too long', async () => {
  const NOT_KNOWN = /può entrare solo chi ha già fatto l’accesso su questo dispositivo/
  await left()
  expect(await enterOffline('bruno@example.it', PASSWORD)).toMatch(NOT_KNOWN)
  await age(MAY_RETURN_MS.own + 1)
  expect(await enterOffline(anna.email, PASSWORD)).toMatch(NOT_KNOWN)
  await forgetExpired()
  expect(await knownPeople()).toEqual([])
  await left()
  await keepShared(true)
  await age(MAY_RETURN_MS.shared + 1)
  expect(await enterOffline(anna.email, PASSWORD)).toMatch(NOT_KNOWN)
  await keepShared(false)
  expect(await enterOffline(anna.email, PASSWORD)).toEqual(anna)
  await logout()
  await left(expireSession)
  expect(await knownPeople()).toEqual([])
  expect(await enterOffline(anna.email, PASSWORD)).toMatch(NOT_KNOWN)
})
test('leaving asks where something waits, and without a network says whether the way back is open', async () => {
  session.set({ user: anna, stamp: 's' })
  connection.set('online')
  up = true
  expect(await beforeLeaving()).toBeUndefined()
  await keepWaiting(anna.id, { user: anna.id, userName: anna.name, unsent: 2, since: 0 })
  expect((await beforeLeaving())?.message).toMatch(/^Ci sono 2 operazioni non inviate/)
  await keepWaiting(anna.id, undefined)
  up = false
  // Nobody has noticed yet.
  expect(connection.get()).toBe('online')
  expect((await beforeLeaving())?.message).toBe('Sei senza rete: per rientrare servirà la rete.')
  await rememberForOffline(anna, PASSWORD, KEY)
  await waitFor(async () => expect((await beforeLeaving())?.message).toMatch(/potrai rientrare con la tua password/))
})
