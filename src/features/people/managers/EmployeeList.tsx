import { useMemo } from 'react'
import { managers } from '../../../contract/people/managers.ts'
import { jobs, stationEmployees } from '../../../contract/people/station-employees.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import type { Columns } from '../../../crud/list/columns.ts'
import type { FormProps } from '../../../crud/list/crud-types.ts'
import { anyOf, lookup, yesNo } from '../../../crud/list/filters.tsx'
import { day } from '../../../lib/format.ts'
import { part } from '../../../ui/part.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { CardLines } from './CardLines.tsx'
import { DocumentDay } from './DocumentDay.tsx'
import type { EmployeeFormProps } from './EmployeeForm.tsx'
import { type Employee, type EmployeeRow, employeeWords, nameOf, placeOf } from './words.ts'

const EmployeeForm = part(() => import('./EmployeeForm.tsx').then((m) => m.EmployeeForm))
const ofManager: Columns<EmployeeRow> = { Gestore: { show: (one) => nameOf(one.manager), sort: 'manager', wide: true } }

/** On a phone a card of four lines: name, job and station, telephone, document that expires. */
const onPhone: Columns<EmployeeRow> = {
  'Cognome e nome': { show: nameOf, sort: 'lastname' },
  Lavoro: {
    show: (one) => (
      <CardLines
        lines={[
          [one.active ? one.job && jobs[one.job] : `Cessato il ${day(one.left_at)}`, one.station && placeOf(one.station)]
            .filter(Boolean)
            .join(' · '),
          one.phone,
          one.document_expiration && <DocumentDay key="document" date={one.document_expiration} />,
        ]}
      />
    ),
    text: (one) => (one.job ? jobs[one.job] : ''),
  },
}

/** The employees of all stations, or of one manager. */
export function EmployeeList({ manager, place }: { manager?: number; place?: EmployeeFormProps['place'] }) {
  const phone = usePhone()
  // One component for each manager: a new one at each render would lose what is typed.
  const form = useMemo(() => (props: FormProps<Employee>) => <EmployeeForm {...props} manager={manager} place={place} />, [manager, place])
  return (
    <CrudList
      resource={stationEmployees}
      words={employeeWords}
      context={manager ? { list: { manager_id: [manager] } } : {}}
      form={form}
      filters={{
        active: yesNo('In servizio'),
        job: anyOf('Mansione', jobs),
        ...(!manager && { manager_id: lookup('Gestore', managers.all as never) }),
      }}
      columns={
        phone
          ? onPhone
          : {
              'Cognome e nome': { show: nameOf, sort: 'lastname', wide: true },
              ...(!manager && ofManager),
              'Punto vendita': { show: (one) => one.station && placeOf(one.station), wide: true },
              Mansione: { show: (one) => (one.active ? one.job && jobs[one.job] : `Cessato il ${day(one.left_at)}`), width: 11 },
              Telefono: { show: (one) => one.phone, width: 9, spare: 1 },
              'Scadenza documento': {
                show: (one) => <DocumentDay date={one.document_expiration} />,
                text: (one) => (one.document_expiration ? day(one.document_expiration) : ''),
                width: 9,
              },
            }
      }
    />
  )
}
