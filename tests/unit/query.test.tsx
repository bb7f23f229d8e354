// @vitest-environment jsdom
import '../setup-dom.ts'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { del, get, list, put, resource } from '../../src/contract/kernel/endpoint.ts'
import { ApiError, NOT_SIGNED_IN } from '../../src/lib/api-error.ts'
import { forgetNotices, notices } from '../../src/lib/notify.ts'
import { connection } from '../../src/lib/online.ts'
import { query, queryClient, useSend } from '../../src/lib/query.ts'
import { session } from '../../src/lib/session.ts'

const Thing = v.object({ id: v.number(), name: v.string() })
const things = resource('things' as never, {
  list: list('/things', { output: Thing, policy: 'guest' }),
  get: get('/things/{id}', { output: Thing, policy: 'guest', kept: { place: 'cache' } }),
  update: put('/things/{id}', {
    body: v.object({ name: v.string() }),
    output: Thing,
    policy: 'guest',
    ok: 'Cosa modificata',
    touches: ['places'],
  }),
  remove: del('/things/{id}', { policy: 'guest' }),
  parts: list('/things/{id}/parts', { output: Thing, policy: 'guest' }),
  removePart: del('/things/{id}/parts/{part}', { params: v.object({ id: v.number(), part: v.number() }), policy: 'guest' }),
  mute: put('/things/{id}/mute', { body: v.object({}), output: Thing, policy: 'guest' }),
})
let answer: () => Response | Promise<Response>
vi.stubGlobal('fetch', async () => answer())
const json = (data: unknown, status = 200) => new Response(JSON.stringify(data), { status, headers: { 'x-request-id': 'r' } })
const refuse = (status: number, body: object = { error: 'No.' }) => {
  answer = () => json(body, status)
}
const inside = {
  wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
}
const said = () => notices.get().map(({ content, color }) => `${color}: ${content}`)

beforeEach(() => {
  session.set({ user: null })
  answer = () => json({ data: { id: 1, name: 'a' } })
})
afterEach(() => {
  queryClient.clear()
  forgetNotices()
  vi.useRealTimers()
})

test('what may stay on the device is marked, and only that', () => {
  expect(query(things.get, { id: 1 }).meta).toEqual({ path: '/things/{id}', kept: { place: 'cache' }, policy: 'guest' })
  expect(query(things.list, {}).meta).toEqual({ path: '/things' })
  expect(query(things.get, { id: 1 }).queryKey).toEqual(['things', 'things.get', { id: 1 }])
})

