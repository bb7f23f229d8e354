import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Card } from '../../contract/cards/cards.ts'
import { cards } from '../../contract/cards/cards.ts'
import { customers } from '../../contract/cards/customers.ts'
import { type CardType, cardTypes } from '../../contract/cards/words.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { Fields, type FormFields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { query } from '../../lib/query.ts'
import { cardErrors } from '../../rules/cards/card-checks.ts'
import { needsPlate } from '../../rules/cards/card-states.ts'
import { Columns } from '../../ui/Columns.tsx'
import { PlateTaken } from './PlateTaken.tsx'

const limits = { holder: '', fuel_ids: [] as number[], limit_day: null, limit_month: null, km_required: false, discount: null }
const dates = { valid_from: null, expires_at: null, tank_expiration: null, note: '' }
const empty = { type: null, customer_id: null, number: '', plate: '', foreign_plate: false, ...limits, ...dates }
const types = Object.entries(cardTypes).map(([value, label]) => ({ value, label }))
/** The fields of a type: the others make no sense for it. */
const limitsOf = (type: CardType | null) =>
  ['holder', ...(type === 'credit' ? ['limit_day', 'limit_month'] : []), ...(type === 'discount' ? ['discount'] : [])] as (
    | 'holder'
    | 'limit_day'
    | 'limit_month'
    | 'discount'
  )[]
const datesOf = (type: CardType | null) =>
  ['valid_from', 'expires_at', ...(type === 'gpl' ? ['tank_expiration'] : [])] as ('valid_from' | 'expires_at' | 'tank_expiration')[]

/** The form of a card. Customer, type, number and plate are fixed once it exists; the plate has a dialog of its own. */
export const CardForm = ({ record, onDone }: FormProps<Card>) =>
  record ? <Change record={record} onDone={onDone} /> : <NewCard onDone={onDone} />

interface NewCardProps extends Pick<FormProps<Card>, 'onDone'> {
  /** The customer whose page it is made from. */
  customer?: HintOf<typeof customers.suggest>
}
/** The form of a new card. */
export function NewCard({ customer, onDone }: NewCardProps) {
  const { form, values, ...fields } = useRecordForm(
    cards,
    undefined,
    { ...empty, customer_id: customer?.id ?? null },
    onDone,
    '',
    cardErrors,
  )
  const { field } = fields
  const type: CardType | null = values.useValue('type')
  return (
    <RecordForm form={form} onCancel={onDone as () => void}>
      <Columns min="14rem">
        <Select {...field('type')} data={types} required allowDeselect={false} openOnFocus={false} data-autofocus />
        <ResourceSelect
          {...field('customer_id')}
          source={customers.suggest}
          say={({ code, name }: HintOf<typeof customers.suggest>) => `${code} ${name}`}
          chosen={customer}
        />
        <Fields of={fields} names={['number', 'plate']} />
      </Columns>
      <PlateTaken plate={values.useValue('plate')} type={type} />
      <Fields of={fields} names={['foreign_plate']} />
      <Data of={fields} type={type} />
    </RecordForm>
  )
}
function Change({ record, onDone }: { record: Card; onDone: () => void }) {
  const { form, values: _, ...fields } = useRecordForm(cards, record as never, { ...limits, ...dates }, onDone, '', cardErrors)
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Data of={fields} type={record.type} />
    </RecordForm>
  )
}

type DataField = keyof typeof limits | keyof typeof dates
type DataFields = FormFields<DataField>
/** Holder, limits, fuels and dates, as far as the type has them. */
function Data({ of, type }: { of: DataFields; type: CardType | null }) {
  const { data: all = [] } = useQuery(query(fuels.suggest, {}))
  const chosen = of.field('fuel_ids')
  return (
    <>
      <Columns min="14rem">
        <Fields of={of} names={limitsOf(type)} />
        <Fields of={of} names={datesOf(type)} />
      </Columns>
      <MultiSelect
        {...chosen}
        defaultValue={(chosen.defaultValue ?? []).map(String)}
        onChange={(ids: string[]) => chosen.onChange(ids.map(Number))}
        data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
        description="Nessuno: tutti i carburanti."
        searchable
        hidePickedOptions
        nothingFoundMessage="Nessun risultato"
      />
      {type !== null && needsPlate(type) && <Fields of={of} names={['km_required']} />}
      <Fields of={of} names={['note']} />
    </>
  )
}
