import { Alert, Checkbox, MultiSelect } from '@mantine/core'
import { permissionLabels, roleLabels, users } from '../../../contract/people/users.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import type { FormProps } from '../../../crud/list/crud-types.ts'
import { useMe } from '../../../lib/session.ts'
import { mayGrant, mayManage, needsFiscalCode } from '../../../rules/people/user-rights.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { User } from './user-status.ts'

const empty = { name: '', email: '', fiscalCode: '', phone: '', roles: [], permissions: [], all_stations: false, enabled: 1 }

/** The form of a user. Rights that the person may not grant are disabled, and so are all of the person's own. */
export function UserForm({ record, onDone }: FormProps<User>) {
  const me = useMe()
  if (record && !mayManage(me, record)) return <EmptyState message="Solo un super amministratore può modificare un super amministratore." />
  return <Writable record={record} onDone={onDone} />
}

function Writable({ record, onDone }: FormProps<User>) {
  const me = useMe()
  const own = record?.id === me.id
  const { form, field, schema, values } = useRecordForm(users, record, empty, onDone)
  const rights = { roles: values.useValue('roles') ?? [], permissions: values.useValue('permissions') ?? [] }
  const sorted = (names: readonly string[]) => names.toSorted().join()
  const regranted = record && (sorted(rights.roles) !== sorted(record.roles) || sorted(rights.permissions) !== sorted(record.permissions))
  const asked = needsFiscalCode(rights) && { required: true, description: 'Necessario per gestori e dipendenti: associa cedolini e CUD.' }
  const given = <K extends keyof typeof roleLabels | keyof typeof permissionLabels>(labels: Readonly<Record<K, string>>) => ({
    data: Object.entries<string>(labels).map(([value, label]) => ({ value, label, disabled: !mayGrant(me, value as K) })),
    disabled: own,
    searchable: true,
    hidePickedOptions: true,
    nothingFoundMessage: 'Nessun risultato',
  })
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields
          of={{ schema, field: (path, type) => ({ ...field(path, type), ...(path === 'fiscalCode' && asked) }) }}
          names={['name', 'email', 'fiscalCode', 'phone']}
        />
      </Columns>
      <MultiSelect
        {...field('roles')}
        {...given(roleLabels)}
        description={own && 'Ruoli, permessi e punti vendita propri li cambia un altro amministratore.'}
      />
      <MultiSelect {...field('permissions')} {...given(permissionLabels)} />
      {regranted && <Alert color="amber">Con i nuovi ruoli e permessi {record.name} dovrà accedere di nuovo.</Alert>}
      <Checkbox
        {...field('all_stations', 'checkbox')}
        disabled={own}
        description="Per chi lavora sui punti vendita: altrimenti vede quelli assegnati."
      />
      <Checkbox
        {...field('enabled', 'checkbox')}
        disabled={own}
        defaultChecked={values.get('enabled') === 1}
        onChange={({ currentTarget }) => values.set('enabled', Number(currentTarget.checked))}
        description={
          record ? 'Chi viene disabilitato esce subito da tutti i dispositivi.' : 'Viene preparata un’email con cui sceglie la password.'
        }
      />
    </RecordForm>
  )
}
