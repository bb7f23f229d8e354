import { ticketSend } from '../../../src/contract/tickets/default-mails.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { known } from '../known.ts'

export default known(ticketSend, {
  send: {
    call: 'POST /support/ticket/send',
    status: 200,
    policy: 'tickets.agent',
    write: async (scene) => {
      const { y, n } = await openedBy(scene, scene.ivan)
      const body = { id_year: y, id_number: n, emails: 'ditta@example.it', subject: 'Ticket {{numero}}', message: 'Salve' }
      return () => scene.admin.post('/support/ticket/send', body, scene.headers)
    },
    leaves: 'send, ticket-send, named',
  },
})
