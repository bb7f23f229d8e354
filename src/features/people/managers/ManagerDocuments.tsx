import { ActionIcon, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { managers } from '../../../contract/people/managers.ts'
import { documentTypes } from '../../../contract/people/personal.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { FileList } from '../../../crud/record/FileList.tsx'
import { FileUpload } from '../../../crud/record/FileUpload.tsx'
import { OpenFileButton } from '../../../crud/record/OpenFileButton.tsx'
import { useCan } from '../../../lib/session.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { IconTrash } from '../../../ui/icons.tsx'
import { DocumentDay } from './DocumentDay.tsx'
import type { Manager } from './words.ts'

const types = Object.entries(documentTypes).map(([value, label]) => ({ value, label }))
type DocumentType = keyof typeof documentTypes

/** The documents of a manager, each with its type and the end of its validity, which becomes an expiration. */
export function ManagerDocuments({ record: { id, documents } }: { record: Manager }) {
  const write = useCan()(managers.upload.policy)
  const remove = useDelete(managers.removeFile, 'il documento')
  const [category, setCategory] = useState<DocumentType>('altro')
  const [expiration, setExpiration] = useState<string | null>(null)
  return (
    <Stack>
      {write && (
        <>
          <Columns min="14rem">
            <Select
              label="Tipo"
              data={types}
              value={category}
              onChange={(next) => setCategory((next ?? 'altro') as DocumentType)}
              allowDeselect={false}
            />
            <DateField label="Scadenza" value={expiration} onChange={setExpiration} />
          </Columns>
          <FileUpload target={managers.upload} input={{ id, category, expiration }} onDone={() => setExpiration(null)} />
        </>
      )}
      <FileList files={documents}>
        {(file) => (
          <>
            <Text size="sm">{documentTypes[file.category ?? 'altro']}</Text>
            {file.expiration && <DocumentDay date={file.expiration} />}
            <OpenFileButton source={managers.file} input={{ id, fileId: file.id }} name={file.name} />
            <DownloadButton source={managers.file} input={{ id, fileId: file.id }} label={`Scarica ${file.name}`}>
              Scarica
            </DownloadButton>
            {write && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Elimina ${file.name}`}
                onClick={() => void remove({ id, fileId: file.id }, file.name)}
              >
                <IconTrash />
              </ActionIcon>
            )}
          </>
        )}
      </FileList>
    </Stack>
  )
}
