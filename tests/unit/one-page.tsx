import '../../src/contract/kernel/valibot-it.ts'
// Fetched when first wanted; here they are there.
import '../../src/crud/form/CrudDialog.tsx'
import '../../src/crud/list/RowMenuOpened.tsx'
import '../../src/ui/ConfirmDialog.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { RoleName } from '../../src/contract/kernel/roles.ts'
import { queryString, readQuery } from '../../src/lib/payload.ts'
import { queryClient } from '../../src/lib/query.ts'
import { session } from '../../src/lib/session.ts'
import { ConfirmProvider } from '../../src/ui/confirm.tsx'
import { renderUi } from '../render.tsx'

window.scrollTo = () => {}
interface Asked {
  call: string
  body: any
  headers: Record<string, string>
}
/** Answers by call (`PUT /things/1`): the data, or a whole response. */
export type Answers = Record<string, (asked: Asked) => unknown>

/** The page of a list, `/cose`, and of its records, `/cose/1`, for somebody of this role, over a server that the test makes up. */
export async function onePage(page: () => ReactNode, { as = 'accounting' as RoleName, at = '/cose', answers = {} as Answers } = {}) {
  queryClient.clear()
  session.set({
    user: { id: 7, name: 'Anna', email: '', scope: [as], permissions: [], all_stations: false, demo: true },
    stamp: 's',
  })
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    // A failing request means that no server is there.
    if (address.endsWith('/health')) throw new TypeError('Failed to fetch')
    const [url] = address.replace('/api/v1', '').split('?')
    const headers = init.headers as Record<string, string>
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const one = { call: `${init.method} ${address.replace('/api/v1', '')}`, body, headers }
    asked.push(one)
    const answer = answers[`${init.method} ${url}`]
    if (!answer) return Response.json({ error: 'Errore di prova' }, { status: 500 })
    const given = await answer(one)
    return given instanceof Response
      ? given
      : Response.json({ data: given }, { status: init.method === 'POST' ? 201 : 200, headers: { 'x-request-id': 'r' } })
  })
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/cose/{-$id}', component: page })])
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree, history, parseSearch: readQuery, stringifySearch: queryString })
  const shown = renderUi(
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <RouterProvider router={router as any} />
      </ConfirmProvider>
    </QueryClientProvider>,
  )
  await act(() => router.load())
  const calls = () => asked.map(({ call }) => call)
  return {
    ...shown,
    router,
    asked,
    answers,
    calls,
    /** The writes only. */
    writes: () => asked.filter(({ call }) => !call.startsWith('GET')),
    address: () => router.state.location.href,
    open: (address: string) => act(async () => void (await router.navigate({ href: address } as any))),
    back: () => act(async () => router.history.back()),
  }
}
