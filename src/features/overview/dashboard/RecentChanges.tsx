import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { history } from '../../../contract/kernel/history.ts'
import { query } from '../../../lib/query.ts'
import { historyModels } from '../../../rules/overview/history-models.ts'
import { historyColumns } from '../../../rules/shared/history-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'

const words = historyColumns(historyModels)

/** The last changes of what one works on. */
export function RecentChanges() {
  const { data, error, isPending, refetch } = useQuery(query(history.list, { per_page: 5 }))
  return (
    <section aria-labelledby="recent">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="recent">
          Che cosa è cambiato
        </Title>
        <LinkAnchor to="/storico-modifiche">Tutte le modifiche</LinkAnchor>
      </Group>
      {isPending && <LoadingRows />}
      {error && <ErrorState message="Modifiche non disponibili." onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <Text c="dimmed">Nessuna modifica finora.</Text>}
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.data.map((change) => (
          <li key={change.id}>
            <LinkAnchor to="/storico-modifiche" search={{ model: [change.model] }} fw={500}>
              {words.Oggetto.text(change)}
            </LinkAnchor>
            <Text size="sm" truncate="end" title={words.Differenze.text(change)}>
              {[words.Evento.text(change), words.Differenze.text(change)].filter(Boolean).join(' · ')}
            </Text>
            <Text size="sm" c="dimmed">
              {words.Chi.text(change)}, {words.Quando.text(change)}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  )
}
