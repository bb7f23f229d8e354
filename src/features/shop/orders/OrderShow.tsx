import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ecommerceOrders, type Order, orderStatuses } from '../../../contract/shop/orders.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { Attachments } from '../../../crud/record/Attachments.tsx'
import type { RecordList } from '../../../crud/record/Crumbs.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { MoreButton } from '../../../crud/record/MoreButton.tsx'
import { RailPart } from '../../../crud/record/Rail.tsx'
import { RecordFrame, RecordGone } from '../../../crud/record/RecordFrame.tsx'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { dayTime } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { stationOf } from '../../../rules/shop/columns.ts'
import { mayChange, mayRemove, type OrderStep, stepsFor } from '../../../rules/shop/order-states.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconArrowBackUp, IconPencil, IconTrash } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { part } from '../../../ui/part.tsx'
import { StepList } from '../../../ui/StepList.tsx'
import { cartStore } from '../cart-store.ts'
import { OrderRows } from './OrderRows.tsx'
import { OrderState } from './OrderState.tsx'

const StepDialog = part(() => import('./StepDialog.tsx').then((m) => m.StepDialog))
const EditOrder = part(() => import('./EditOrder.tsx').then((m) => m.EditOrder))
const list: RecordList = { title: 'Ordini', link: { to: '/intracommerce/ordini' } }

/** One order: how far it is, its rows, and what the person may do next. */
export function OrderShow({ id }: { id: number }) {
  const { data: order, error, refetch } = useQuery(query(ecommerceOrders.get, { id }, true))
  const [step, setStep] = useState<OrderStep>()
  const [editing, setEditing] = useState(false)
  if (error?.status === 404) return <RecordGone gone="Ordine non trovato" />
  return (
    <RecordFrame
      list={list}
      title="Ordine"
      name={order && `Ordine ${order.number}`}
      chip={order && <OrderState order={order} />}
      subtitle={order && `${stationOf(order)} · ${order.user} · ${dayTime(order.created_at)}`}
      action={order && <Actions order={order} onStep={setStep} onEdit={() => setEditing(true)} />}
      rail={order && <Progress order={order} />}
    >
      {error && <ErrorState whole onRetry={() => void refetch()} />}
      {!order && !error && <LoadingRows />}
      {order && (
        <Stack>
          {order.status === 'rejected' && (
            <Alert color="red" title="Ordine rifiutato">
              {order.reason}
            </Alert>
          )}
          {order.needs_approval && <Approval order={order} />}
          {order.approved && (
            <Text size="sm" c="dimmed">
              Approvato il {dayTime(order.approved.at)}
              {order.approved.by && ` da ${order.approved.by}`}.
            </Text>
          )}
          <RecordTabs
            tabs={{
              righe: { label: 'Righe', count: order.rows.length, show: <OrderRows order={order} /> },
              file: {
                label: 'Foto e file',
                count: order.files.length,
                show: <Attachments resource={ecommerceOrders} record={order} locked={!order.writable} />,
              },
            }}
          />
        </Stack>
      )}
      {order && step && <StepDialog order={order} step={step} onClose={() => setStep(undefined)} />}
      {order && editing && <EditOrder order={order} onClose={() => setEditing(false)} />}
    </RecordFrame>
  )
}

/** What holds a new order back, and the way out for whoever may approve it. */
function Approval({ order: { id, rev } }: { order: Order }) {
  const may = useCan()(ecommerceOrders.approve.policy)
  const { mutate, isPending } = useSend(ecommerceOrders.approve)
  return (
    <Alert color="amber" title="Da approvare">
      L’ordine supera la soglia delle impostazioni: si conferma dopo l’approvazione di un super amministratore.
      {may && (
        <Button mt="xs" display="block" loading={isPending} onClick={() => mutate({ id, rev })}>
          Approva
        </Button>
      )}
    </Alert>
  )
}

