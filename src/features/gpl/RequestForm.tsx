import { Checkbox } from '@mantine/core'
import { customers } from '../../contract/cards/customers.ts'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { stations } from '../../contract/stations/stations.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { ProvinceSelect } from '../../crud/form/ProvinceSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { SuggestField } from '../../crud/form/SuggestField.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { today } from '../../lib/format.ts'
import { requestFaults } from '../../rules/gpl/request-faults.ts'
import { Columns } from '../../ui/Columns.tsx'
import type { Customer } from '../cards/customers/customer-status.ts'
import { type CustomerHint, useCustomerData } from '../cards/use-customer-data.ts'
import type { GplRequest } from './request.ts'

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

const applicantOf = (one: Customer) => ({
  ...{ name: one.name, lastname: one.lastname, businessName: one.businessName, piva: one.piva, sdi: one.sdi, pec: one.pec },
  // A company's own code is not that of the person who applies for it.
  fiscalCode: one.kind === 'privato' ? one.fiscalCode : null,
  ...{ address: one.address, cap: one.cap, city: one.city, province: one.province, phone: one.mobile ?? one.phone, email: one.email },
})
/** The form of a request: applicant, vehicle and tank. The course is assigned on its page. */
export function RequestForm({ record, onDone }: FormProps<GplRequest>) {
  const { form, values, ...fields } = useRecordForm(gplRequests, record, empty, onDone, '', (request) => requestFaults(request, today()))
  const choose = useCustomerData(values as never, (one) => {
    // The fields of a company are shown, or they would be filled unseen.
    if (one.kind !== 'privato') values.set('applicant', 'azienda')
    return applicantOf(one)
  })
  const company = values.useValue('applicant') === 'azienda'
  const renewal = values.useValue('kind') !== 'nuova'
  const shown = names.filter((name) => (company || !COMPANY.includes(name)) && (renewal || name !== 'course_attended_at'))
  const inputs: Inputs = {
    // The schema takes a no as well, which the rules refuse: the mark says so beforehand.
    privacy: (props) => (
      <Checkbox
        {...props}
        aria-required
        label={
          <>
            {props.label}
            <span aria-hidden> *</span>
          </>
        }
      />
    ),
    city: (props) => <SuggestField {...props} source={stations.suggest} say={({ city }) => city} />,
    province: (props) => <ProvinceSelect {...props} />,
    customer_id: (props) => (
      <ResourceSelect
        {...props}
        source={customers.suggest}
        say={({ code, name }: HintOf<typeof customers.suggest>) => `${code} ${name}`}
        chosen={(record?.customer as never) ?? null}
        description="Senza, si crea al completamento."
        onChange={(_: number | null, hint: CustomerHint | null) => void choose(hint)}
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
