import { Stack, Table, TableScrollContainer, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type * as v from 'valibot'
import type { Output } from '../../../contract/endpoint.ts'
import { fuels } from '../../../contract/fuels.ts'
import type { StationFuel } from '../../../contract/station-set-fields.ts'
import { stationSetCalls } from '../../../contract/station-sets.ts'
import { priceModes, priceSources, stations } from '../../../contract/stations.ts'
import { Children } from '../../../crud/Children.tsx'
import { LookupSelect } from '../../../crud/LookupSelect.tsx'
import { dayTime, euro } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'

const words = ['Aggiungi carburante', 'Togli il carburante', 'Nessun carburante.'] as const
const inputs = { fuel_id: (props: object) => <LookupSelect {...props} source={fuels.suggest} clearable={false} /> }
const cells = { fuel_id: (fuel: v.InferOutput<typeof StationFuel>) => fuel.name }

/** "Carburanti e prezzi": what is sold and how, and at which prices now. */
export function Fuels(props: { record: Output<typeof stationSetCalls.fuels>; locked: boolean }) {
  const priced = useCan()(stations.prices.policy)
  return (
    <Stack gap="lg">
      <section aria-labelledby="fuels">
        <Title order={2} id="fuels" mb="xs">
          Carburanti
        </Title>
        <Children {...props} resource={{ update: stationSetCalls.fuels }} path="fuels" words={words} inputs={inputs} cells={cells} />
      </section>
      {priced && (
        <section aria-labelledby="prices">
          <Title order={2} id="prices" mb="xs">
            Prezzi in vigore
          </Title>
          <Prices id={props.record.id} />
        </section>
      )}
    </Stack>
  )
}

function Prices({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(query(stations.prices, { id }))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={3} />
  if (!data.length) return <Text c="dimmed">Nessun prezzo in vigore.</Text>
  return (
    <TableScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Carburante', 'Modalità', 'Prezzo', 'Valido dal', 'Origine'].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((price) => (
            <Table.Tr key={price.id}>
              <Table.Td>{price.fuel}</Table.Td>
              <Table.Td>{priceModes[price.mode]}</Table.Td>
              <Table.Td>
                {euro(price.price)}/{price.unit}
              </Table.Td>
              <Table.Td>{dayTime(price.valid_from)}</Table.Td>
              <Table.Td>{priceSources[price.source]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  )
}
