import { expect, test } from 'vitest'
import { ERROR_REPORTS, errorKinds } from '../../../src/contract/kernel/constants.ts'
import { calls, label } from '../support/calls.ts'
import { inWorld } from '../support/world.ts'

/** Every list of its own address that can be searched, with something in it: which words find nothing, by either name of the parameter. */
test('a list is searched by "search" and by "query", and an order it does not know is refused', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const ivan = await as('ispettore')
    await ivan.post('/devices/report', {
      ...{ uuid: crypto.randomUUID(), app_version: 'v1', unsent: 0, oldest_age_s: 60, persistent: true, usage: null, quota: null },
    })
    await ivan.post(ERROR_REPORTS, { kind: errorKinds[0], message: 'rotto', stack: null, page: '/banche', app_version: 'v1' })
    await admin.post('/banks', { name: 'Banca di Prova', note: '', cards: [] })
    const lists = calls.filter(({ method, envelope, path, query }) => {
      const { search, query: other } = query?.entries ?? {}
      return method === 'GET' && envelope === 'page' && !path.includes('{') && search && other
    })
    expect(lists.length).toBeGreaterThan(8)
    const searched: string[] = []
    for (const call of lists) {
      const ask = async (text: string) => (await admin.get(`${call.path}?per_page=10${text}`)).body
      const { total, data } = (await ask('')).data
      if (!total) continue
      searched.push(label(call))
      expect(data.length, label(call)).toBeGreaterThan(0)
      for (const name of ['search', 'query']) expect((await ask(`&${name}=zzqqzz`)).data.total, `${label(call)} ${name}`).toBe(0)
      expect((await ask('&search=&query=zzqqzz')).data.total, `${label(call)}, "search" first`).toBe(total)
      expect((await ask('&sort=zzqqzz')).error, label(call)).toEqual({ sort: 'Ordinamento non valido.' })
    }
    expect(searched).toEqual(
      expect.arrayContaining(['GET /banks', 'GET /devices', 'GET /activity', 'GET /models/history', 'GET /stations']),
    )
  }))
