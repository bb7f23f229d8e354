import { clientErrors } from '../../../src/contract/overview/client-errors.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'

export default known(clientErrors, {
  report: {
    call: 'POST /client-errors',
    policy: 'auth',
    scope: ownRecord,
    write: async ({ ivan, headers }) => {
      const told = { kind: 'download', message: 'banks.file: 404', page: '/stazioni/banche', app_version: 'v1' }
      return () => ivan.post('/client-errors', told, headers)
    },
    leaves: 'creazione, client-errors, named',
  },
  list: { call: 'GET /client-errors', policy: 'super' },
})
