import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { documentCategories, documents, type ManagedDocument } from '../../../contract/content/documents.ts'
import { FileUpload } from '../../../crud/record/FileUpload.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'

const categories = Object.entries(documentCategories).map(([value, label]) => ({ value, label }))
interface UploadDocumentsProps {
  /** The document that gets a new version. */
  replaces?: ManagedDocument
  onClose: () => void
}

/** Uploads documents, whose fields are those of all files chosen, or the next version of one. */
export function UploadDocuments({ replaces, onClose }: UploadDocumentsProps) {
  const phone = usePhone()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [category, setCategory] = useState('altro')
  const [valid, setValid] = useState<string | null>(null)
  const [reserved, setReserved] = useState(false)
  const input = replaces
    ? { document_id: replaces.id }
    : {
        category: category as 'altro',
        isEncrypted: reserved,
        ...(name && { name }),
        ...(description && { description }),
        ...(valid && { valid_to: valid }),
      }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={replaces ? `Nuova versione: ${replaces.name}` : 'Carica documenti'}
      fullScreen={phone}
      closeOnClickOutside={false}
    >
      <Stack>
        {replaces ? (
          <Text>Chi può vedere il documento trova subito il nuovo file, di nuovo da leggere.</Text>
        ) : (
          <>
            <TextInput
              label="Nome"
              description="Vuoto: il nome del file. Con più file vale il nome di ciascuno."
              maxLength={255}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Textarea label="Descrizione" rows={2} value={description} onChange={(event) => setDescription(event.currentTarget.value)} />
            <Select
              label="Categoria"
              data={categories}
              value={category}
              allowDeselect={false}
              onChange={(value) => value && setCategory(value)}
            />
            <DateField label="Valido fino al" value={valid} onChange={setValid} />
            <Checkbox
              label="Documento riservato"
              description="Cifrato sul server, mai tenuto sui dispositivi; ogni lettura resta negli accessi."
              checked={reserved}
              onChange={(event) => setReserved(event.currentTarget.checked)}
            />
            <Text size="sm" c="dimmed">
              Dopo il caricamento lo vede solo chi amministra i documenti, finché con "Permessi" non si sceglie chi altro.
            </Text>
          </>
        )}
        <FileUpload
          target={documents.upload}
          input={input}
          {...(replaces && { most: 1 })}
          none="Assicurati di aver selezionato un file"
          onDone={onClose}
        />
      </Stack>
    </Dialog>
  )
}
