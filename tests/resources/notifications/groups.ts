import { notificationGroups } from '../../../src/contract/notifications/groups.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(notificationGroups, {
  path: '/support/notification-groups',
  table: 'notification_groups',
  model: 'notification_group',
  entity: 'notification-groups',
  read: 'tickets.config',
  write: 'tickets.config',
  get: true,
  more: {
    names: { call: 'GET /support/notification-groups/lst', policy: 'lookup.groups', scope: settings },
    available: { call: 'GET /support/notification-groups/available-users', policy: 'tickets.config' },
  },
  filters: { active: (row) => row.active },
  other: { name: 'Autolavaggio', active: false },
  leavesToo: { create: 'notification_group updated' },
  toldBy: { notification_group_users: ({ group_id }) => [`notification_group ${group_id}`] },
  writer: 'sup.ticket',
  stranger: 'rete',
  body: { name: 'Officina', description: null, emails: 'a@example.it;b@example.it', channels: ['mail'], users: [1] },
  change: { events: ['ticket_created', 'ticket_late'] },
  refused: {
    name: ['', 'Il campo Nome è obbligatorio.'],
    emails: [
      'a@example.it, b@example.it',
      'Il campo Email aggiuntive deve contenere gli indirizzi email delimitati da ";", tranne l\'ultimo indirizzo e non contenere spazi.',
    ],
    events: ['boh', 'Il formato del campo Eventi non è valido.'],
  },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  screens: [{ name: 'group form', path: '/tickets/gruppi-di-notifica?modulo=1' }],
})
