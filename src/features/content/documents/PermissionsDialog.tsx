import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AudienceInput } from '../../../contract/content/audience.ts'
import { documents, type ManagedDocument } from '../../../contract/content/documents.ts'
import { useSend } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { AudienceFields } from '../AudienceFields.tsx'

/** Who may see a document: by role, by station and by name, with how many and who they are before it is saved. */
export function PermissionsDialog({ document, onClose }: { document: ManagedDocument; onClose: () => void }) {
  const { roles, stations, users } = document.permissions
  const [value, setValue] = useState<AudienceInput>({ roles, stations, users })
  const phone = usePhone()
  const save = useSend(documents.setPermissions)
  return (
    <Dialog opened onClose={onClose} title={`Permessi: ${document.name}`} fullScreen={phone} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm" c="dimmed">
          Senza scelte lo vede solo chi gestisce i documenti. Chi può vederlo per la prima volta riceve un avviso.
        </Text>
        <AudienceFields value={value} onChange={setValue} source={documents.reached} known={document.permissions} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate({ document_id: document.id, ...value }, { onSuccess: onClose })}>
            Salva
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
