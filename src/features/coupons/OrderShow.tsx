import { Alert, Stack, Table, Text, Title } from '@mantine/core'
import { coupons } from '../../contract/coupons/coupons.ts'
import { sendingOutcomes } from '../../contract/coupons/words.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { Facts } from '../../crud/record/Facts.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { count, day, dayTime, euro } from '../../lib/format.ts'
import { couponHistory } from '../../rules/coupons/history.ts'
import { isEditableOrder } from '../../rules/coupons/order-states.ts'
import { totalCents } from '../../rules/coupons/totals.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { StepList } from '../../ui/StepList.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderForm } from './OrderForm.tsx'
import { type Order, orderChip, stepsOf, unsent, vouchersIn, words } from './order.ts'
import { useOrderActions } from './use-order-actions.tsx'
import { Vouchers } from './Vouchers.tsx'

const Form = ({ record, onDone }: FormProps<Order>) => <OrderForm record={record} onDone={onDone} onCancel={onDone} />

/** One order: how far it is, what was ordered, its vouchers and sendings. */
export function OrderShow({ id }: { id: number }) {
  const { menuOf, question } = useOrderActions()
  return (
    <>
      <RecordPage
        {...{ id, words, form: Form }}
        resource={coupons}
        gone="Ordine non trovato"
        history={{ coupon_order: couponHistory.coupon_order }}
        nameOf={({ number }) => `Ordine ${number}`}
        locked={(one) => !isEditableOrder(one)}
        head={(one) => ({
          chip: <StatusChip {...orderChip(one)} />,
          subtitle: `${one.businessName} · ${euro(one.total, 2)}`,
          actions: menuOf(one),
          related: one.customer
            ? [
                {
                  label: `${one.customer.code} ${one.customer.name}`,
                  link: { to: '/carte/clienti/{-$id}', params: { id: one.customer.id } } as never,
                },
              ]
            : [],
        })}
        tabs={(one) => ({
          dati: {
            label: 'Dati',
            show: (
              <Stack gap="md">
                <StepList label="Stato dell’ordine" steps={stepsOf(one)} />
                {unsent(one) && <Alert color="red">{unsent(one)}</Alert>}
                <OrderActions order={one} />
                <Cuts order={one} />
                <Facts
                  resource={coupons}
                  record={one}
                  without={['customer_id', 'fuel_id', 'station_ids', 'status', 'paid_at'] as never}
                  more={{
                    Carburante: one.fuel,
                    'Punti vendita': one.stations.length
                      ? one.stations.map(({ code, name }) => `${code} ${name}`).join(', ')
                      : 'Tutta la rete',
                    'Data pagamento': day(one.paid_at),
                  }}
                />
              </Stack>
            ),
          },
          ...(one.issued_at && { buoni: { label: 'Buoni', count: one.vouchers, show: <Vouchers order={one} /> } }),
          invii: { label: 'Invii', count: one.sendings.length, show: <Sendings order={one} /> },
        })}
      />
      {question}
    </>
  )
}

const Cuts = ({ order: { rows, total, vouchers } }: { order: Order }) => (
  <section aria-labelledby="cuts">
    <Title order={2} id="cuts">
      Tagli
    </Title>
    <Table maw="30rem" aria-labelledby="cuts">
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.denomination}>
            <Table.Td>
              {count(row.quantity)} × {euro(row.denomination, 0)}
            </Table.Td>
            <Table.Td ta="right">{euro(totalCents([row]) / 100, 2)}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">Totale, {vouchersIn(vouchers)}</Table.Th>
          <Table.Th ta="right">{euro(total, 2)}</Table.Th>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  </section>
)

const Sendings = ({ order: { sendings, emails } }: { order: Order }) =>
  sendings.length ? (
    <Table aria-label="Invii">
      <Table.Thead>
        <Table.Tr>
          {['Data e ora', 'Destinatari', 'Esito'].map((name) => (
            <Table.Th key={name} scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sendings.map(({ id, at, emails: to, outcome, error }) => (
          <Table.Tr key={id}>
            <Table.Td>{dayTime(at)}</Table.Td>
            <Table.Td>{to}</Table.Td>
            <Table.Td>
              {sendingOutcomes[outcome]}
              {error && ` (${error})`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  ) : (
    <Text c="dimmed">Nessun invio. La mail con i buoni viene preparata dopo l’emissione, per: {emails}.</Text>
  )
