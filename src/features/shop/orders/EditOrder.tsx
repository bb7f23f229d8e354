import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ecommerceOrders, type Order } from '../../../contract/shop/orders.ts'
import { ecommerceProducts } from '../../../contract/shop/products.ts'
import { today } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useRefused } from '../../../lib/use-refused.ts'
import { cartLines, cartTotals, wantedProblem } from '../../../rules/shop/cart.ts'
import { formatEuro } from '../../../rules/shop/order-rows.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CartLines } from '../catalogue/CartLines.tsx'

/** Changes the quantities, note and wanted day of a new order. */
export function EditOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { data: products = [] } = useQuery(query(ecommerceProducts.ofStation, { stationId: order.station_id }))
  const [rows, setRows] = useState(order.rows.map(({ product_id, quantity, price }) => ({ product_id, quantity, price })))
  const [note, setNote] = useState(order.note ?? '')
  const [wanted_at, setWanted] = useState(order.wanted_at)
  const send = useSend(ecommerceOrders.update)
  const { refused, enter } = useRefused(send.error)
  const lines = cartLines({ rows }, products, refused)
  // A day that the order had already may pass.
  const past = wanted_at === order.wanted_at ? undefined : wantedProblem(wanted_at, today())
  const names = Object.fromEntries(order.rows.map(({ product_id, name }) => [product_id, name]))
  const save = () =>
    send.mutate(
      { id: order.id, rev: order.rev, rows: rows.map(({ product_id, quantity }) => ({ product_id, quantity })), note, wanted_at },
      { onSuccess: onClose },
    )
  return (
    <Dialog opened onClose={onClose} title={`Modifica ordine ${order.number}`} size="lg">
      <Stack>
        <CartLines
          lines={lines}
          names={names}
          onRows={(next) => {
            setRows(next)
            enter(...Object.keys(refused).filter((name) => name.startsWith('rows.')))
          }}
        />
        <DateField
          label="Consegna desiderata"
          min={today()}
          value={wanted_at}
          onChange={(next) => {
            setWanted(next)
            enter('wanted_at')
          }}
          error={past ?? refused.wanted_at}
        />
        <Textarea label="Note" rows={2} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
        <Text fw={600}>Totale con IVA: {formatEuro(cartTotals(lines).total)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={send.isPending} disabled={!rows.length || !!past} onClick={save}>
            Salva
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
