import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { kept } from './kept.ts'
import { List } from './list.tsx'
import { rows } from './rows.ts'

/** Work begun on the device, above the list of the server as it was last read. */
export function Device() {
  const begun = useLiveQuery(() => kept.begun.toArray())
  const { data } = useQuery(rows('other'))
  return (
    <Stack>
      <Group justify="space-between">
        <Title>Verifiche</Title>
        <Button>Nuova verifica</Button>
      </Group>
      {begun?.map(({ id, title, told, saved_at, state }) => (
        <Card key={id} component={Link} to={'/sezione' as string} data-begun={id} withBorder padding="sm">
          <Group justify="space-between" gap="xs">
            <div>
              <Text fw={500}>{title}</Text>
              <Text size="sm" c="dimmed">
                {told} · {new Date(saved_at).toLocaleString('it-IT')}
              </Text>
            </div>
            <Badge color="amber">{state}</Badge>
          </Group>
        </Card>
      ))}
      {data && <List title="Tutte" {...data} />}
    </Stack>
  )
}
