import { gplCourses } from '../../contract/gpl/courses.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { Columns } from '../../ui/Columns.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import type { Course } from './course.ts'

const empty = {
  title: 'Corso GPL self-service',
  kind: 'utente',
  date: null,
  start: '',
  end: '',
  station_id: null,
  place: '',
  teacher: '',
  seats: 12,
  note: '',
} as const
const names = ['title', 'kind', 'date', 'start', 'end', 'seats', 'station_id', 'place', 'teacher', 'note'] as const

/** The form of a course: where it is held is a station of ours, or any place. */
export function CourseForm({ record, onDone }: FormProps<Course>) {
  const { form, ...fields } = useRecordForm(gplCourses, record, empty, onDone)
  const inputs: Inputs = {
    start: (props) => <TimeField {...props} />,
    end: (props) => <TimeField {...props} />,
    station_id: (props) => (
      <ResourceSelect
        {...props}
        source={gplCourses.stations}
        say={({ code, name }: HintOf<typeof gplCourses.stations>) => `${code} ${name}`}
        chosen={(record?.station as never) ?? null}
        description="Oppure scrivi il luogo."
      />
    ),
  }
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={fields} names={names} inputs={inputs} />
      </Columns>
    </RecordForm>
  )
}
