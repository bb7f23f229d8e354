import { bulk } from '../../../src/contract/kernel/bulk.ts'
import { known } from '../known.ts'

export default known(bulk, {
  start: {
    call: 'POST /bulk',
    policy: 'auth',
    scope: {
      async check({ caller }, { own, foreign }) {
        const ids = [own.inspection, foreign.inspection]
        const { status } = await caller.post('/bulk', { list: 'inspections.list', action: 'remove', ids })
        return status !== 403 && `${status}: deletes verifiche that are not the person's own`
      },
    },
    write: async ({ admin, headers }) => {
      return () => admin.post('/bulk', { list: 'banks.list', action: 'remove', all: true }, headers)
    },
    leaves: 'comando, jobs, named',
  },
  preview: {
    call: 'POST /bulk/preview',
    status: 200,
    policy: 'auth',
    scope: 'figures of the rows that the list shows its reader',
    unlogged: true,
    write: 'writes nothing: tests/api/cards/accounts-and-logs.test.ts',
  },
})
