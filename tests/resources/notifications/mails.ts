import { mails } from '../../../src/contract/notifications/mails.ts'
import { known } from '../known.ts'

export default known(
  mails,
  {
    list: { call: 'GET /mails', policy: 'super' },
    release: {
      call: 'POST /mails/release',
      status: 200,
      policy: 'super',
      write: 'one change, of the settings: tests/api/core/queue.test.ts',
      testedIn: 'tests/screens/notifications/mails.test.tsx',
    },
    retry: {
      call: 'POST /mails/{id}/retry',
      status: 200,
      policy: 'super',
      write: 'one change, of the queue: tests/api/notifications/mails.test.ts',
    },
  },
  { screens: [{ name: 'what is sent', path: '/impostazioni?scheda=invii' }] },
)
