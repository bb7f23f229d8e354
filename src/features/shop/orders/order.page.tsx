import { createFileRoute } from '@tanstack/react-router'
import { ecommerceOrders } from '../../../contract/shop/orders.ts'
import { optionalIdParam } from '../../../crud/record/id-param.ts'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'

const OrderShow = part(() => import('./OrderShow.tsx').then((m) => m.OrderShow))
const Shop = part(() => import('../catalogue/Shop.tsx').then((m) => m.Shop))

/** Without an id a new order; `pv`: the station that is ordered for; `ordine`: a queued order that is corrected. */
export const Route = createFileRoute('/_signed/intracommerce/ordine/{-$id}')({
  validateSearch: (raw: object) => raw as { pv?: number; scheda?: string; ordine?: string },
  params: optionalIdParam,
  beforeLoad: guard('eco.order'),
  loader: ({ context: { queryClient }, params: { id } }) =>
    void (id && queryClient.prefetchQuery(query(ecommerceOrders.get, { id }, true))),
  component: OrderPage,
})

function OrderPage() {
  const { id } = Route.useParams()
  return id ? <OrderShow key={id} id={id} meanwhile={<LoadingRows />} /> : <Shop title="Nuovo ordine" meanwhile={<LoadingRows />} />
}
