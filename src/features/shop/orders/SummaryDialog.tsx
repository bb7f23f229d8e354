import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ecommerceOrders, type OrderStatus, orderStatuses } from '../../../contract/shop/orders.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import type { ListSearch } from '../../../crud/list/list-search.ts'
import { periodProblem } from '../../../rules/shared/italian.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** "Riepilogo PDF": what is to be taken from the store for the orders of a period in some states; it starts with the filters of the list. */
export function SummaryDialog({ search, onClose }: { search: ListSearch<typeof ecommerceOrders.list>; onClose: () => void }) {
  const [from, setFrom] = useState<string | null>(search.from ?? null)
  const [to, setTo] = useState<string | null>(search.to ?? null)
  const [status, setStatus] = useState<OrderStatus[]>(search.status?.length ? [...search.status] : ['confirmed', 'processing'])
  const input = {
    ...(from && { from }),
    ...(to && { to }),
    status,
    ...(search.station_id && { station_id: search.station_id.map(String) }),
  }
  return (
    <Dialog opened onClose={onClose} title="Riepilogo ordini">
      <Stack>
        <Group grow align="flex-start">
          <DateField label="Dal" value={from} onChange={setFrom} />
          <DateField label="Al" value={to} onChange={setTo} error={periodProblem(from, to)} />
        </Group>
        <Checkbox.Group label="Stati" value={status} onChange={(next) => setStatus(next as OrderStatus[])}>
          <Stack gap={4} mt="xs">
            {Object.entries(orderStatuses).map(([value, label]) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
          <DownloadButton source={ecommerceOrders.summary} input={input}>
            Scarica PDF
          </DownloadButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
