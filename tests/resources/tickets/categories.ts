import { ticketCategories } from '../../../src/contract/tickets/categories.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(ticketCategories, {
  path: '/support/t/category',
  table: 'ticket_categories',
  model: 'ticket_category',
  entity: 'ticket-categories',
  read: 'tickets.open',
  write: 'tickets.config',
  scope: settings,
  get: true,
  reorder: true,
  filters: { active: (row) => row.active },
  other: { name: 'Piscina', active: false },
  writer: 'sup.ticket',
  stranger: 'ispettore',
  body: { name: 'Giardino', default_priority: 1, sla_hours: 120, color: '#00aa00', position: 3, requires_station: true, active: true },
  change: { sla_hours: 96 },
  refused: {
    name: ['', 'Il campo Nome è obbligatorio.'],
    color: ['verde', 'Il colore deve essere nella forma #rrggbb.'],
    default_priority: [5, 'Il campo Priorità deve essere minore o uguale a 4.'],
  },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  page: {
    path: '/tickets/categorie',
    title: 'Nuova categoria',
    created: 'Categoria creata',
    deleted: 'Categoria eliminata',
    type: { Nome: 'Giardino' },
  },
})
