import { Stack, Table, TableScrollContainer, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { wholeNumber } from '../../../contract/crud.ts'
import { equipment, type Tank } from '../../../contract/equipment.ts'
import { tankTypes } from '../../../contract/tanks.ts'
import { readSearch, useParameters } from '../../../crud/list-search.ts'
import { query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconStack2 } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { DueChip } from '../DueChip.tsx'
import { Told } from '../PieceShow.tsx'
import { pieceLink } from '../piece-link.ts'

const read = readSearch({ pezzo: wholeNumber(1) })
const heads = ['N. serbatoio', 'Carburante', 'Capacità (l)', 'Tipo', 'Camera', 'Sonda', 'Prossima prova di tenuta']

/** "Cisterne": the tanks of a station as they are read, or one of them with what is known of it. */
export function StationTanks({ id }: { id: number }) {
  const { pezzo } = useParameters(read)
  const { data, isError, refetch } = useQuery(query(equipment.tanks, { id }))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const rows = pezzo === undefined ? data : data.filter((tank) => tank.id === pezzo)
  if (!rows.length && pezzo === undefined) return <EmptyState icon={IconStack2} message="Nessuna cisterna." />
  const [one] = rows
  return (
    <Stack gap="lg">
      {pezzo !== undefined && (
        <>
          <LinkAnchor to="/stazioni/$id" params={{ id }} search={{ scheda: 'attrezzature', parte: 'cisterne' }}>
            <span aria-hidden>←</span> Cisterne
          </LinkAnchor>
          {one ? (
            <Title order={2}>Cisterna {nameOf(one)}</Title>
          ) : (
            <EmptyState message="Non è tra le attrezzature di questo punto vendita." />
          )}
        </>
      )}
      {one && (
        <TableScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((tank) => (
                <Table.Tr key={tank.id}>
                  <Table.Td>
                    {pezzo === undefined ? <LinkAnchor {...pieceLink(id, 'tank', tank.id)}>{nameOf(tank)}</LinkAnchor> : nameOf(tank)}
                  </Table.Td>
                  <Table.Td>{tank.fuel?.name ?? '–'}</Table.Td>
                  <Table.Td>{tank.capacity?.toLocaleString('it-IT') ?? '–'}</Table.Td>
                  <Table.Td>{tankTypes[tank.type as keyof typeof tankTypes] ?? '–'}</Table.Td>
                  <Table.Td>{tank.compartment ?? '–'}</Table.Td>
                  <Table.Td>{tank.probe ? 'Sì' : 'No'}</Table.Td>
                  <Table.Td>
                    <DueChip date={tank.next_test} of={['tank', tank.id, 'next_test']} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
      )}
      {pezzo !== undefined && one && <Told kind="tank" id={one.id} />}
    </Stack>
  )
}
const nameOf = ({ number, id }: Tank) => number ?? `n. ${id}`
