import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { driverFileCategories, supportDocuments } from '../../../contract/content/support-documents.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { FileUpload } from '../../../crud/record/FileUpload.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'

const categories = Object.entries(driverFileCategories).map(([value, label]) => ({ value, label }))

/** Adds files for drivers; station, kind and end of validity are those of all of them. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const phone = usePhone()
  const [station, setStation] = useState<number | null>(null)
  const [category, setCategory] = useState<keyof typeof driverFileCategories>('scheda_scarico')
  const [valid, setValid] = useState<string | null>(null)
  return (
    <Dialog opened onClose={onClose} title="Carica file" fullScreen={phone} closeOnClickOutside={false}>
      <Stack>
        <ResourceSelect
          source={stations.suggest}
          say={({ code, name }) => `${code} ${name}`}
          label="Punto vendita"
          description="Vuoto: per tutti i punti vendita."
          clearable
          onChange={setStation}
        />
        <Select
          label="Categoria"
          data={categories}
          value={category}
          allowDeselect={false}
          onChange={(value) => value && setCategory(value as typeof category)}
        />
        <DateField label="Valido fino al" value={valid} onChange={setValid} />
        <FileUpload
          target={supportDocuments.upload}
          input={{ category, ...(station && { station_id: station }), ...(valid && { valid_to: valid }) }}
          none="Assicurati di aver selezionato un file"
          onDone={onClose}
        />
      </Stack>
    </Dialog>
  )
}
