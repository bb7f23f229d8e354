import { fuels } from '../../../src/contract/stations/fuels.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(fuels, {
  path: '/fuels',
  table: 'fuels',
  model: 'fuel',
  read: 'auth',
  write: 'settings.write',
  scope: settings,
  reorder: true,
  more: { suggest: { call: 'GET /suggestions/fuels', policy: 'auth', scope: settings } },
  filters: { active: (row) => row.active },
  facets: ['active'],
  other: { name: 'Metano liquido', code: 'LNG', active: false },
  writer: 'admin',
  stranger: 'contabilita',
  body: { name: 'Idrogeno', code: 'H2', unit: 'kg', color: '#00ffaa', gas: true, premium: false, position: 20, active: true },
  change: { unit: 'l' },
  refused: {
    color: ['verde', 'Il colore deve essere nella forma #rrggbb.'],
    position: [-1, 'Il campo Posizione deve essere maggiore o uguale a 0.'],
  },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  screens: [
    { name: 'fuels', path: '/impostazioni?scheda=carburanti' },
    { name: 'fuel form', path: '/impostazioni?scheda=carburanti&modulo=nuovo' },
  ],
})
