import { Card, Text, Title } from '@mantine/core'
import type { Inspection } from '../../contract/inspections/inspections.ts'
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
          <Text key={uuid} mt="xs">
            Allegato: {name}
          </Text>
        ))}
    </Card>
  )
}
