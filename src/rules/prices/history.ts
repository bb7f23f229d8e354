import { competitors } from '../../contract/prices/competitors.ts'
import { priceModes, priceSources } from '../../contract/stations/stations.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** What of this area has a history, and how it is told. */
export const priceHistory = {
  competitor: { name: 'Concorrente', update: competitors.update },
  price: {
    name: 'Prezzo',
    labels: { price: 'Prezzo', mode: 'Modalità', valid_from: 'Valido dal', source: 'Origine' },
    words: { mode: priceModes, source: priceSources },
  },
} satisfies ModelHistories
