import { mails } from '../../../src/contract/notifications/mails.ts'
import { known } from '../known.ts'

export default known(
  mails,
  {
    list: { call: 'GET /mails', policy: 'super' },
    retry: {
      call: 'POST /mails/{id}/retry',
      status: 200,
      policy: 'super',
      write: 'one change, of the queue: tests/api/notifications/mails.test.ts',
    },
  },
  { screens: [{ name: 'what is sent', path: '/impostazioni?scheda=invii' }] },
)
