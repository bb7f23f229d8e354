// @vitest-environment jsdom
import '../../setup-dom.ts'
import Dexie, { liveQuery } from 'dexie'
import { expect, test, vi } from 'vitest'
import { formDraft, openDrafts } from '../../../src/crud/form/form-draft.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { databaseOf } from '../../../src/outbox/split-shared-store.ts'
import { openStore } from '../../../src/outbox/store.ts'

const USER = 4711
const first = <T>(read: () => Promise<T>) => new Promise<T>((done, failed) => liveQuery(read).subscribe({ next: done, error: failed }))

test('what a live query opens first is encrypted and recovered all the same, although the query may only read', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  // An older version left a draft in clear, and a closed page one that the database did not get any more.
  const older = openStore(databaseOf(USER))
  const data = { user: USER, key: 'k', data: { note: 'in chiaro' }, photos: [], revision: 1, writer: 'w', schema: 1, savedAt: 9 }
  await older.transaction('rw', async (tx) => tx.put('drafts', data))
  older.close()
  const late = { key: 'form', values: { text: 'tardi' }, base: {}, attempt: undefined, href: '/x', title: 'X', at: Date.now() }
  localStorage.setItem(`piazzale-late-draft-${USER}-form`, JSON.stringify(late))
  const profile = { id: USER, name: 'A', email: '', scope: ['superAdmin'], permissions: [], all_stations: true, demo: true }
  session.set({ user: profile, stamp: 's', deviceKey: new Uint8Array(32).fill(3) })

  expect(await first(() => outbox().list())).toEqual([])
  await first(async () => formDraft(USER, 'another').flush())
  expect(await openDrafts(USER)).toMatchObject([{ key: 'form', values: { text: 'tardi' } }])
  const raw = await new Dexie(databaseOf(USER)).open()
  await vi.waitFor(async () => expect(JSON.stringify(await raw.table('drafts').toArray())).not.toContain('in chiaro'))
  raw.close()
  expect(localStorage).toHaveLength(0)
  expect(reported).not.toHaveBeenCalled()
})
