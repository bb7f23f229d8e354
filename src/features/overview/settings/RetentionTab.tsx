import { Button, Card, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RetainedKind, type Retention, retained, retainedKinds, retention } from '../../../contract/overview/retention.ts'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { count, day } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { addDays } from '../../../rules/shared/italian.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'

type Asked = Partial<Record<RetainedKind, number>>
const empty = Object.fromEntries(retainedKinds.map((kind) => [kind, null])) as Record<RetainedKind, null>

/** "Conservazione dei dati": how long records stay, with a trial that removes nothing. */
export function RetentionTab() {
  const { data, isError, refetch } = useQuery(query(retention.get, {}))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  return data ? <RetentionForm periods={data} /> : <LoadingRows />
}
function RetentionForm({ periods }: { periods: Retention }) {
  const { field, form, values } = useRecordForm(retention, periods, empty, () => undefined)
  const [asked, setAsked] = useState<Asked>()
  const typed = () =>
    Object.fromEntries(retainedKinds.map((kind) => [kind, values.get(kind)]).filter(([, months]) => Number.isInteger(months))) as Asked
  return (
    <Stack maw={720}>
      <Card withBorder component="section">
        <Title order={2} mb="sm">
          Conservazione dei dati
        </Title>
        <RecordForm form={form} onCancel={() => void form.reset()}>
          <Text c="dimmed">
            Mesi dopo i quali i dati si eliminano, ogni notte. Un campo vuoto: si conservano senza scadenza. I minimi di legge vanno
            confermati con il proprio consulente.
          </Text>
          {retainedKinds.map((kind) => (
            <NumberField
              key={kind}
              {...field(kind)}
              decimals={0}
              description={`${retained[kind].why} Proposta: ${retained[kind].proposed} mesi.`}
            />
          ))}
        </RecordForm>
      </Card>
      <Card withBorder component="section" aria-labelledby="trial">
        <Title order={2} id="trial" mb="xs">
          Prova
        </Title>
        <Text size="sm" mb="sm">
          Conta che cosa si eliminerebbe con i mesi scritti qui sopra, anche se non sono ancora salvati. Non elimina nulla.
        </Text>
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setAsked(typed())}>
          Prova
        </Button>
        {asked && <Trial asked={asked} />}
      </Card>
    </Stack>
  )
}
function Trial({ asked }: { asked: Asked }) {
  const { data, error, refetch } = useQuery({ ...query(retention.trial, asked), staleTime: 0 })
  // Months that are refused are corrected above; anything else is tried again.
  if (error?.status === 422) return <Text mt="sm">{error.message}</Text>
  if (error) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={3} />
  return (
    <Table mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Dati</Table.Th>
          <Table.Th ta="end">Da eliminare</Table.Th>
          <Table.Th>Fino al</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.map(({ kind, rows, before }) => (
          <Table.Tr key={kind}>
            <Table.Td>{retained[kind].title}</Table.Td>
            <Table.Td ta="end">{count(rows)}</Table.Td>
            <Table.Td>{day(addDays(before, -1))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
