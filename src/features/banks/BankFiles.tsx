import { ActionIcon, Stack } from '@mantine/core'
import { type Bank, banks } from '../../contract/banks.ts'
import { DownloadButton } from '../../crud/DownloadButton.tsx'
import { useDelete } from '../../crud/delete.ts'
import { FileList } from '../../crud/FileList.tsx'
import { FileUpload } from '../../crud/FileUpload.tsx'
import { useCan } from '../../lib/session.ts'
import { IconTrash } from '../../ui/icons.tsx'

/** The files of a bank: drop zone, list, download, deletion. */
export function BankFiles({ bank: { id, files } }: { bank: Bank }) {
  const remove = useDelete(banks.removeFile, 'il file')
  const write = useCan()('banks.write')
  return (
    <Stack>
      {write && <FileUpload target={banks.upload} input={{ id }} />}
      <FileList files={files}>
        {(file) => (
          <>
            <DownloadButton source={banks.file} input={{ id, fileId: file.id }} label={`Scarica ${file.name}`}>
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
