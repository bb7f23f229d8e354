import { services } from '../../../src/contract/stations/services.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(services, {
  path: '/available_services',
  table: 'available_services',
  model: 'available_service',
  read: 'auth',
  write: 'services.write',
  scope: settings,
  reorder: true,
  writer: 'admin',
  stranger: 'rete',
  body: { name: 'Cambio gomme', category: 'persona', position: 7, active: true },
  change: { category: 'auto' },
  refused: { name: ['', 'Il campo Nome è obbligatorio.'], category: ['boh', 'Il valore del campo Categoria non è ammesso.'] },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  page: {
    path: '/servizi',
    title: 'Nuovo servizio',
    created: 'Servizio creato',
    deleted: 'Servizio eliminato',
    type: { Nome: 'Cambio gomme' },
    choose: { Categoria: 'Auto' },
  },
})
