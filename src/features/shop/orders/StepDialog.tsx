import { Alert, Button, Checkbox, Group, Stack, Text, Textarea, type TextareaProps, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ecommerceOrders, type Order, orderStatuses } from '../../../contract/shop/orders.ts'
import { count } from '../../../lib/format.ts'
import { useSend } from '../../../lib/query.ts'
import { useRefused } from '../../../lib/use-refused.ts'
import { tooManyOf, unitSigns } from '../../../rules/shop/order-rows.ts'
import type { OrderStep } from '../../../rules/shop/order-states.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'

interface StepDialogProps {
  order: Order
  step: OrderStep
  onClose: () => void
}
const questions = {
  confirmed: 'La giacenza degli articoli viene scalata. Il richiedente riceve una notifica.',
  processing: 'Il richiedente riceve una notifica.',
  cancelled: 'L’ordine non sarà preparato. Se era confermato, gli articoli tornano in giacenza.',
} as Readonly<Record<string, string>>

type Row = Order['rows'][number]
/** What can be shipped is what was ordered, what can arrive is what was shipped. */
const mostOf = (row: Row, counts: OrderStep['counts']) => (counts === 'delivered' ? (row.shipped ?? row.quantity) : row.quantity)

const TEXTS = ['reason', 'carrier', 'tracking', 'receipt_note']
/** True for a refusal all of which stands at its fields; those of quantities are there where rows are counted. */
const isAtFields = (names: readonly string[], counted: boolean) =>
  names.length > 0 && names.every((name) => TEXTS.includes(name) || (counted && /^rows\.\d+\.quantity$/.test(name)))

/** Asks for what a passage needs, says what follows from it, and makes it. */
export function StepDialog({ order, step: { to, label, reason: asksReason, counts }, onClose }: StepDialogProps) {
  const [text, setText] = useState({ reason: '', carrier: '', tracking: '', receipt_note: '' })
  const send = useSend(ecommerceOrders.step, ({ fields }) => isAtFields(Object.keys(fields), !!counts))
  const { refused, enter } = useRefused(send.error)
  const [missing, setMissing] = useState(false)
  const [backorder, setBackorder] = useState(true)
  const most = (row: Row) => mostOf(row, counts)
  const [counted, setCounted] = useState<Readonly<Record<number, number | null>>>({})
  /** Null while its field is empty. */
  const quantityOf = (row: Row): number | null => (row.id in counted ? counted[row.id]! : most(row))
  const entered = order.rows.map((row) => ({ id: row.id, quantity: quantityOf(row) }))
  const rows = entered.filter((row): row is { id: number; quantity: number } => row.quantity !== null)
  const tooMany = (row: Row) => {
    const most = mostOf(row, counts)
    return (quantityOf(row) ?? 0) > most ? tooManyOf(row.name, most, counts === 'delivered') : undefined
  }
  const short = order.rows.some((row) => (quantityOf(row) ?? 0) < most(row))
  const noReason = missing && !text.reason.trim() ? 'Il campo Motivo è obbligatorio.' : undefined
  const field = (name: keyof typeof text) => ({
    value: text[name],
    error: refused[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setText((now) => ({ ...now, [name]: value }))
      enter(name)
    },
  })
  function make() {
    if ((asksReason && !text.reason.trim()) || (counts && (rows.length < order.rows.length || order.rows.some(tooMany))))
      return setMissing(true)
    send.mutate(
      {
        ...{ id: order.id, rev: order.rev, status: to },
        ...(asksReason && { reason: text.reason }),
        ...(counts === 'shipped' && { carrier: text.carrier, tracking: text.tracking, rows, backorder: short && backorder }),
        ...(counts === 'delivered' && { receipt_note: text.receipt_note, rows }),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={`${label}: ${order.number}`} size={counts ? 'lg' : 'md'}>
      <Stack>
        <Text>
          L’ordine passa allo stato "{orderStatuses[to]}". {questions[to]}
        </Text>
        {to === 'confirmed' && <InStore order={order} />}
        {asksReason && (
          <Textarea label="Motivo" required rows={3} data-autofocus {...field('reason')} error={noReason ?? field('reason').error} />
        )}
        {counts && (
          <Stack gap="xs">
            {order.rows.map((row, at) => (
              <Quantity
                key={row.id}
                row={row}
                most={most(row)}
                value={quantityOf(row)}
                onChange={(value) => {
                  setCounted((now) => ({ ...now, [row.id]: value }))
                  enter(`rows.${at}.quantity`)
                }}
                error={
                  tooMany(row) ??
                  (missing && quantityOf(row) === null ? 'Il campo Quantità è obbligatorio.' : refused[`rows.${at}.quantity`])
                }
              />
            ))}
          </Stack>
        )}
        {counts === 'shipped' && (
          <>
            {short && (
              <Checkbox
                label="Spedisci il resto più avanti, con un ordine separato"
                description="Senza la spunta, le quantità non spedite tornano in giacenza."
                checked={backorder}
                onChange={({ currentTarget }) => setBackorder(currentTarget.checked)}
              />
            )}
            <Group grow align="flex-start">
              <TextInput label="Corriere" {...field('carrier')} />
              <TextInput label="Codice spedizione" {...field('tracking')} />
            </Group>
          </>
        )}
        {counts === 'delivered' && <Differences short={short} field={field('receipt_note')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
          <Button color={to === 'rejected' || to === 'cancelled' ? 'red' : undefined} loading={send.isPending} onClick={make}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface QuantityProps {
  row: Row
  most: number
  value: number | null
  onChange: (value: number | null) => void
  error: string | undefined
}
/** How many of a row, beside how many there may be. */
const Quantity = ({ row: { name, unit }, most, value, onChange, error }: QuantityProps) => (
  <Group justify="space-between" wrap="nowrap" align="flex-start">
    <Text>{name}</Text>
    <NumberField
      w="9rem"
      aria-label={`Quantità di ${name}`}
      description={`di ${count(most)} ${unitSigns[unit]}`}
      inputWrapperOrder={['input', 'description', 'error']}
      decimals={0}
      value={value}
      onChange={onChange}
      error={error}
    />
  </Group>
)

/** What a confirmation takes out of stock, beside what is there: one article that is short refuses all of it. */
const InStore = ({ order: { rows } }: { order: Order }) => (
  <ul>
    {rows.map(({ id, name, quantity, unit, stock }) => (
      <li key={id}>
        <Text span c={stock !== null && stock < quantity ? 'red' : undefined}>
          {`${name}: ${count(quantity)} ${unitSigns[unit]}, ${stock === null ? 'giacenza non gestita' : `in giacenza ${count(stock)}`}`}
        </Text>
      </li>
    ))}
  </ul>
)

interface DifferencesProps {
  /** Less than was shipped has arrived. */
  short: boolean
  field: Pick<TextareaProps, 'value' | 'onChange' | 'error'>
}
/** What is missing or damaged of what arrived. */
const Differences = ({ short, field }: DifferencesProps) => (
  <>
    <Textarea label="Differenze" description="Che cosa manca o è arrivato danneggiato." rows={2} required={short} {...field} />
    {short && (
      <Alert color="amber">
        Le differenze restano scritte nell’ordine, e chi lo ha spedito riceve una notifica. Una foto si aggiunge in "Foto e file".
      </Alert>
    )}
  </>
)