function Actions({ order, onStep, onEdit }: { order: Order; onStep: (step: OrderStep) => void; onEdit: () => void }) {
  const me = useMe()
  const can = useCan()
  const navigate = useNavigate()
  const remove = useDelete(ecommerceOrders.remove, 'l’ordine')
  const person = { id: me.id, admin: can('eco.admin') }
  const steps = stepsFor(order, person).filter(({ to }) => to !== 'confirmed' || !order.needs_approval)
  const [first, ...others] = steps.toSorted((a, b) => Number(a.to === 'cancelled') - Number(b.to === 'cancelled'))
  const again = () => {
    // What is in the cart stays; an article that is in both gets the quantity of the order.
    const cart = cartStore(me.id, order.station_id)
    const rows = order.rows.map(({ product_id, quantity, price }) => ({ product_id, quantity, price }))
    cart.change({ rows: [...cart.get().rows.filter((row) => !rows.some((one) => one.product_id === row.product_id)), ...rows] })
    void navigate({ to: '/intracommerce/ordine/{-$id}', params: { id: undefined }, search: { pv: order.station_id } })
  }
  const erase = async () => {
    if (await remove({ id: order.id }, order.number)) void navigate({ ...list.link, replace: true } as never)
  }
  return (
    <>
      {first && (
        <Button
          color={first.to === 'cancelled' ? 'red' : undefined}
          variant={first.to === 'cancelled' ? 'light' : 'filled'}
          onClick={() => onStep(first)}
        >
          {first.label}
        </Button>
      )}
      <DownloadButton source={ecommerceOrders.pdf} input={{ id: order.id }}>
        PDF
      </DownloadButton>
      <MoreButton
        actions={[
          ...(mayChange(order, person) ? [{ label: 'Modifica', icon: IconPencil, onSelect: onEdit }] : []),
          ...(order.writable ? [{ label: 'Ordina di nuovo', icon: IconArrowBackUp, onSelect: again }] : []),
          ...others.map((one) => ({ label: one.label, icon: IconTrash, danger: one.to !== 'confirmed', onSelect: () => onStep(one) })),
          ...(mayRemove(order, person) ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: erase }] : []),
        ]}
      />
    </>
  )
}

const WAY = ['new', 'confirmed', 'processing', 'shipped', 'delivered'] as const
/** The way of the order, with who took it so far and when. */
function Progress({ order: { status, steps, children, parent } }: { order: Order }) {
  const ended = status === 'rejected' || status === 'cancelled'
  const at = WAY.indexOf(status as (typeof WAY)[number])
  const passed = (name: string) => steps.findLast((one) => one.status === name)
  const noteOf = (name: string) => {
    const step = passed(name)
    return step && [`${dayTime(step.at)}${step.user ? `, ${step.user.name}` : ''}`, step.note].filter(Boolean).join(' · ')
  }
  const way = ended ? [...WAY.filter((name) => passed(name)), status] : WAY
  return (
    <>
      <RailPart title="Avanzamento">
        <StepList
          label="Avanzamento dell’ordine"
          steps={way.map((name, place) => {
            const note = noteOf(name)
            const state = ended
              ? name === status
                ? 'error'
                : 'done'
              : place < at || status === 'delivered'
                ? 'done'
                : place === at
                  ? 'current'
                  : 'todo'
            return { label: orderStatuses[name], state, ...(note && { note }) }
          })}
        />
      </RailPart>
      {(parent || children.length > 0) && (
        <RailPart title="Consegna parziale">
          <Stack gap={4}>
            {parent && <OrderLink {...parent}>Completa l’ordine {parent.number}</OrderLink>}
            {children.map((child) => (
              <OrderLink key={child.id} {...child}>
                Il resto è nell’ordine {child.number}
              </OrderLink>
            ))}
          </Stack>
        </RailPart>
      )}
    </>
  )
}
const OrderLink = ({ id, children }: { id: number; children: React.ReactNode }) => (
  <LinkAnchor to="/intracommerce/ordine/{-$id}" params={{ id }}>
    {children}
  </LinkAnchor>
)
