import { periodicities } from '../../../contract/expirations/words.ts'
import { obligationCategories, obligations } from '../../../contract/people/obligations.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { IconListCheck as icon } from '../../../ui/icons.tsx'

const words = { title: 'Obblighi', fresh: 'Nuovo obbligo', thing: "l'obbligo", none: 'Nessun obbligo.', icon } as const

/** The catalogue of obligations, in an order of its own. */
export const Catalogue = () => (
  <CrudList
    resource={obligations}
    words={words}
    context={{}}
    columns={{
      Obbligo: { show: (one) => one.name, sort: 'name', wide: true },
      Categoria: { show: (one) => obligationCategories[one.category], sort: 'category', width: 9 },
      Periodicità: { show: (one) => periodicities[one.periodicity], sort: 'periodicity', width: 9 },
      'Documento obbligatorio': { show: (one) => (one.document_required ? 'Sì' : 'No'), spare: 1 },
      'N. gestioni': { show: (one) => one.managements_count, sort: 'managements_count', numeric: true },
      Attivo: { show: (one) => (one.active ? 'Sì' : 'No'), width: 5 },
    }}
  />
)
