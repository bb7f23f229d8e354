import { competitors } from '../../contract/prices/competitors.ts'
import { priceModes, priceSources } from '../../contract/stations/stations.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const priceHistory = {
  competitor: { name: 'Concorrente', update: competitors.update },
  price: {
    name: 'Prezzo',
    labels: { price: 'Prezzo', mode: 'Modalità', valid_from: 'Valido dal', source: 'Origine' },
    words: { mode: priceModes, source: priceSources },
    about: ['fuel_id', 'mode'],
    decimals: { price: 3 },
  },
} satisfies ModelHistories
