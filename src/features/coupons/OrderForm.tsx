import { Title } from '@mantine/core'
import { customers } from '../../contract/cards/customers.ts'
import { coupons } from '../../contract/coupons/coupons.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { stations } from '../../contract/stations/stations.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { SuggestField } from '../../crud/form/SuggestField.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { today } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { addMonths } from '../../rules/shared/italian.ts'
import { Columns } from '../../ui/Columns.tsx'
import type { Customer } from '../cards/customers/customer-status.ts'
import { type CustomerHint, useCustomerData } from '../cards/use-customer-data.ts'
import { type Cut, DenominationGrid } from './DenominationGrid.tsx'
import type { Order } from './order.ts'
import { StationsSelect } from './StationsSelect.tsx'

const HOLDER = ['businessName', 'fiscalCode', 'piva', 'sdi', 'pec', 'address', 'cap', 'city', 'contact', 'phone'] as const
const MULTI = ['expires_at', 'kind', 'payment', 'payment_ref'] as const
/** A voucher of one use is for one fuel. */
const SINGLE = ['expires_at', 'kind', 'fuel_id', 'payment', 'payment_ref'] as const
const GOOD_MONTHS = 18
const empty = () => ({
  customer_id: null,
  ...{ businessName: '', fiscalCode: '', piva: '', sdi: '', pec: '', address: '', cap: '', city: '', contact: '', phone: '' },
  ...{ emails: '', rows: [] as Cut[], kind: 'multiuso' as const, fuel_id: null, expires_at: addMonths(today(), GOOD_MONTHS) },
  ...{ payment: 'bonifico' as const, payment_ref: '', station_ids: [] as number[], note: '' },
})

const holderOf = ({ denomination, fiscalCode, piva, sdi, pec, address, cap, city, phone, mobile, email, email_invoices }: Customer) => ({
  ...{ businessName: denomination, fiscalCode, piva, sdi, pec, address, cap, city },
  ...{ phone: phone ?? mobile, emails: email_invoices ?? email },
})
interface OrderFormProps {
  record: Order | undefined
  onDone: (saved: Order) => unknown
  onCancel: () => void
}
/** An order of vouchers: its holder, denominations, expiry and conditions, and whom it is sent to. */
export function OrderForm({ record, onDone, onCancel }: OrderFormProps) {
  const { form, values, ...fields } = useRecordForm(coupons, record, empty(), onDone)
  const can = useCan()
  const kind: string = values.useValue('kind')
  const rows: Cut[] = values.useValue('rows')
  const places: number[] = values.useValue('station_ids') ?? []
  const fill = useCustomerData(values as never, holderOf)
  const choose = (hint: CustomerHint | null) => {
    if (hint && !values.get('businessName')) values.set('businessName', hint.name)
    return fill(hint)
  }
  const inputs: Inputs = {
    fuel_id: (props) => <LookupSelect {...props} source={fuels.suggest} />,
    city: (props) => <SuggestField {...props} source={stations.suggest} say={({ city }) => city} />,
  }
  const { field } = fields
  return (
    <RecordForm form={form} onCancel={onCancel}>
      <Title order={2}>Intestatario</Title>
      <Columns min="14rem">
        <ResourceSelect
          {...field('customer_id')}
          source={customers.suggest}
          say={({ code, name }: HintOf<typeof customers.suggest>) => `${code} ${name}`}
          chosen={record?.customer as never}
          description={
            can(customers.get.policy)
              ? 'Oppure scrivi l’intestatario.'
              : 'I dati fiscali che lasci vuoti sono presi dal cliente al salvataggio.'
          }
          onChange={(_: number | null, hint: CustomerHint | null) => void choose(hint)}
        />
        <Fields of={fields} names={HOLDER} />
      </Columns>
      <Title order={2}>Tagli</Title>
      <DenominationGrid
        value={rows}
        onChange={(next) => values.set('rows', next)}
        error={form.errors.rows}
        wrong={rows.map((_, at) => form.errors[`rows.${at}.quantity`])}
      />
      <Title order={2}>Scadenza e condizioni</Title>
      <Columns min="14rem">
        <Fields of={fields} names={kind === 'monouso' ? SINGLE : MULTI} inputs={inputs} />
        <StationsSelect
          error={form.errors.station_ids}
          known={record?.stations ?? []}
          value={places}
          onChange={(next) => values.set('station_ids', next)}
        />
      </Columns>
      <Title order={2}>Invio</Title>
      <Columns min="14rem">
        <Fields of={fields} names={['emails', 'note']} />
      </Columns>
    </RecordForm>
  )
}
