import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type obligationCategories as Categories, obligationCategories, obligations } from '../../../contract/people/obligations.ts'
import { query } from '../../../lib/query.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'

export interface Given {
  obligation_id: number
  due_date?: string | null
  applicable?: boolean
}

/** The obligations of a management out of the catalogue, each with its first due date. */
export function ChooseObligations({ value, onChange }: { value: readonly Given[]; onChange: (given: Given[]) => void }) {
  const { data, isError, refetch } = useQuery(query(obligations.list, {}))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const known = data.filter(({ id, active }) => active || value.some(({ obligation_id }) => obligation_id === id))
  const set = (id: number, given: Given | undefined) => {
    const others = value.filter(({ obligation_id }) => obligation_id !== id)
    onChange(given ? [...others, given] : others)
  }
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => onChange(known.map(({ id }) => value.find((one) => one.obligation_id === id) ?? { obligation_id: id }))}
        >
          Scegli tutti
        </Button>
        <Button variant="default" onClick={() => onChange([])}>
          Nessuno
        </Button>
      </Group>
      {known.map(({ id, name, category }) => {
        const given = value.find(({ obligation_id }) => obligation_id === id)
        return (
          <Group key={id} justify="space-between" align="start">
            <Checkbox
              label={name}
              description={obligationCategories[category as keyof typeof Categories]}
              checked={!!given}
              onChange={({ currentTarget }) => set(id, currentTarget.checked ? { obligation_id: id } : undefined)}
            />
            {given && (
              <DateField
                aria-label={`Scadenza di ${name}`}
                value={given.due_date ?? null}
                onChange={(due_date) => set(id, { ...given, due_date })}
              />
            )}
          </Group>
        )
      })}
      {known.length === 0 && <Text c="dimmed">Il catalogo degli obblighi è vuoto.</Text>}
    </Stack>
  )
}
