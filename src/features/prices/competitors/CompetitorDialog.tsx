import { useState } from 'react'
import { competitorPrices, type Neighbour } from '../../../contract/prices/competitor-prices.ts'
import { competitors } from '../../../contract/prices/competitors.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { CrudDialog } from '../../../crud/form/CrudDialog.tsx'
import { Fields, type FormFields, type Inputs } from '../../../crud/form/Fields.tsx'
import { emptyOf, singleFields } from '../../../crud/form/form-paths.ts'
import { ProvinceSelect } from '../../../crud/form/ProvinceSelect.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { SuggestField } from '../../../crud/form/SuggestField.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import type { FormProps } from '../../../crud/list/crud-types.ts'
import type { RowOf } from '../../../crud/list/list-search.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { IconGasStation as icon } from '../../../ui/icons.tsx'
import { stationName } from './filters.ts'
import { kilometres } from './format.ts'

type Row = RowOf<typeof competitors.list>
type Begun = { station_id: number | null; from?: Neighbour }
const words = { title: 'Competitors', fresh: 'Nuovo concorrente', thing: 'il concorrente', none: 'Nessun concorrente.', icon } as const
const names = singleFields(competitors.create.body).filter((name) => name !== 'station_id')
const sayNeighbour = ({ name, brand, city, province, distance_km, present }: Neighbour) =>
  [
    `${brand ?? ''} ${name}`.trim(),
    `${city ?? ''} (${province ?? '–'})`,
    distance_km !== null && kilometres(distance_km),
    present && 'già presente',
  ]
    .filter(Boolean)
    .join(' · ')
/** Initial values of the form from a station of the registry. */
const begunFrom = ({ id, name, brand, address, city, province, latitude, longitude }: Neighbour) => ({
  ...{ name, brand: brand ?? '', city: city ?? '', province, latitude, longitude, mise_id: id },
  ...splitAddress(address ?? ''),
})
/** The ministry writes the postcode after the address. */
function splitAddress(written: string) {
  const found = /^(.*?)[\s,]+(\d{5})[\s,-]*$/.exec(written)
  return found ? { address: found[1], cap: found[2] } : { address: written }
}

/** Creates or edits a competitor, by hand or filled in from the ministry's registry. */
export const CompetitorDialog = () => <CrudDialog resource={competitors} words={words} form={CompetitorForm} />

function CompetitorForm({ record, onDone }: FormProps<Row>) {
  const [begun, setBegun] = useState<Begun>({ station_id: null })
  return <Writable key={begun.from?.id} {...{ record, onDone, start: begun }} onPick={setBegun} />
}

interface WritableProps extends FormProps<Row> {
  start: Begun
  onPick: (start: Begun) => void
}
function Writable({ record, onDone, start: begun, onPick }: WritableProps) {
  const { form, field, schema, values } = useRecordForm(
    competitors,
    record,
    {
      ...emptyOf(competitors.create.body.entries, [...names, 'station_id']),
      ...(begun.from && begunFrom(begun.from)),
      station_id: begun.station_id,
    } as object,
    onDone,
  )
  const of = { field, schema } as unknown as FormFields<string>
  const station: number | null = values.useValue('station_id' as never)
  const inputs: Inputs = {
    city: (props) => <SuggestField {...props} source={stations.suggest} say={({ city }) => city} />,
    province: (props) => <ProvinceSelect {...props} clearable />,
    station_id: (props) => (
      <ResourceSelect {...props} source={stations.suggest} say={stationName} {...(record?.station && { chosen: record.station })} />
    ),
  }
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Fields of={of} names={['station_id']} inputs={inputs} />
      {!record && (
        <ResourceSelect
          label="Cerca nel registro MIMIT"
          description="Per nome, indirizzo o città; scelto il punto vendita, i più vicini compaiono per primi. Riempie tutti i campi."
          source={competitorPrices.neighbours}
          given={station ? { station_id: station } : {}}
          say={sayNeighbour}
          chosen={begun.from ?? null}
          defaultValue={begun.from?.id ?? null}
          onChange={(_, hint) => onPick({ station_id: station, ...(hint && { from: hint }) })}
        />
      )}
      <Columns min="14rem">
        <Fields of={of} names={names} inputs={inputs} />
      </Columns>
    </RecordForm>
  )
}
