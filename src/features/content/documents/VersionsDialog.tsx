import { Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { documents, type OwnDocument } from '../../../contract/content/documents.ts'
import { OpenFileButton } from '../../../crud/record/OpenFileButton.tsx'
import { bytes, dayTime } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import classes from '../contacts.module.css'

interface VersionsDialogProps {
  document: OwnDocument
  onClose: () => void
}
/** The files that a document has had, newest first, each to be opened by whoever may see the document. */
export function VersionsDialog({ document, onClose }: VersionsDialogProps) {
  const phone = usePhone()
  const client = useQueryClient()
  const { id, name, version } = document
  const { data, isError, error, refetch } = useQuery(query(documents.versions, { id }))
  return (
    <Dialog opened onClose={onClose} title={`Versioni: ${name}`} fullScreen={phone} size="lg">
      {data ? (
        <ul className={classes.items}>
          {data.map((one) => (
            <li key={one.version} className={classes.item}>
              <Group gap="sm" justify="flex-end">
                <Stack gap={0} className={classes.words}>
                  <Group gap="xs">
                    <Text fw={500}>{`Versione ${one.version}`}</Text>
                    {one.version === version && <StatusChip tone="ok" label="In vigore" />}
                  </Group>
                  <Text size="sm">{one.name}</Text>
                  <Text size="sm" c="dimmed">
                    {[dayTime(one.created_at), one.author?.name, `${one.extension.toUpperCase()} · ${bytes(one.size)}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Stack>
                <OpenFileButton
                  source={documents.versionFile}
                  input={{ id, version: one.version }}
                  name={`versione ${one.version}`}
                  onOpened={() => client.invalidateQueries({ queryKey: ['documents'] })}
                />
              </Group>
            </li>
          ))}
        </ul>
      ) : isError ? (
        <ErrorState message={`Errore nel caricamento. ${error.message}`} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Dialog>
  )
}
