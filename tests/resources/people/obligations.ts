import { obligations } from '../../../src/contract/people/obligations.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(obligations, {
  path: '/obligations',
  table: 'obligations',
  model: 'obligation',
  read: 'mgmt.read',
  write: 'obl.write',
  scope: settings,
  reorder: true,
  writer: 'admin',
  stranger: 'helpdesk',
  body: {
    ...{ name: 'Pulizia delle caditoie', category: 'ambiente', periodicity: 'annual', position: 7, active: true },
    ...{ document_required: true, gas: false },
  },
  change: { category: 'sicurezza' },
  refused: { name: ['', 'Il campo Obbligo è obbligatorio.'], category: ['boh', 'Il valore del campo Categoria non è ammesso.'] },
  twice: { name: 'Il valore del campo Obbligo è già presente.' },
})
