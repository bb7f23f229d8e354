import { ecommerceCategories } from '../../../src/contract/shop/categories.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(ecommerceCategories, {
  path: '/ecommerce/category',
  table: 'ecommerce_categories',
  model: 'ecommerce_category',
  entity: 'ecommerce-categories',
  read: 'eco.order',
  write: 'eco.admin',
  scope: settings,
  reorder: true,
  filters: { active: (category) => category.active },
  other: { name: 'Lubrificanti', active: false },
  writer: 'sup.ordini',
  stranger: 'gestore',
  body: { name: 'Ferramenta', position: 3, active: true },
  change: { name: 'Utensili' },
  refused: {
    name: ['', 'Il campo Nome è obbligatorio.'],
    parent_id: [999_999, 'Il valore selezionato per Categoria superiore non esiste.'],
  },
  twice: { name: 'Il valore del campo Nome è già presente.' },
  page: {
    path: '/intracommerce/categoria',
    title: 'Nuova categoria',
    created: 'Categoria creata',
    deleted: 'Categoria eliminata',
    type: { Nome: 'Ferramenta' },
  },
})
