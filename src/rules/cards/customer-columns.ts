import type { customers } from '../../contract/cards/customers.ts'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { romeMoment } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'

export type CustomerRow = Output<typeof customers.list>['data'][number]
/** A customer that the host has refused says so; one it has never heard of says nothing. */
export const syncWords = ({ synced_at, sync_error }: Pick<CustomerRow, 'synced_at' | 'sync_error'>) =>
  sync_error ? `Errore: ${sync_error}` : synced_at ? romeMoment(synced_at) : ''
/** The columns of the list of customers, on screen and in exported files. */
export const customerColumns = {
  Codice: { text: ({ code }) => String(code) },
  Denominazione: { text: ({ denomination }) => denomination, wide: true },
  'P.IVA/CF': { text: ({ piva, fiscalCode }) => piva ?? fiscalCode ?? '' },
  Città: { text: ({ city, province }) => `${city} (${province})` },
  Tessere: {
    text: ({ cards_active, cards_count }) =>
      cards_count ? `${cards_active} ${cards_active === 1 ? 'attiva' : 'attive'} su ${cards_count}` : '',
  },
  Stato: { text: ({ active }) => (active ? 'Attivo' : 'Disattivato') },
  Portale: { text: ({ username, portal_enabled }) => (username ? (portal_enabled ? 'Attivo' : 'Sospeso') : '') },
  Sincronizzato: { text: syncWords },
} satisfies Record<string, SheetColumn<CustomerRow>>
