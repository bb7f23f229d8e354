import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  confirmSession,
  countTry,
  forgetPerson,
  forgetSession,
  keepPerson,
  keepProfile,
  keepSession,
  keepShared,
  keepWaiting,
  knownPeople,
  type Profile,
  readDevice,
  waitingOnDevice,
} from '../../src/lib/device.ts'

const window = vi.hoisted(() => {
  const heard: Record<string, (event: object) => void> = {}
  Object.assign(globalThis, { addEventListener: (kind: string, hear: (event: object) => void) => Object.assign(heard, { [kind]: hear }) })
  return heard
})

const anna: Profile = {
  id: 7,
  name: 'Anna',
  email: 'anna@example.it',
  scope: ['inspection'],
  permissions: [],
  all_stations: false,
  demo: true,
}
const check = { salt: 's', hash: 'h' } as any
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
/** Data that an older version of the app left on the device. */
const before = (version: number, stores: Record<string, string>, rows: Record<string, object>) =>
  new Promise<void>((done, failed) => {
    const request = indexedDB.open('piazzale-device', version)
    request.onerror = () => failed(request.error)
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(stores)) {
        const store = request.result.createObjectStore(name, { keyPath })
        if (rows[name]) store.put(rows[name])
      }
    }
    request.onsuccess = () => {
      request.result.close()
      done()
    }
  })

test('a device that said it is of one person without having asked says so no more, and is the same device', async () => {
  await before(20, { kept: 'key', own: 'key' }, { own: { key: 'own', uuid: 'u1', shared: false } })
  expect(await readDevice()).toEqual({ kept: undefined, own: { key: 'own', uuid: 'u1' } })
  expect(await waitingOnDevice()).toEqual([])
  expect(await knownPeople()).toEqual([])
})
test('one that had nothing yet has nothing', async () => {
  await before(20, { kept: 'key', own: 'key' }, {})
  expect(await readDevice()).toEqual({ kept: undefined, own: undefined })
})
test('what somebody has said of the device stays said', async () => {
  await before(30, { kept: 'key', own: 'key', waiting: 'user' }, { own: { key: 'own', uuid: 'u1', shared: true } })
  expect((await readDevice()).own).toEqual({ key: 'own', uuid: 'u1', shared: true })
  expect(await keepShared(false)).toEqual({ key: 'own', uuid: 'u1', shared: false })
})
test('the password check that stood in the session stands with the person, without the e-mail; the session stays', async () => {
  const kept = { key: 'session', handle: 'h', stamp: 's', profile: anna, confirmed: 5 }
  await before(30, { kept: 'key', own: 'key', waiting: 'user' }, { kept: { ...kept, check, tries: 3 } })
  expect((await readDevice()).kept).toEqual(kept)
  expect(await knownPeople()).toEqual([{ user: 7, profile: { ...anna, email: '' }, check, tries: 3, confirmed: 5 }])
})
test('a session without a check makes nobody known; one never confirmed is of the beginning of time', async () => {
  const kept = { key: 'session', handle: 'h', stamp: 's', profile: anna }
  await before(30, { kept: 'key', own: 'key', waiting: 'user' }, { kept })
  expect(await knownPeople()).toEqual([])
  globalThis.indexedDB = new IDBFactory()
  await before(30, { kept: 'key', own: 'key', waiting: 'user' }, { kept: { ...kept, check } })
  expect(await knownPeople()).toMatchObject([{ tries: 0, confirmed: 0 }])
})
test('what the server says of the person is kept with the sign-in and for their return; a later sign-in is not forgotten with an earlier', async () => {
  await keepProfile(anna)
  expect((await readDevice()).kept, 'there is nothing to change').toBeUndefined()
  await keepSession({ handle: 'h', stamp: 's1', profile: anna, confirmed: 1 })
  await confirmSession(2)
  expect((await readDevice()).kept).toMatchObject({ confirmed: 2, stamp: 's1' })
  expect(await knownPeople()).toEqual([])
  await keepPerson({ user: 7, profile: anna, check, tries: 0, confirmed: 1 })
  await keepProfile({ ...anna, name: 'Anna B.' })
  await confirmSession(3)
  expect((await knownPeople())[0]).toMatchObject({ profile: { name: 'Anna B.', email: '' }, confirmed: 3, check })
  expect((await readDevice()).kept).toMatchObject({ profile: { name: 'Anna B.', email: 'anna@example.it' }, confirmed: 3 })
  await forgetSession('s0')
  expect((await readDevice()).kept).toBeDefined()
  await forgetSession('s1')
  expect((await readDevice()).kept).toBeUndefined()
})
test('tries are counted where somebody is known, and begin anew after a right one', async () => {
  expect(await countTry(7)).toBeUndefined()
  await keepPerson({ user: 7, profile: anna, check, tries: 0, confirmed: 1 })
  await Promise.all([countTry(7), countTry(7), countTry(7)])
  expect((await knownPeople())[0]!.tries).toBe(3)
  expect(await countTry(7, true)).toMatchObject({ tries: 0 })
  await forgetPerson(7)
  expect(await knownPeople()).toEqual([])
})
test('how much waits is kept for each person, until nothing does', async () => {
  const two = { user: 7, userName: 'Anna', unsent: 2, since: 1 }
  await keepWaiting(7, two)
  await keepWaiting(8, { ...two, user: 8 })
  await keepWaiting(7, undefined)
  expect(await waitingOnDevice()).toEqual([{ ...two, user: 8 }])
})
test('a change that fails is undone whole, with its reason', async () => {
  await keepSession({ handle: 'h', stamp: 's1', profile: anna, confirmed: 1 })
  await expect(keepPerson({ user: 7, profile: anna, check: (() => 0) as never, tries: 0, confirmed: 1 })).rejects.toThrow()
  expect(await knownPeople()).toEqual([])
})

test('a page that is kept behind holds no store that the next one needs, and does its own work when it returns', async () => {
  await keepPerson({ user: 7, profile: anna, check, tries: 0, confirmed: 1 })
  const leavesAtOnce = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...args) {
    leavesAtOnce.mockRestore()
    const transaction = this.transaction(...args)
    queueMicrotask(() => window.pagehide!({ persisted: true }))
    transaction.addEventListener('abort', () => ends.push('taken back'))
    return transaction
  })
  const ends: string[] = []
  expect((await countTry(7))?.tries).toBe(1)
  expect(ends).toEqual(['taken back'])
  expect((await knownPeople()).map(({ tries }) => tries)).toEqual([1])
})
