import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { customers } from '../../contract/cards/customers.ts'
import { coupons } from '../../contract/coupons/coupons.ts'
import { orderStatuses } from '../../contract/coupons/words.ts'
import { recordRoute } from '../../crud/list/crud-route.ts'
import { anyOf, type Filter, related } from '../../crud/list/filters.tsx'
import { recordLoader } from '../../crud/list/list-loader.ts'
import { type ListState, readSearch, useListState, useParameters } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { period } from '../../crud/list/period.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { count, day, dayTime, euro } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconPlus, IconQrcode } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { orderChip, vouchersIn, words } from './order.ts'

const OrderShow = part(() => import('./OrderShow.tsx').then((m) => m.OrderShow))
const VoucherDialog = part(() => import('./VoucherDialog.tsx').then((m) => m.VoucherDialog))

export const Route = createFileRoute('/_signed/coupons/{-$id}')({
  ...recordRoute<typeof coupons.list>('coupons.read'),
  loader: recordLoader(coupons),
  component: CouponsPage,
})

/** The code of a voucher to be checked at once. */
const parameters = readSearch({ buono: v.optional(v.pipe(v.string(), v.maxLength(100))) })
/** A limit of the total, in whole euros. */
const limit = (label: string): Filter<number> => ({
  label,
  say: (value) => euro(value, 0),
  control: ({ value, onChange }) => (
    <NumberField
      label={label}
      decimals={0}
      value={value ?? null}
      onChange={(next) => onChange(next === null || Number.isNaN(next) ? undefined : next)}
    />
  ),
})
const filters = {
  status: anyOf('Stato', orderStatuses),
  from: period('Data', 'to'),
  customer_id: related('Cliente', customers.suggest, ({ code, name }) => `${code} ${name}`),
  min_total: limit('Totale minimo €'),
  max_total: limit('Totale massimo €'),
}

function CouponsPage() {
  const { id } = Route.useParams()
  return id ? <OrderShow key={id} id={id} /> : <OrderList />
}

/** What the orders found come to. */
function Totals({ search }: Pick<ListState<typeof coupons.list>, 'search'>) {
  const { page: _, per_page: __, sort: ___, ...found } = search
  const { data, isError } = useQuery(query(coupons.totals, found as never))
  if (isError) return <Text c="dimmed">Totali non disponibili.</Text>
  const left = data?.cancelled ? `, esclusi ${data.cancelled === 1 ? '1 annullato' : `${count(data.cancelled)} annullati`}` : ''
  return (
    <Text role="status" c="dimmed">
      {data
        ? `Totale trovato: ${euro(data.total, 2)} · ${vouchersIn(data.vouchers)} in ${data.orders - data.cancelled === 1 ? '1 ordine' : `${count(data.orders - data.cancelled)} ordini`}${left}`
        : 'Calcolo dei totali…'}
    </Text>
  )
}

/** "Buoni": the orders of vouchers, with the totals of what is found. */
function OrderList() {
  const list = useListState(coupons.list)
  const can = useCan()
  // The list's own address has no such parameter: it is gone once the page is drawn.
  const [buono] = useState(useParameters(parameters).buono)
  const [checking, setChecking] = useState(buono !== undefined)
  const add = can(coupons.create.policy) && (
    <LinkButton to="/coupons/nuovo" leftSection={<IconPlus />}>
      {words.fresh}
    </LinkButton>
  )
  return (
    <Page
      title={words.title}
      count={useTotal(list)}
      action={
        <>
          <Button variant="default" leftSection={<IconQrcode />} onClick={() => setChecking(true)}>
            Verifica buono
          </Button>
          {add}
        </>
      }
    >
      <Totals search={list.search} />
      <PagedTable
        {...list}
        filters={filters as never}
        link={({ id }) => ({ to: '/coupons/{-$id}', params: { id } })}
        empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
        columns={{
          Numero: { show: (row) => row.number, sort: 'id', width: 8, title: true },
          Intestatario: { show: (row) => row.businessName, sort: 'businessName', wide: true, card: 'place' },
          Data: { show: (row) => day(row.created_at), sort: 'created_at', width: 7, card: 'foot' },
          'Totale €': {
            show: (row) => euro(row.total, 2),
            sort: 'total',
            numeric: true,
            width: 8,
            card: 'chip',
          },
          'N. buoni': {
            show: (row) => count(row.vouchers),
            numeric: true,
            width: 6,
            spare: 1,
            card: 'foot',
            onCard: ({ vouchers }) => howMany(vouchers, 'buono', 'buoni'),
          },
          Stato: {
            show: (row) => <StatusChip {...orderChip(row)} />,
            text: (row) => orderChip(row).label,
            sort: 'status',
            width: 9.5,
            card: 'chip',
          },
          'Email inviata il': { show: ({ sent_at }) => dayTime(sent_at), sort: 'sent_at', width: 9, spare: 2, card: 'none' },
        }}
      />
      {checking && <VoucherDialog serial={buono} onClose={() => setChecking(false)} />}
    </Page>
  )
}
