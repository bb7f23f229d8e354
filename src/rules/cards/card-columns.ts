import type { CardRow } from '../../contract/cards/cards.ts'
import { cardStatuses, cardTypes } from '../../contract/cards/words.ts'
import { italianDay } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { syncWords } from './customer-columns.ts'

/** The columns of the list's export that are named otherwise in an import: the export is an import as it is. */
export const exportedColumns = {
  Numero: { number: (text: string) => text },
  Cliente: { customer_code: (text: string) => /^C?(\d+)\b/i.exec(text)?.[1] ?? text },
  Sincronizzata: {},
}
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
