import { ActionIcon, Stack } from '@mantine/core'
import type { attachments, StoredFile } from '../../contract/kernel/attachments.ts'
import type { Named } from '../../contract/kernel/endpoint.ts'
import { useCan } from '../../lib/session.ts'
import { IconTrash } from '../../ui/icons.tsx'
import { DownloadButton } from '../import/DownloadButton.tsx'
import { useDelete } from './delete.ts'
import { FileList } from './FileList.tsx'
import { FileUpload } from './FileUpload.tsx'
import { OpenFileButton } from './OpenFileButton.tsx'

type Calls = ReturnType<typeof attachments<'/'>>
/** A resource with `attachments()`, whatever its path. */
type WithFiles = { [K in keyof Calls]: Omit<Calls[K], 'path'> & { path: string } & Named }

/** The files of a record: drop zone, list, preview, download, deletion. */
export function Attachments({
  resource,
  record: { id, files },
  of = {},
  locked = false,
  atOnce = true,
}: {
  resource: WithFiles
  record: { id: number; files: readonly StoredFile[] }
  /** Further path parameters of the record. */
  of?: object
  /** Read only, whatever the person may do elsewhere. */
  locked?: boolean
  /** Files are sent as they are chosen. */
  atOnce?: boolean
}) {
  const { upload, file: source, removeFile } = resource as { [K in keyof Calls]: Calls[K] & Named }
  const remove = useDelete(removeFile, 'il file')
  const write = useCan()(upload.policy) && !locked
  return (
    <Stack>
      {write && <FileUpload target={upload} input={{ ...of, id }} atOnce={atOnce} />}
      <FileList files={files}>
        {(file) => (
          <>
            <OpenFileButton source={source} input={{ ...of, id, fileId: file.id }} name={file.name} />
            <DownloadButton source={source} input={{ ...of, id, fileId: file.id }} label={`Scarica ${file.name}`}>
              Scarica
            </DownloadButton>
            {write && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Elimina ${file.name}`}
                onClick={() => void remove({ ...of, id, fileId: file.id }, file.name)}
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
