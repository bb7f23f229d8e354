import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Settings, settings } from '../../contract/settings.ts'
import { useDelete } from '../../crud/delete.ts'
import { FileUpload } from '../../crud/FileUpload.tsx'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconTrash } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'

/** The logo as it stands, and where it is loaded: a new one takes the place of the old. */
export function LogoCard({ company }: { company: Settings }) {
  const write = useCan()('settings.write')
  const remove = useDelete(settings.removeLogo, 'il logo')
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2}>Logo</Title>
        {company.logo_at ? (
          <Logo key={company.logo_at} at={company.logo_at} />
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
        {write && <FileUpload target={settings.upload} input={{}} accept="image/png,image/jpeg,image/webp" />}
      </Stack>
    </Card>
  )
}

function Logo({ at }: { at: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['settings', 'logo', at],
    queryFn: () => call(settings.logo, {}, { part: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  return src ? <img src={src} alt="Logo dell’azienda" height={64} /> : <LoadingRows />
}
