import { Button } from '@mantine/core'
import { useRef } from 'react'
import { users } from '../../contract/people/users.ts'
import { stationFields, stationRecord } from '../../contract/stations/record.ts'
import { type Station, stations } from '../../contract/stations/stations.ts'
import type { Inputs } from '../../crud/form/Fields.tsx'
import { FormSections } from '../../crud/form/FormSections.tsx'
import { emptyOf } from '../../crud/form/form-paths.ts'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { ProvinceSelect } from '../../crud/form/ProvinceSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { SuggestField } from '../../crud/form/SuggestField.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { notify } from '../../lib/notify.ts'
import { useCan } from '../../lib/session.ts'
import { stationWarnings } from '../../rules/stations/station-checks.ts'
import { allFields, type Field, sections } from './station-sections.ts'

const inputs: Inputs = {
  city: (props) => <SuggestField {...props} source={stations.suggest} say={({ city }) => city} />,
  province: (props) => <ProvinceSelect {...props} />,
  area_manager_id: (props) => <LookupSelect {...props} source={users.suggest} given={{ role: 'network_manager' }} />,
}
/** Fields shown only if another answer asks for them. */
const asked: Partial<Record<Field, Field>> = {
  videoSurveillanceNote: 'videoSurveillance',
  landlord: 'hasRent',
  rent_amount: 'hasRent',
  rent_expiration: 'hasRent',
}

interface StationFormProps {
  /** Undefined for one that begins. */
  record: Station | undefined
  /** The values a new station begins with. */
  begun?: Partial<Station>
  onDone: (saved: Station) => unknown
  onCancel: () => void
  /** To the form of the next one; undefined where there is none. */
  onNext?: (() => unknown) | undefined
}

/** All that is written of a station, in parts. */
export function StationForm({ record, begun, onDone, onCancel, onNext }: StationFormProps) {
  const can = useCan()
  const onward = useRef(false)
  const names = allFields.filter((name) => name !== 'area_manager_id' || can(users.suggest.policy))
  const { form, field, schema, values } = useRecordForm(
    stationRecord,
    record && { ...record, rev: record.rev ?? 0, warnings: [] },
    { ...emptyOf(stationFields, names), ...begun } as Partial<Record<Field, null>>,
    (saved) => {
      // Problems that the station's page tells too are told there.
      const shown = stationWarnings(saved, saved.fuels ?? [])
      for (const sentence of saved.warnings) if (onward.current || !shown.includes(sentence)) notify.warning(sentence)
      return onward.current && onNext ? onNext() : onDone(saved)
    },
  )
  /** The pressed button is remembered until the other is pressed, since a conflict may be settled in between. */
  const save = (on: boolean) => {
    onward.current = on
    return form.submit()
  }
  const flags = { videoSurveillance: values.useValue('videoSurveillance'), hasRent: values.useValue('hasRent') } as Record<string, boolean>
  // A stored value stays visible, whatever was answered since.
  const shown = (name: Field) => names.includes(name) && (!asked[name] || flags[asked[name]] || !!values.get(name) || name in form.errors)
  return (
    <RecordForm
      form={{ ...form, submit: () => save(false) }}
      onCancel={onCancel}
      other={
        onNext && (
          <Button variant="default" onClick={() => void save(true)}>
            Salva e successivo
          </Button>
        )
      }
    >
      <FormSections
        form={form}
        of={{ field, schema }}
        inputs={inputs}
        sections={sections.map((section) => ({ ...section, names: section.names.filter(shown) }))}
      />
    </RecordForm>
  )
}
