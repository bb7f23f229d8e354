import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { prices } from '../../contract/prices/prices.ts'
import { count } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'

/** Number of stations whose communication is overdue, for phones, where the column of the list is not visible. */
export function StaleBanner({ onShow }: { onShow: () => void }) {
  const { data } = useQuery(query(prices.list, { stale: true, per_page: 5 }, true))
  if (!data?.total) return null
  return (
    <Alert color="amber">
      <Group gap="xs" justify="space-between">
        <Text flex="1 1 12rem">
          {data.total === 1 ? 'Un punto vendita non comunica' : `${count(data.total)} punti vendita non comunicano`} prezzi da più di 8
          giorni.
        </Text>
        <Button variant="default" onClick={onShow}>
          Vedi
        </Button>
      </Group>
    </Alert>
  )
}
