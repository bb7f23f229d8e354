import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { managers } from '../../../contract/people/managers.ts'
import { personData } from '../../../contract/people/person-data.ts'
import { stationEmployees } from '../../../contract/people/station-employees.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { FormSections } from '../../../crud/form/FormSections.tsx'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import type { FormProps } from '../../../crud/list/crud-types.ts'
import { query } from '../../../lib/query.ts'
import { part } from '../../../ui/part.tsx'
import { MaskedNote, PERSONAL, type Revealed } from './Personal.tsx'
import { type Employee, nameOf } from './words.ts'

const DataRights = part(() => import('../../../crud/record/DataRights.tsx').then((m) => m.DataRights))
const open = {
  ...{ name: '', lastname: '', bornIn: '', bornDate: null, phone: '', email: '', expiration: null, note: '' },
  ...{ manager_id: null, station_id: null, job: null, hired_at: null, left_at: null, gpl_course_at: null },
} as const
const work = ['manager_id', 'station_id', 'job', 'hired_at', 'left_at', 'gpl_course_at'] as const
const inputsFor = (record: Employee | undefined, filled?: Place) => ({
  manager_id: (props: object) => <LookupSelect {...props} source={managers.all} say={nameOf} />,
  station_id: (props: object) => (
    <ResourceSelect
      {...props}
      key={filled?.id}
      source={stations.suggest}
      say={({ code, name }: HintOf<typeof stations.suggest>) => `${code} ${name}`}
      chosen={((record?.station ?? filled) as never) ?? null}
    />
  ),
})

export interface EmployeeFormProps extends FormProps<Employee> {
  /** Given where it is part of a manager's page, with the station that the manager runs. */
  manager: number | undefined
  place: Place | undefined
}
/** The form of an employee of a station. What is masked is edited only once it is shown. */
export function EmployeeForm({ record, onDone, manager, place }: EmployeeFormProps) {
  const [shown, setShown] = useState<Revealed>()
  if (!record) return <Whole record={undefined} onDone={onDone} manager={manager} place={place} />
  return (
    <Stack>
      {shown ? (
        <Whole record={{ ...record, ...shown }} onDone={onDone} manager={manager} place={place} />
      ) : (
        <WithoutPersonal record={record} onDone={onDone} onShown={setShown} />
      )}
      <DataRights
        {...{ id: record.id, archive: personData.employee, erase: personData.eraseEmployee }}
        of="del dipendente"
        lost={`I dati di ${nameOf(record)} vengono cancellati dalla scheda, dallo storico, dalle scadenze e dai documenti, salvo quelli da conservare per il motivo scelto.`}
        resource="station_employees"
        onErased={() => onDone()}
      />
    </Stack>
  )
}

interface Place {
  id: number
  code: string
  name: string
}
interface Work {
  get: (name: 'station_id') => number | null
  set: (name: 'station_id', id: number) => void
  useValue: (name: 'manager_id') => number | null
}
/** Fills in the station of a new employee whose manager runs one alone; what was chosen by hand stays. Gives the station that was filled in. */
function useStationOf(values: Work, fresh: boolean, place: Place | undefined) {
  const manager_id = values.useValue('manager_id')
  const { data } = useQuery({ ...query(managers.get, { id: manager_id! }), enabled: fresh && !!manager_id })
  const only = data?.stations.length === 1 ? data.stations[0] : undefined
  const [filled, setFilled] = useState(place)
  const told = useRef(place?.id)
  useEffect(() => {
    // Once for each station: one that was taken out again stays out.
    if (!only || only.id === told.current) return
    const before = told.current
    told.current = only.id
    const now = values.get('station_id')
    if (now && now !== before) return
    values.set('station_id', only.id)
    setFilled(only)
  }, [only, values])
  return filled
}
function Whole({ record, onDone, manager, place }: EmployeeFormProps) {
  const initial = {
    ...open,
    fiscalCode: '',
    residence: '',
    identityCard: '',
    identityCardExpiration: null,
    manager_id: manager ?? null,
    station_id: place?.id ?? null,
  }
  const { form, ...fields } = useRecordForm(stationEmployees, record as never, initial, onDone, 'tutto')
  const filled = useStationOf(fields.values as never, !record, place)
  return (
    <RecordForm form={form} onCancel={onDone}>
      <FormSections
        form={form}
        of={fields}
        inputs={inputsFor(record, filled)}
        sections={[
          { title: 'Lavoro', names: work },
          { title: 'Persona', names: ['name', 'lastname', 'fiscalCode', 'bornIn', 'bornDate', 'residence', 'phone', 'email'] },
          { title: 'Documenti', names: ['expiration', 'identityCard', 'identityCardExpiration'] },
          { title: 'Note', names: ['note'] },
        ]}
      />
    </RecordForm>
  )
}
function WithoutPersonal({ record, onDone, onShown }: FormProps<Employee> & { record: Employee; onShown: (shown: Revealed) => void }) {
  const initial = { ...open, identityCardExpiration: null }
  const { form, ...fields } = useRecordForm(stationEmployees, record as never, initial, onDone)
  return (
    <RecordForm form={form} onCancel={onDone}>
      <FormSections
        form={form}
        of={fields}
        inputs={inputsFor(record)}
        sections={[
          { title: 'Lavoro', names: work },
          {
            title: 'Persona',
            names: ['name', 'lastname', 'bornIn', 'bornDate', 'phone', 'email'],
            more: <MaskedNote names={PERSONAL} kind="station_employees" id={record.id} onShown={onShown} />,
          },
          { title: 'Documenti', names: ['expiration', 'identityCardExpiration'] },
          { title: 'Note', names: ['note'] },
        ]}
      />
    </RecordForm>
  )
}
