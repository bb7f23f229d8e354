import { defaultMails } from '../../../src/contract/tickets/default-mails.ts'
import { plain } from '../plain.ts'

export default plain(defaultMails, {
  path: '/support/t/default',
  table: 'default_mails',
  model: 'default_mail',
  entity: 'default-mails',
  read: 'tickets.agent',
  write: 'tickets.config',
  writer: 'sup.ticket',
  stranger: 'helpdesk',
  body: { name: 'Sollecito', event: 'manuale', subject: 'Ticket {{numero}}', body: 'Salve,\n{{ richiedente }}' },
  change: { active: false },
  refused: {
    name: ['', 'Il campo Nome è obbligatorio.'],
    subject: ['{{numero}} {{Numero}}', 'Variabile sconosciuta: Numero.'],
    body: ['Salve {{cliente}}', 'Variabile sconosciuta: cliente.'],
  },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  screens: [{ name: 'mail template form', path: '/tickets/template-messaggi?modulo=1' }],
})
