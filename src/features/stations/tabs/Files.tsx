import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileCategories, type StationFile, stationFiles } from '../../../contract/stations/files.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { FileList } from '../../../crud/record/FileList.tsx'
import { FileUpload } from '../../../crud/record/FileUpload.tsx'
import { OpenFileButton } from '../../../crud/record/OpenFileButton.tsx'
import { day } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconTrash } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'

type Category = keyof typeof fileCategories
const categories = Object.entries(fileCategories).map(([value, label]) => ({ value, label }))

/** "File": the papers of a station, each of a kind and perhaps valid until a day. */
export function Files({ id, write }: { id: number; write: boolean }) {
  const { data, isError, refetch } = useQuery(query(stationFiles.list, { id }))
  const remove = useDelete(stationFiles.removeFile, 'il file')
  return (
    <Stack>
      {write && <Upload id={id} />}
      {isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <FileList files={data}>
          {(file) => (
            <>
              <Text size="sm">{about(file)}</Text>
              <OpenFileButton source={stationFiles.download} input={{ id: file.id }} name={file.name} />
              <DownloadButton source={stationFiles.download} input={{ id: file.id }} label={`Scarica ${file.name}`}>
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
      ) : (
        <LoadingRows />
      )}
    </Stack>
  )
}
const about = ({ category, expiration }: StationFile) =>
  [category && fileCategories[category], expiration && `scade il ${day(expiration)}`].filter(Boolean).join(' · ')

/** The description holds for all files that are sent together. */
function Upload({ id }: { id: number }) {
  const [category, setCategory] = useState<Category>('altro')
  const [expiration, setExpiration] = useState<string | null>(null)
  return (
    <>
      <Group gap="sm" align="start">
        <Select
          label="Categoria"
          data={categories}
          value={category}
          allowDeselect={false}
          onChange={(next) => setCategory(next as Category)}
        />
        <DateField label="Scadenza" value={expiration} onChange={setExpiration} />
      </Group>
      <FileUpload target={stationFiles.upload} input={{ id, category, expiration }} />
    </>
  )
}