/** A page that shows the read, until it has failed. */
async function watching(work: () => void, id = 1) {
  work()
  const shown = renderHook(() => useQuery(query(things.get, { id })), inside)
  await vi.waitFor(() => expect(shown.result.current.isError).toBe(true), 10_000)
  shown.unmount()
}
test('a read that fails under the eyes of somebody is told, once while its notice stands, however many fail alike', async () => {
  await watching(() => refuse(500))
  expect(said()).toEqual(['error: No.'])
  await watching(() => refuse(500), 2)
  expect(said()).toEqual(['error: No.'])
  await watching(() => refuse(500, { error: 'Altro.' }), 3)
  expect(said()).toEqual(['error: Altro.', 'error: No.'])
  const then = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => then + 10_001)
  await watching(() => refuse(500), 4)
  expect(said()).toEqual(['error: No.', 'error: Altro.', 'error: No.'])
  clock.mockRestore()
})
test('what nobody looks at, a session that is over, and what is not there have no notice', async () => {
  refuse(500)
  await expect(queryClient.fetchQuery(query(things.get, { id: 1 }))).rejects.toThrow('No.')
  for (const [id, status] of [401, 404].entries()) await watching(() => refuse(status), id + 2)
  const fails = async (id: number, error: Error) => {
    const shown = renderHook(
      () => useQuery<unknown, any>({ queryKey: ['things', id], queryFn: () => Promise.reject(error), retry: false }),
      inside,
    )
    await vi.waitFor(() => expect(shown.result.current.isError).toBe(true), 10_000)
    shown.unmount()
  }
  await fails(5, new ApiError(0, 'Senza rete', { code: NOT_SIGNED_IN }))
  await fails(6, new ApiError(100, 'Richiesta annullata'))
  await fails(7, new TypeError('x is undefined'))
  expect(said()).toEqual([])
  await fails(8, new ApiError(0, 'Connessione non disponibile.'))
  expect(said()).toEqual(['error: Connessione non disponibile.'])
})
test('that there is no connection is taken off the screen once a call succeeds again', async () => {
  const hidden = vi.spyOn(notifications, 'hide')
  const { result } = renderHook(() => useSend(things.update), inside)
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(result.current.mutateAsync({ id: 1, name: 'b' } as never)).rejects.toThrow(/^Connessione non disponibile/)
  const [told] = notices.get()
  answer = () => json({ data: { id: 1, name: 'b' } })
  await result.current.mutateAsync({ id: 1, name: 'b' } as never)
  await vi.waitFor(() => expect(hidden).toHaveBeenCalledWith(told!.id), 20_000)
  connection.set('online')
})
test('that there is no network is not told again where data of before is shown, or once it is known', async () => {
  const unreached = () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
  }
  queryClient.setQueryData(query(things.get, { id: 1 }).queryKey, { id: 1, name: 'a' }, { updatedAt: 1 })
  await watching(unreached)
  connection.set('unreachable')
  await watching(unreached, 2)
  expect(said()).toEqual([])
  connection.set('online')
  // The server's own refusal is told, whatever is shown.
  queryClient.setQueryData(query(things.get, { id: 3 }).queryKey, { id: 3, name: 'a' }, { updatedAt: 1 })
  await watching(() => refuse(500), 3)
  expect(said()).toEqual(['error: No.'])
})
test('a write says what it has done, shows it at once in the lists, and makes stale what it touches and nothing else', async () => {
  const page = { data: [{ id: 1, name: 'vecchio' }], total: 1, current_page: 1, last_page: 1, per_page: 15 }
  queryClient.setQueryData(query(things.list, {}).queryKey, page as any)
  for (const other of ['places', 'others']) queryClient.setQueryData([other, 1], 1)
  const { result } = renderHook(() => useSend(things.update), inside)
  answer = () => json({ data: { id: 1, name: 'nuovo' } })
  await result.current.mutateAsync({ id: 1, name: 'nuovo' })
  expect(said()).toEqual(['success: Cosa modificata'])
  expect(queryClient.getQueryData<any>(query(things.list, {}).queryKey).data).toEqual([{ id: 1, name: 'nuovo' }])
  const stale = (key: readonly unknown[]) => queryClient.getQueryState(key)!.isInvalidated
  expect([stale(query(things.list, {}).queryKey), stale(['places', 1]), stale(['others', 1])]).toEqual([true, true, false])
})
test('a second press while the same is on its way sends nothing; another input does, and the same again once it is over', async () => {
  const { result } = renderHook(() => useSend(things.update), inside)
  let sent = 0
  answer = () => {
    sent++
    return json({ data: { id: 1, name: 'nuovo' } })
  }
  const over = vi.fn()
  result.current.mutate({ id: 1, name: 'nuovo' }, { onSuccess: over })
  result.current.mutate({ id: 1, name: 'nuovo' }, { onSuccess: () => expect.unreachable() })
  await waitFor(() => expect(over).toHaveBeenCalledOnce())
  expect([sent, said()]).toEqual([1, ['success: Cosa modificata']])
  result.current.mutate({ id: 1, name: 'nuovo' })
  result.current.mutate({ id: 1, name: 'altro' })
  await waitFor(() => expect(sent).toBe(3))
})
test('after a deletion everything is read again but the record that is gone and what belongs to it', async () => {
  const reads = [query(things.list, {}), ...[1, 2].flatMap((id) => [query(things.get, { id }), query(things.parts, { id })])]
  const stale = () => reads.map(({ queryKey }) => queryClient.getQueryState(queryKey)!.isInvalidated)
  for (const { queryKey, meta } of reads)
    await queryClient.fetchQuery({ queryKey, meta: meta!, queryFn: () => ({ id: (queryKey[2] as { id?: number }).id, data: [] }) } as any)
  answer = () => new Response(null, { status: 204 })
  const part = renderHook(() => useSend(things.removePart), inside)
  await part.result.current.mutateAsync({ id: 2, part: 7 })
  expect(stale()).toEqual([true, true, true, true, true])
  for (const { queryKey } of reads) queryClient.setQueryData(queryKey, (data: any) => ({ ...data }))
  expect(stale()).toEqual([false, false, false, false, false])
  const { result } = renderHook(() => useSend(things.remove), inside)
  await result.current.mutateAsync({ id: 1 })
  expect(stale()).toEqual([true, false, false, true, true])
})
test('one without words says nothing; what no endpoint sends is nobody’s', async () => {
  const { result } = renderHook(() => useSend(things.mute), inside)
  await result.current.mutateAsync({ id: 1 })
  await queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: async () => 1 })
    .execute(undefined)
  expect(said()).toEqual([])
})
test('a refused write is told, but for what has an answer of its own', async () => {
  const { result } = renderHook(() => useSend(things.update), inside)
  const fails = async (status: number) => {
    refuse(status)
    await result.current.mutateAsync({ id: 1, name: 'x' }).catch(() => undefined)
  }
  const list = query(things.list, {}).queryKey
  const page = { data: [{ id: 1, name: 'vecchio' }], total: 1, current_page: 1, last_page: 1, per_page: 15 }
  queryClient.setQueryData(list, page as any)
  await fails(401)
  expect(said()).toEqual([])
  await fails(404)
  await fails(422)
  const twice = ['error: No.', 'error: No.']
  expect(said()).toEqual(twice)
  expect(queryClient.getQueryState(list), 'the list stays as it was').toMatchObject({ data: page, isInvalidated: false })
  const send = (error: Error, quiet?: (error: ApiError) => boolean) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => Promise.reject(error), meta: { ...(quiet && { quiet }) } })
      .execute(undefined)
      .catch(() => undefined)
  await send(new ApiError(100, 'Richiesta annullata'))
  await send(new TypeError('x is undefined'))
  await send(new ApiError(409, 'Cambiato.'), ({ status }) => status === 409)
  expect(said()).toEqual(twice)
  await send(new ApiError(422, 'Male.'), ({ status }) => status === 409)
  expect(said()).toEqual(['error: Male.', ...twice])
})
