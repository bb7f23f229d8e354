import { type OrderRow, orderStatuses } from '../../contract/shop/orders.ts'
import { romeMoment } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { formatAmount } from './order-rows.ts'

export const stationOf = ({ station }: Pick<OrderRow, 'station'>) => `${station.code} ${station.name}`
/** Said of an order beside its state. */
export const DIFFERS = 'Con differenze'
/** The columns of the list of orders, on screen and in exported files. */
export const orderColumns = {
  Numero: { text: ({ number }) => number },
  Data: { text: ({ created_at }) => romeMoment(created_at) },
  'Punto vendita': { text: stationOf, wide: true },
  Richiedente: { text: ({ user }) => user },
  Righe: { text: ({ rows_count }) => String(rows_count), numeric: true },
  Totale: { text: ({ total }) => formatAmount(total), numeric: true },
  Stato: { text: ({ status, differs }) => (differs ? `${orderStatuses[status]}, ${DIFFERS.toLowerCase()}` : orderStatuses[status]) },
} satisfies Record<string, SheetColumn<OrderRow>>
