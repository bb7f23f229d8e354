import { expect, test } from 'vitest'
import { calls, label } from '../support/calls.ts'
import { inWorld } from '../support/world.ts'

/** Lists that are shown nowhere as a table whose heads tell their order. */
const UNTOLD = ['GET /inspection/nc', 'GET /admin/history/{id}/rows']

test('a list that nobody has ordered comes as its contract says, which is what its heads show', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    for (const name of ['Zeta', 'alfa', 'Èrica']) await admin.post('/banks', { name })
    // The data table is by station and within it by its own: its own tests hold that.
    const lists = calls.filter(({ path, envelope, order }) => (envelope === 'page' || order) && !path.startsWith('/data-query'))
    expect(lists.filter(({ order }) => !order).map(label)).toHaveMembers(UNTOLD)
    const inWords = lists.filter(({ order }) => order?.includes(' '))
    expect(inWords.map(label)).toHaveMembers(['GET /cards', 'GET /cash', 'GET /inspection', 'GET /management-obligations'])
    for (const { path, order } of lists) {
      if (!order || order.includes(' ') || path.includes('{')) continue
      const [usual, asked] = [await admin.get(`${path}?per_page=100`), await admin.get(`${path}?per_page=100&sort=${order}`)]
      expect([path, usual.status, asked.status]).toEqual([path, 200, 200])
      const ids = ({ body }: typeof usual) => (body.data.data ?? body.data).map(({ id }: { id: number }) => id)
      expect([path, ids(usual)]).toEqual([path, ids(asked)])
    }
  }))
