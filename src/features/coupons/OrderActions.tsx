import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { coupons } from '../../contract/coupons/coupons.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { call } from '../../lib/api.ts'
import { euro } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient, useSend } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { isIssued, mayBecome } from '../../rules/coupons/order-states.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconCheck } from '../../ui/icons.tsx'
import { type Order, vouchersIn } from './order.ts'
import { PaymentDialog } from './PaymentDialog.tsx'

/** So long the first mail of an order may take to be prepared; after that it can be asked for by hand. */
const PREPARING_MS = 10 * 60_000
const isPreparing = ({ sendings, issued_at }: Order) => !sendings.length && Date.now() - Date.parse(issued_at!) < PREPARING_MS
const LOOK_MS = 5_000
/** Asked for now, the first mail would leave twice. */
function Preparing() {
  useEffect(() => {
    const look = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['coupons'] }), LOOK_MS)
    return () => clearInterval(look)
  }, [])
  return <Text c="dimmed">La mail con i buoni è in preparazione.</Text>
}

/** The next step of an order, and its PDF and mail once its vouchers are issued. */
export function OrderActions({ order }: { order: Order }) {
  const writes = useCan()(coupons.update.policy)
  const me = useMe()
  const confirm = useConfirm()
  const [paying, setPaying] = useState(false)
  const issue = useSend(coupons.issue)
  const mail = useMutation({
    mutationFn: () => call(coupons.generate, { id: order.id }),
    onSuccess: ({ leaves, warning }) => {
      if (leaves) notify.success(coupons.generate.ok)
      else notify.warning(warning!)
      return queryClient.invalidateQueries({ queryKey: ['coupons'] })
    },
    onError: (error) => notify.error(error.message),
  })
  if (!writes) return null
  const may = (to: Order['status']) => mayBecome({ status: order.status, used: order.counts.used }, to, me)
  const emit = async () => {
    const sure = await confirm({
      title: 'Emettere i buoni?',
      message: `${order.vouchers === 1 ? 'Si crea' : 'Si creano'} ${vouchersIn(order.vouchers)} per ${euro(order.total, 2)}, e viene preparata la mail con il PDF per ${order.emails}. Dopo, l'ordine si può solo annullare.`,
      confirm: 'Emetti buoni',
    })
    if (sure) issue.mutate({ id: order.id })
  }
  return (
    <Group>
      {may('paid') && (
        <Button leftSection={<IconCheck />} onClick={() => setPaying(true)}>
          Registra pagamento
        </Button>
      )}
      {may('issued') && (
        <Button leftSection={<IconCheck />} loading={issue.isPending} onClick={() => void emit()}>
          Emetti buoni
        </Button>
      )}
      {isIssued(order.status) && (
        <>
          <DownloadButton source={coupons.download} input={{ id: order.id }}>
            Scarica PDF
          </DownloadButton>
          {isPreparing(order) ? (
            <Preparing />
          ) : (
            <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate()}>
              {order.sendings.length ? 'Rinvia mail' : 'Invia mail'}
            </Button>
          )}
        </>
      )}
      {paying && <PaymentDialog order={order} onClose={() => setPaying(false)} />}
    </Group>
  )
}
