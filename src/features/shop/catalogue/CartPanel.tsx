import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ecommerceOrders } from '../../../contract/shop/orders.ts'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { isRealDay } from '../../../rules/shared/italian.ts'
import { wantedProblem } from '../../../rules/shop/cart.ts'
import { formatEuro } from '../../../rules/shop/order-rows.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import classes from '../shop.module.css'
import { CartLines } from './CartLines.tsx'
import type { CartState } from './use-cart.ts'
import { usePlaceOrder } from './use-place-order.ts'

interface CartPanelProps {
  station: number
  /** Its name. */
  place: string
  state: CartState
  /** The order waits for the network. */
  onWaits?: () => void
}
/** The cart: what is ordered, when it is wanted, what it costs, and the one button that sends it. */
export function CartPanel({ station, place: name, state, onWaits }: CartPanelProps) {
  const { cart, lines, totals, synced, change } = state
  const { place, sending } = usePlaceOrder(station, name, state, onWaits)
  const confirm = useConfirm()
  /** The cart takes no half a date: what is typed there is not what would be ordered. */
  const [halfDate, setHalfDate] = useState(false)
  const wantedField = useId()
  const past = wantedProblem(cart.wanted_at, today())
  const gone = lines.filter(({ product }) => !product)
  const last = useMutation({
    mutationFn: () => call(ecommerceOrders.last, { stationId: station }),
    onSuccess: (order) => {
      if (!order) return notify.info('Non c’è ancora un ordine da ripetere per questo punto vendita.')
      change({ rows: order.rows.map(({ product_id, quantity, price }) => ({ product_id, quantity, price })) })
    },
  })
  const empty = async () => {
    if (await confirm({ title: 'Svuota carrello', message: 'Togliere tutti gli articoli dal carrello?', confirm: 'Svuota', danger: true }))
      change({ rows: [], note: null, wanted_at: null })
  }
  if (!cart.rows.length)
    return (
      <Stack>
        <Title order={2}>Carrello</Title>
        <Text c="dimmed">Il carrello è vuoto.</Text>
        <Button variant="default" loading={last.isPending} onClick={() => last.mutate()}>
          Ripeti ultimo ordine
        </Button>
      </Stack>
    )
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Carrello</Title>
        <Text size="sm" c="dimmed" role="status">
          {synced ? 'Salvato' : 'Salvato su questo dispositivo'}
        </Text>
      </Group>
      <CartLines lines={lines} onRows={(rows) => change({ rows })} />
      {gone.length > 0 && (
        <Button
          variant="default"
          onClick={() => change({ rows: cart.rows.filter((row) => !gone.some((one) => one.product_id === row.product_id)) })}
        >
          Togli gli articoli non ordinabili
        </Button>
      )}
      <DateField
        id={wantedField}
        label="Consegna desiderata"
        min={today()}
        value={cart.wanted_at ?? null}
        error={halfDate ? undefined : past}
        onChange={(wanted_at) => {
          const whole = wanted_at === null || isRealDay(wanted_at)
          setHalfDate(!whole)
          if (whole) change({ wanted_at })
        }}
      />
      <Textarea
        label="Note"
        rows={2}
        value={cart.note ?? ''}
        onChange={({ currentTarget }) => change({ note: currentTarget.value || null })}
      />
      <Button variant="subtle" color="gray" onClick={() => void empty()}>
        Svuota carrello
      </Button>
      <Stack className={classes.cartFoot}>
        <dl className={classes.totals}>
          <dt>Imponibile</dt>
          <dd>{formatEuro(totals.net)}</dd>
          <dt>IVA</dt>
          <dd>{formatEuro(totals.vat_total)}</dd>
          <dt className={classes.grand}>Totale</dt>
          <dd className={classes.grand}>{formatEuro(totals.total)}</dd>
        </dl>
        <Button
          size="lg"
          loading={sending}
          // The field says itself what is wrong with it.
          onClick={() => (halfDate || past ? document.getElementById(wantedField)?.focus() : void place())}
        >
          Conferma
        </Button>
      </Stack>
    </Stack>
  )
}
