import { randomUUID } from 'node:crypto'
import { savedViews } from '../../../src/contract/kernel/saved-views.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'
import { plainWrites } from '../writes.ts'

const writes = plainWrites({
  ...{ path: '/saved-views', entity: 'saved_views', model: 'saved_view' },
  body: () => ({ key: randomUUID(), screen: 'banks.list', name: 'Le mie' }),
  change: { name: 'Le nostre', standard: true },
})

export default known(
  savedViews,
  {
    create: {
      call: 'POST /saved-views',
      policy: 'auth',
      scope: ownRecord,
      ...writes.create,
    },
    update: {
      call: 'PUT /saved-views/{id}',
      policy: 'auth',
      scope: ownRecord,
      revised: true,
      ...writes.update,
    },
    remove: {
      call: 'DELETE /saved-views/{id}',
      policy: 'auth',
      scope: ownRecord,
      ...writes.remove,
    },
    list: { call: 'GET /saved-views', policy: 'auth', scope: ownRecord },
    get: { call: 'GET /saved-views/links/{key}', policy: 'auth', scope: 'what to look for, not what is found' },
  },
  {
    history: { saved_view: 'saved_views' },
    // A view that is replaced as the usual one tells nothing else.
    toldBy: { saved_views: ({ id, standard }) => (standard ? [`saved_view ${id}`] : []) },
    screens: [
      {
        name: 'views of a list',
        path: '/servizi',
        act: async (page) => {
          await page.getByRole('button', { name: 'Viste' }).click()
          await page.getByRole('button', { name: 'Salva vista' }).waitFor()
        },
      },
    ],
  },
)
