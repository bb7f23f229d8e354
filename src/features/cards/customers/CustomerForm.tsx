import { Alert, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { customerFields, customers } from '../../../contract/cards/customers.ts'
import { isFiscalCode } from '../../../contract/kernel/italian-codes.ts'
import { stations } from '../../../contract/stations/stations.ts'
import type { Inputs } from '../../../crud/form/Fields.tsx'
import { FormSections } from '../../../crud/form/FormSections.tsx'
import { emptyOf } from '../../../crud/form/form-paths.ts'
import { ProvinceSelect } from '../../../crud/form/ProvinceSelect.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { SuggestField } from '../../../crud/form/SuggestField.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import type { FormProps } from '../../../crud/list/crud-types.ts'
import { query } from '../../../lib/query.ts'
import { customerFaults } from '../../../rules/cards/customers.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { allFields, belongsTo, type Field, sections } from './customer-sections.ts'
import type { Customer } from './customer-status.ts'

const START: object = { kind: 'azienda' }
/** The form of a customer; a new one is offered the next free code. */
export function CustomerForm({ record, onDone }: FormProps<Customer>) {
  const { data, isError } = useQuery({ ...query(customers.maxCode, {}), enabled: !record, staleTime: 0 })
  if (!record && !data && !isError) return <LoadingRows />
  return <Writable record={record} code={data && data.max + 1} onDone={onDone} />
}

function Writable({ record, code, onDone }: FormProps<Customer> & { code: number | undefined }) {
  const { form, field, schema, values } = useRecordForm(
    customers,
    record,
    { ...emptyOf(customerFields, allFields), ...START, code: code ?? null } as Partial<Record<Field, null>>,
    onDone,
    '',
    customerFaults,
  )
  const kind = values.useValue('kind')
  const marketing = values.useValue('marketing')
  // A stored value stays visible, whatever kind the customer has now.
  const shown = (name: Field) =>
    (belongsTo(kind, name) && (!name.startsWith('marketing_') || marketing)) || !!values.get(name) || name in form.errors
  const inputs: Inputs = {
    city: (props) => <SuggestField {...props} source={stations.suggest} say={({ city }) => city} />,
    province: (props) => <ProvinceSelect {...props} />,
    code: record?.cards_count
      ? (props) => <Select {...props} data={[String(record.code)]} value={String(record.code)} defaultValue={undefined} disabled />
      : undefined!,
    station_id: (props) => (
      <ResourceSelect
        {...props}
        source={stations.choices}
        say={({ code, name }: HintOf<typeof stations.choices>) => `${code} ${name}`}
        chosen={(record?.station as never) ?? null}
      />
    ),
  }
  const twins = <Twins texts={[values.useValue('piva'), values.useValue('fiscalCode')]} own={record?.id} />
  return (
    <RecordForm form={form} onCancel={() => onDone()}>
      <FormSections
        form={form}
        of={{ field, schema }}
        inputs={inputs}
        sections={sections.map((section, at) => ({ ...section, names: section.names.filter(shown), more: at === 0 && twins }))}
      />
    </RecordForm>
  )
}

/** Says which customers have the P.IVA or the fiscal code already, with a link to each. */
function Twins({ texts, own }: { texts: (string | null | undefined)[]; own: number | undefined }) {
  const codes = [
    ...new Set(
      texts.map((text) =>
        (text ?? '')
          .toUpperCase()
          .replace(/[\s./-]/g, '')
          .replace(/^IT(?=\d{11}$)/, ''),
      ),
    ),
  ]
  const [valid] = useDebouncedValue(codes.filter(isFiscalCode).join(' '), 300)
  const [one = '', other = ''] = valid.split(' ')
  const first = useQuery({ ...query(customers.suggest, { value: one }), enabled: !!one })
  const second = useQuery({ ...query(customers.suggest, { value: other }), enabled: !!other })
  const found = new Map([...(first.data ?? []), ...(second.data ?? [])].filter(({ id }) => id !== own).map((hint) => [hint.id, hint]))
  if (!valid || !found.size) return null
  return (
    <Alert color="amber" role="status" mt="sm">
      <Text size="sm">C’è già un cliente con questi codici:</Text>
      {[...found.values()].map(({ id, code, name }) => (
        <LinkAnchor key={id} to="/carte/clienti/{-$id}" params={{ id }} target="_blank">
          {code} {name}
        </LinkAnchor>
      ))}
    </Alert>
  )
}
