import { Group } from '@mantine/core'
import { useState } from 'react'
import { coupons } from '../../contract/coupons/coupons.ts'
import { vouchers } from '../../contract/coupons/vouchers.ts'
import { voucherStatuses } from '../../contract/coupons/words.ts'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { TextDialog } from '../../crud/form/TextDialog.tsx'
import type { RowAction } from '../../crud/list/columns.ts'
import { anyOf } from '../../crud/list/filters.tsx'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { count, dayTime, euro } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconX } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type Order, voucherChip, words } from './order.ts'

type Voucher = Output<typeof coupons.vouchers>['data'][number]
/** The vouchers of an order, by the last four characters of their serials; one that was lost or misprinted is voided here. */
export function Vouchers({ order }: { order: Order }) {
  const list = useListState(coupons.vouchers)
  const voids = useCan()(vouchers.void.policy)
  const { mutateAsync } = useSend(vouchers.void)
  const [voiding, setVoiding] = useState<Voucher>()
  const actionsOf = (row: Voucher): RowAction[] =>
    row.status === 'issued' || row.status === 'expired'
      ? [{ label: 'Annulla buono', icon: IconX, danger: true, onSelect: () => setVoiding(row) }]
      : []
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
        {...(voids && { actions: actionsOf })}
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
      {voiding && (
        <TextDialog
          title="Annulla buono"
          label="Motivo"
          max={500}
          draft={`annulla-buono-${voiding.id}`}
          color="red"
          about={`Il buono ${voiding.serial} da ${euro(voiding.denomination, 2)} non varrà più. L'operazione non può essere annullata.`}
          onSend={(reason) => mutateAsync({ id: voiding.id, reason }).then(() => setVoiding(undefined))}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </>
  )
}
