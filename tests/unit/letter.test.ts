// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test, vi } from 'vitest'
import { validate } from '../../server/lib/core/input.ts'
import type { Problem } from '../../server/lib/core/problem.ts'
import { auth } from '../../src/contract/kernel/auth.ts'
import { stations } from '../../src/contract/stations/stations.ts'
import { call } from '../../src/lib/api.ts'

test.each([
  [{ page: '0' }, { page: 'Parametro page: il valore minimo è 1.' }],
  [{ per_page: '7' }, { per_page: 'Parametro per_page: la dimensione di pagina non è ammessa.' }],
  [{ fuel_id: 'x' }, { 'fuel_id.0': 'Parametro fuel_id: il filtro deve contenere numeri interi.' }],
  [{ owned: 'forse' }, { owned: 'Parametro owned: il filtro ammette solo sì o no.' }],
])('a query refused names its field: %j', (query, error) => {
  const refused = (() => {
    try {
      return validate(stations.list, { path: {}, query, body: {} })
    } catch (problem) {
      return (problem as Problem).fields
    }
  })()
  expect(refused).toEqual(error)
})

test.each([
  [200, { message: 'Fatto.' }],
  [301, undefined],
  [302, undefined],
])('a forgotten password is taken care of where the answer is %d', async (status, answer) => {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response(answer ? JSON.stringify(answer) : null, { status }))
  vi.stubGlobal('fetch', asked)
  expect(await call(auth.forgot, { email: 'a@example.it' })).toEqual(answer)
  // A browser that followed it would ask for a page that is none of ours.
  expect(asked.mock.calls[0]![1].redirect).toBe('manual')
})
