import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { type Settings, settings } from '../../../contract/overview/settings.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { FileUpload } from '../../../crud/record/FileUpload.tsx'
import { StoredPicture } from '../../../crud/record/StoredPicture.tsx'
import { useCan } from '../../../lib/session.ts'
import { IconTrash } from '../../../ui/icons.tsx'

/** The logo as it stands, and where it is loaded: a new one takes the place of the old. */
export function LogoCard({ company }: { company: Settings }) {
  const write = useCan()('settings.write')
  const remove = useDelete(settings.removeLogo, 'il logo')
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2}>Logo</Title>
        {company.logo_at ? (
          <StoredPicture source={settings.logo} input={{}} at={company.logo_at} alt="Logo dell’azienda" height={64} />
        ) : (
          <Text c="dimmed">Nessun logo: nei verbali c’è il nome.</Text>
        )}
        {write && company.logo_at && (
          <Group>
            <Button variant="default" leftSection={<IconTrash />} onClick={() => void remove({}, company.name)}>
              Elimina il logo
            </Button>
          </Group>
        )}
        {write && <FileUpload target={settings.upload} input={{}} accept="image/png,image/jpeg,image/webp" most={1} />}
      </Stack>
    </Card>
  )
}
