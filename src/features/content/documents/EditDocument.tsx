import { documents, type ManagedDocument } from '../../../contract/content/documents.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'

interface EditDocumentProps {
  document: ManagedDocument
  onClose: () => void
}
/** What a document is called and how long it holds; its file and who may see it have dialogs of their own. */
export function EditDocument({ document, onClose }: EditDocumentProps) {
  const phone = usePhone()
  const fields = { name: '', description: '', category: null, valid_to: null }
  const { form, field, schema } = useRecordForm({ update: documents.update }, document, fields, onClose)
  return (
    <Dialog opened onClose={onClose} title={`Modifica: ${document.name}`} fullScreen={phone} closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose}>
        <Fields of={{ field, schema }} names={['name', 'description', 'category', 'valid_to']} />
      </RecordForm>
    </Dialog>
  )
}
