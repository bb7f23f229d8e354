import { Group } from '@mantine/core'
import { coupons } from '../../contract/coupons/coupons.ts'
import { voucherStatuses } from '../../contract/coupons/words.ts'
import { anyOf } from '../../crud/list/filters.tsx'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { count, dayTime, euro } from '../../lib/format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type Order, voucherChip, words } from './order.ts'

/** The vouchers of an order, by the last four characters of their serials. */
export function Vouchers({ order }: { order: Order }) {
  const list = useListState(coupons.vouchers)
  return (
    <>
      <Group mb="sm">
        {(['issued', 'used', 'expired', 'voided'] as const)
          .filter((status) => order.counts[status])
          .map((status) => (
            <StatusChip
              key={status}
              tone={voucherChip({ status }).tone}
              label={`${voucherStatuses[status]}: ${count(order.counts[status])}`}
            />
          ))}
      </Group>
      <PagedTable
        {...list}
        given={{ id: order.id }}
        filters={{ status: anyOf('Stato', voucherStatuses) } as never}
        empty={<EmptyState icon={words.icon} message="Nessun buono." />}
        columns={{
          Codice: { show: (row) => row.serial, width: 11 },
          Taglio: { show: (row) => euro(row.denomination, 2), numeric: true, width: 7 },
          Stato: { show: (row) => <StatusChip {...voucherChip(row)} />, text: (row) => voucherChip(row).label, width: 9.5 },
          'Utilizzato il': { show: (row) => dayTime(row.used_at), width: 9 },
          'Punto vendita': { show: (row) => row.station && `${row.station.code} ${row.station.name}`, spare: 1 },
          'Annullato il': { show: (row) => dayTime(row.voided_at), width: 9, spare: 2 },
        }}
      />
    </>
  )
}
