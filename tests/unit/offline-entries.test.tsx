// @vitest-environment jsdom
import '../setup-dom.ts'
import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { watchPersistence } from '../../src/app/persistence.ts'
import { noteKind } from '../../src/features/stations/notes-kind.ts'
import { KEPT_READS } from '../../src/lib/purge.ts'
import { query, queryClient } from '../../src/lib/query.ts'
import { session } from '../../src/lib/session.ts'
import { newCopy } from '../../src/outbox/copy.ts'
import { laneOfCopy } from '../../src/outbox/copy-send.ts'
import { outbox } from '../../src/outbox/runtime.ts'
import type { Json } from '../../src/outbox/types.ts'
import { useEntries } from '../../src/outbox/use-copies.ts'

vi.mock('../../src/lib/session.ts', async (original) => ({
  ...(await original<typeof import('../../src/lib/session.ts')>()),
  freshToken: async () => 'token',
}))

/** A note of station 5 whose change has just been received by the server. */
const copy = {
  ...newCopy({ station_id: 5, place: 'PV005' }, { text: 'nuovo', photos: [] }),
  ...{ confirmed: { text: 'nuovo', photos: [] }, state: 'queued' as const, begun: true, at: Date.now(), rev: 1 },
}
const key = laneOfCopy(noteKind, copy)
const row = (text: string, rev: number) => ({
  ...{ id: 1, rev, uuid: copy.uuid, station_id: 5, text, photos: [], noted_at: copy.noted_at, updated_at: copy.noted_at },
  ...{ created_by: 61, author: 'Nadia', field_revs: {}, last_save: { name: 'Nadia', agent: null } },
})
const answers: ((text: string, headers?: Record<string, string>) => void)[] = []
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const shown = () => renderHook(() => useEntries(noteKind, 5), { wrapper })
const texts = ({ entries }: ReturnType<typeof useEntries>) =>
  entries?.map(({ copy: here, row: there }) => here?.confirmed?.text ?? (there as { text?: string } | undefined)?.text)
const answer = async (text: string, headers: Record<string, string> = {}) => {
  await waitFor(() => expect(answers).not.toHaveLength(0))
  await act(async () => answers.shift()!(text, headers))
}
let received = 0

beforeAll(() => session.set({ user: { id: 61, name: 'Nadia', scope: ['inspection'], permissions: [] } as never, stamp: 's' }))
afterAll(() => session.set({ user: null }))
beforeEach(async () => {
  vi.stubGlobal(
    'fetch',
    (url: string) =>
      new Promise((resolve) => {
        if (!url.endsWith('/notes')) return
        answers.push((text, headers) => resolve(Response.json({ data: [row(text, 1)] }, { headers })))
      }),
  )
  await outbox().saveDraft({ key, data: copy as unknown as Json, revision: 0 })
  const list = outbox().list.bind(outbox())
  vi.spyOn(outbox(), 'list').mockImplementation(async () => [
    ...(await list()),
    ...(received
      ? [{ lane: key, entity: copy.uuid, label: 'Modifica: x', state: 'sent', seq: 1, receipt: { status: 200, at: received } } as never]
      : []),
  ])
})
afterEach(async () => {
  answers.splice(0)
  received = 0
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const held = await outbox().loadDraft(key)
  if (held) await outbox().discardDraft(key, held.revision)
})

test('a list asked for before the server received what is written here does not hide it, however late it arrives', async () => {
  const { result, unmount } = shown()
  await waitFor(() => expect(answers).toHaveLength(1))
  received = Date.now() + 1
  await outbox().saveDraft({ key, data: copy as unknown as Json, revision: 1 })
  await waitFor(() => expect(Date.now()).toBeGreaterThan(received))
  await answer('vecchio')
  await waitFor(() => expect(texts(result.current)).toEqual(['nuovo']))
  expect(await outbox().loadDraft(key)).toBeDefined()
  unmount()
})
test('one asked for afterwards takes its place, unless it is a copy shown for want of an answer', async () => {
  received = Date.now() - 60_000
  const { result, unmount } = shown()
  await answer('vecchio', { 'x-kept-at': new Date().toISOString() })
  await waitFor(() => expect(texts(result.current)).toEqual(['nuovo']))
  await act(async () => result.current.again())
  await answer('nuovo, dal server')
  await waitFor(() => expect(texts(result.current)).toEqual(['nuovo, dal server']))
  await waitFor(async () => expect(await outbox().loadDraft(key)).toBeUndefined())
  unmount()
})
test('what an earlier visit read is asked for again at once, however young, and hides nothing meanwhile', async () => {
  received = Date.now() - 60_000
  queryClient.setQueryData(query(noteKind.contract.list, { id: 5 }).queryKey, [row('vecchio', 1)] as never)
  const clientState = dehydrate(queryClient, { shouldDehydrateQuery: () => true })
  queryClient.clear()
  localStorage.setItem(`${KEPT_READS}61`, JSON.stringify({ buster: '3', timestamp: Date.now(), clientState }))
  await watchPersistence()
  const { result, unmount } = shown()
  await waitFor(() => expect(texts(result.current)).toEqual(['nuovo']))
  await answer('nuovo, dal server')
  await waitFor(() => expect(texts(result.current)).toEqual(['nuovo, dal server']))
  unmount()
})
