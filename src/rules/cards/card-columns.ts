import type { CardRow } from '../../contract/cards/cards.ts'
import { cardStatuses, cardTypes } from '../../contract/cards/words.ts'
import { italianDay } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { syncWords } from './customer-columns.ts'

/** The columns of the list of cards, on screen and in exported files. Numbers are masked in both. */
export const cardColumns = {
  Numero: { text: ({ number }) => number },
  Tipo: { text: ({ type }) => cardTypes[type] },
  Cliente: { text: ({ customer }) => `${customer.code} ${customer.name}`, wide: true },
  Targa: { text: ({ plate }) => plate ?? '' },
  Intestatario: { text: ({ holder }) => holder ?? '' },
  Stato: { text: ({ status }) => cardStatuses[status] },
  Scadenza: { text: ({ expires_at }) => italianDay(expires_at) },
  Sincronizzata: { text: syncWords },
} satisfies Record<string, SheetColumn<CardRow>>
