import { SegmentedControl, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { controls, messages } from '../../../contract/content/communications.ts'
import { Pager } from '../../../crud/list/Pager.tsx'
import { dayTime } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'

/** Who received the current version, and when each read and confirmed it. */
export function Recipients({ id, type }: { id: number; type: 1 | 2 }) {
  const resource = (type === 2 ? controls : messages) as typeof messages
  const [state, setState] = useState('')
  const [page, setPage] = useState(1)
  const [per_page, setSize] = useState(25)
  const input = { id, page, per_page, ...(state && { state: state as 'unread' }) }
  const { data, isError, refetch } = useQuery({ ...query(resource.recipients, input as never), placeholderData: keepPreviousData })
  const states = [
    { value: '', label: 'Tutti' },
    { value: 'unread', label: 'Non letta' },
    ...(type === 2 ? [{ value: 'unconfirmed', label: 'Non confermata' }] : []),
  ]
  return (
    <Stack>
      <SegmentedControl
        data={states}
        value={state}
        onChange={(next) => {
          setState(next)
          setPage(1)
        }}
      />
      {isError && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows />
      ) : !data.data.length ? (
        <Text c="dimmed">Nessun destinatario.</Text>
      ) : (
        <>
          <TableScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Nome</Table.Th>
                  <Table.Th>Letta</Table.Th>
                  {type === 2 && <Table.Th>Presa visione</Table.Th>}
                  <Table.Th>Sollecito</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.data.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      {one.name}
                      <Text size="sm" c="dimmed">
                        {one.email}
                      </Text>
                    </Table.Td>
                    <Table.Td>{dayTime(one.read_at) || '–'}</Table.Td>
                    {type === 2 && <Table.Td>{dayTime(one.ack_at) || '–'}</Table.Td>}
                    <Table.Td>{dayTime(one.reminded_at) || '–'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </TableScrollContainer>
          <Pager page={data} order={undefined} onPage={setPage} onPageSize={setSize} />
        </>
      )}
    </Stack>
  )
}
