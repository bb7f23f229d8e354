import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Crumbs } from '../../crud/record/Crumbs.tsx'
import { guard } from '../../lib/access.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { words } from './order.ts'

const OrderForm = part(() => import('./OrderForm.tsx').then((m) => m.OrderForm))

export const Route = createFileRoute('/_signed/coupons/nuovo')({ beforeLoad: guard('coupons.write'), component: NewOrder })

/** "Nuovo ordine" of vouchers. */
function NewOrder() {
  const navigate = useNavigate()
  const show = (id?: number) => void navigate({ to: '/coupons/{-$id}', params: { id }, replace: id !== undefined })
  return (
    <Page
      title={words.fresh}
      breadcrumbs={<Crumbs list={{ title: words.title, link: { to: '/coupons/{-$id}', params: { id: undefined } } }} name={words.fresh} />}
    >
      <OrderForm meanwhile={<LoadingRows />} record={undefined} onDone={({ id }) => show(id)} onCancel={() => show()} />
    </Page>
  )
}
