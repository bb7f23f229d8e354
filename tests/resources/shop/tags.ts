import { ecommerceTags } from '../../../src/contract/shop/tags.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(ecommerceTags, {
  path: '/ecommerce/tag',
  table: 'ecommerce_tags',
  model: 'ecommerce_tag',
  entity: 'ecommerce-tags',
  read: 'eco.order',
  write: 'eco.admin',
  scope: settings,
  writer: 'sup.ordini',
  stranger: 'gestore',
  body: { name: 'Stagionale', color: '#112233' },
  change: { color: '#aabbcc' },
  refused: { name: ['', 'Il campo Nome è obbligatorio.'], color: ['blu', 'Il colore deve essere nella forma #rrggbb.'] },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  page: {
    path: '/intracommerce/tag',
    title: 'Nuovo tag',
    created: 'Tag creato',
    deleted: 'Tag eliminato',
    type: { Nome: 'Stagionale' },
  },
})
