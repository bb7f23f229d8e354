import { Select } from '@mantine/core'
import { Fragment } from 'react'
import { expirations } from '../../contract/expirations/expirations.ts'
import { type ExpirationType, expirationTypes } from '../../contract/expirations/words.ts'
import { stations } from '../../contract/stations/stations.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { useMe } from '../../lib/session.ts'
import { seesAllStations } from '../../rules/stations/access.ts'
import { Columns } from '../../ui/Columns.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Expiration, isEditable, usualPeriodicity } from './expiration.ts'

const types = Object.entries(expirationTypes).map(([value, label]) => ({ value, label }))
const empty = { type: null, message: '', date: null, periodicity: 'once', station_id: null } as const

/** The form of an expiration. Choosing a type fills in its usual periodicity and description, unless they were changed. */
export function ExpirationForm({ record, onDone }: FormProps<Expiration>) {
  if (record && !isEditable(record))
    return <EmptyState message="Si modifica solo una scadenza da fare, di un punto vendita che puoi scrivere." />
  return <Writable record={record} onDone={onDone} />
}

function Writable({ record, onDone }: FormProps<Expiration>) {
  const me = useMe()
  const { form, values, ...fields } = useRecordForm(expirations, record, empty, onDone)
  const { field } = fields
  // An expiration about a record has the station of that record.
  const bound = !!record?.subject_id
  const type = field('type')
  const chosen: ExpirationType | null = values.useValue('type')
  const choose = (next: string | null) => {
    const [before, after] = [values.get('type'), next] as (ExpirationType | null)[]
    if (values.get('periodicity') === ((before && usualPeriodicity[before]) ?? 'once'))
      values.set('periodicity', (after && usualPeriodicity[after]) ?? 'once')
    if (!values.get('message') || (before && values.get('message') === expirationTypes[before]))
      values.set('message', after ? expirationTypes[after] : '')
    values.set('type', next)
  }
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Select
          {...type}
          data={types}
          disabled={bound}
          value={chosen}
          defaultValue={undefined}
          onChange={choose}
          allowDeselect={false}
          searchable
          // The field is focused when the form opens, and its list would cover the form.
          openOnFocus={false}
          data-autofocus
        />
        {/* Inputs are uncontrolled: a new key shows the values that the type has filled in. */}
        <Fragment key={chosen ?? ''}>
          <Fields of={fields} names={['message', 'date', 'periodicity']} />
        </Fragment>
        <ResourceSelect
          {...field('station_id')}
          source={stations.suggest}
          say={({ code, name }: HintOf<typeof stations.suggest>) => `${code} ${name}`}
          chosen={(record?.station as never) ?? null}
          disabled={bound}
          required={!seesAllStations(me)}
          description={
            bound ? 'È della scheda a cui la scadenza si riferisce.' : seesAllStations(me) ? 'Senza, è di tutta la rete.' : undefined
          }
        />
      </Columns>
    </RecordForm>
  )
}
