import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { inspectionModels } from '../../../contract/inspections/models.ts'
import { RecordDialog } from '../../../crud/form/RecordDialog.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { NumberField } from '../../../ui/NumberField.tsx'

function NewModelForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const { field, form } = useRecordForm(
    inspectionModels,
    undefined,
    { name: '', code: '', description: '', minutes: null },
    (model) => void navigate({ to: '/verifiche/modello', search: { id: model.id }, replace: true }),
  )
  return (
    <RecordForm form={form} onCancel={onCancel} submit="Crea">
      <TextInput {...field('name')} data-autofocus />
      <TextInput {...field('code')} description="Breve e in maiuscolo, per esempio VPV." autoCapitalize="characters" />
      <Textarea {...field('description')} />
      <NumberField {...field('minutes')} label="Durata stimata (minuti)" decimals={0} />
    </RecordForm>
  )
}

/** A new model begins with its name; its sections are made in the editor, which opens next. */
export const NewModel = () => <RecordDialog fresh="Nuovo modello">{(_model, close) => <NewModelForm onCancel={close} />}</RecordDialog>
