import { Card, Group, Text, Title } from '@mantine/core'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import type { Inspection } from '../../contract/inspections/inspections.ts'
import { OpenFileButton } from '../../crud/record/OpenFileButton.tsx'
import { ServerPhotos } from './ServerPhotos.tsx'

/** Files that arrived with a verifica and that no answer names: the office sees that they are there. */
export function ReadUnlinkedFiles({ files }: Pick<Inspection, 'files'>) {
  const strays = files.filter(({ stray }) => stray)
  if (strays.length === 0) return null
  const photos = strays.filter(({ mime }) => mime.startsWith('image/'))
  return (
    <Card withBorder component="section">
      <Title order={2}>Foto non collegate a una risposta</Title>
      <ServerPhotos label="Non collegata" uuids={photos.map(({ uuid }) => uuid)} />
      {strays
        .filter((file) => !photos.includes(file))
        .map(({ uuid, name }) => (
          <Group key={uuid} mt="xs" gap="sm">
            <Text>Allegato: {name}</Text>
            <OpenFileButton source={inspectionFiles.get} input={{ uuid }} name={name} />
          </Group>
        ))}
    </Card>
  )
}
