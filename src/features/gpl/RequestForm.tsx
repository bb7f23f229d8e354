import { Select } from '@mantine/core'
import { customers } from '../../contract/cards/customers.ts'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { provinces } from '../../contract/kernel/provinces.ts'
import { stations } from '../../contract/stations/stations.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { SuggestField } from '../../crud/form/SuggestField.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { Columns } from '../../ui/Columns.tsx'
import type { GplRequest } from './request.ts'

const provinceNames = [...provinces].map(([value, { name }]) => ({ value, label: `${name} (${value})` }))
const empty = {
  kind: 'nuova',
  applicant: 'privato',
  customer_id: null,
  name: '',
  lastname: '',
  fiscalCode: '',
  bornIn: '',
  bornDate: null,
  address: '',
  cap: '',
  city: '',
  province: null,
  phone: '',
  email: '',
  businessName: '',
  piva: '',
  sdi: '',
  pec: '',
  plate: '',
  vehicle: '',
  registration_at: null,
  tank_serial: '',
  tank_expiration: null,
  install_type: null,
  station_id: null,
  course_attended_at: null,
  privacy: false,
  note: '',
} as const
const COMPANY = ['businessName', 'piva', 'sdi', 'pec']
const names = Object.keys(empty) as (keyof typeof empty)[]

/** The form of a request: applicant, vehicle and tank. The course is assigned on its page. */
export function RequestForm({ record, onDone }: FormProps<GplRequest>) {
  const { form, values, ...fields } = useRecordForm(gplRequests, record, empty, onDone)
  const company = values.useValue('applicant') === 'azienda'
  const renewal = values.useValue('kind') !== 'nuova'
  const shown = names.filter((name) => (company || !COMPANY.includes(name)) && (renewal || name !== 'course_attended_at'))
  const inputs: Inputs = {
    city: (props) => <SuggestField {...props} source={stations.suggest} say={({ city }) => city} />,
    province: (props) => <Select {...props} searchable data={provinceNames} nothingFoundMessage="Nessun risultato" />,
    customer_id: (props) => (
      <ResourceSelect
        {...props}
        source={customers.suggest}
        say={({ code, name }: HintOf<typeof customers.suggest>) => `${code} ${name}`}
        chosen={(record?.customer as never) ?? null}
        description="Senza, si crea al completamento."
      />
    ),
    station_id: (props) => (
      <ResourceSelect
        {...props}
        source={gplCourses.stations}
        say={({ code, name }: HintOf<typeof gplCourses.stations>) => `${code} ${name}`}
        chosen={(record?.station as never) ?? null}
      />
    ),
  }
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={fields} names={shown} inputs={inputs} />
      </Columns>
    </RecordForm>
  )
}
