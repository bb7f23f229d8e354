import { Button } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ecommerceOrders, orderStatuses } from '../../../contract/shop/orders.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { textColumn } from '../../../crud/list/columns.ts'
import { anyOf, related } from '../../../crud/list/filters.tsx'
import { listSearch, useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { period } from '../../../crud/list/period.tsx'
import { useTotal } from '../../../crud/list/use-rows.ts'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { stationOf, orderColumns as words } from '../../../rules/shop/columns.ts'
import { formatEuro } from '../../../rules/shop/order-rows.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconDownload, IconShoppingCart } from '../../../ui/icons.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import type { OrdersSearch } from '../searches.ts'
import { OrderState } from './OrderState.tsx'

const SummaryDialog = part(() => import('./SummaryDialog.tsx').then((m) => m.SummaryDialog))
const WaitingOrders = part(() => import('../QueuedOrders.tsx').then((m) => m.WaitingOrders))

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/intracommerce/ordini')({
  validateSearch: (raw: object) => raw as OrdersSearch,
  beforeLoad: guard('eco.order'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(query(ecommerceOrders.list, listSearch(ecommerceOrders.list)(deps))),
  component: OrdersPage,
})

const filters = {
  status: anyOf('Stato', orderStatuses),
  station_id: related('Punto vendita', stations.suggest, ({ code, name }) => `${code} ${name}`),
  from: period('Data', 'to'),
}
/** "Ordini": those of the stations that the person orders for, or all. */
function OrdersPage() {
  const list = useListState(ecommerceOrders.list)
  const administers = useCan()('eco.admin')
  const [summing, setSumming] = useState(false)
  const summary = administers && (
    <Button variant="default" leftSection={<IconDownload />} onClick={() => setSumming(true)}>
      Riepilogo PDF
    </Button>
  )
  const add = (
    <LinkButton to="/intracommerce/ordine/{-$id}" params={{ id: undefined }}>
      Nuovo ordine
    </LinkButton>
  )
  return (
    <Page title="Ordini" count={useTotal(list)} action={add}>
      <WaitingOrders />
      <PagedTable
        {...list}
        filters={filters as never}
        link={({ id }) => ({ to: '/intracommerce/ordine/{-$id}', params: { id } })}
        layouts={summary}
        empty={<EmptyState icon={IconShoppingCart} message="Nessun ordine." action={add} />}
        columns={{
          Numero: { ...textColumn(words.Numero), sort: 'id', width: 8.5 },
          Data: { ...textColumn(words.Data), sort: 'created_at', width: 9.5, card: 'foot' },
          'Punto vendita': { ...words['Punto vendita'], show: stationOf, sort: 'station', card: 'place' },
          Richiedente: { ...words.Richiedente, show: ({ user }) => user, sort: 'user', spare: 1, card: 'foot' },
          Righe: { ...words.Righe, show: ({ rows_count }) => rows_count, numeric: true, spare: 2, card: 'none' },
          Totale: { ...words.Totale, show: ({ total }) => formatEuro(total), sort: 'total', numeric: true, card: 'chip' },
          Stato: {
            ...words.Stato,
            show: (order) => <OrderState order={order} />,
            sort: 'status',
            width: 11.5,
            card: 'chip',
          },
        }}
      />
      {summing && <SummaryDialog search={list.search} onClose={() => setSumming(false)} />}
    </Page>
  )
}
