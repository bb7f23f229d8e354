import { Table, TableScrollContainer, Text } from '@mantine/core'
import type * as v from 'valibot'
import type { StationFuel } from '../../../contract/station-set-fields.ts'
import { type CurrentPrice, priceModes } from '../../../contract/stations.ts'
import { dayTime, euro } from '../../../lib/format.ts'
import { daysAgo, daysBetween } from '../../../rules/price-clock.ts'
import { COMMUNICATION_DAYS } from '../../../rules/price-guards.ts'

export type Sold = v.InferOutput<typeof StationFuel>
export type Current = v.InferOutput<typeof CurrentPrice>
export type Mode = Current['mode']
export const modes = Object.keys(priceModes) as Mode[]

/** Fuel by mode: what it costs, and since when. */
export function PriceGrid({ sold, prices, now }: { sold: readonly Sold[]; prices: readonly Current[]; now: string }) {
  const known = new Map([
    ...prices.map(({ fuel_id, fuel }) => [fuel_id, fuel] as const),
    ...sold.map(({ fuel_id, name }) => [fuel_id, name] as const),
  ])
  const order = [...new Set([...sold.map(({ fuel_id }) => fuel_id), ...known.keys()])]
  if (!order.length) return <Text c="dimmed">Nessun carburante.</Text>
  return (
    <TableScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-labelledby="prices">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Carburante</Table.Th>
            {modes.map((mode) => (
              <Table.Th key={mode} ta="end">
                {priceModes[mode]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.map((fuel_id) => (
            <Table.Tr key={fuel_id}>
              <Table.Th scope="row" fw={500}>
                {known.get(fuel_id)}
              </Table.Th>
              {modes.map((mode) => (
                <Table.Td key={mode} ta="end">
                  <Cell
                    price={prices.find((one) => one.fuel_id === fuel_id && one.mode === mode)}
                    sells={!!sold.find((one) => one.fuel_id === fuel_id)?.[mode]}
                    now={now}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  )
}

function Cell({ price, sells, now }: { price: Current | undefined; sells: boolean; now: string }) {
  if (!price) return <Text c="dimmed">{sells ? 'Nessun prezzo' : 'Non erogato'}</Text>
  const days = daysBetween(price.valid_from, now)
  return (
    <>
      <Text fw={600}>
        {euro(price.price)}/{price.unit}
      </Text>
      <Text size="sm" c={days > COMMUNICATION_DAYS ? 'red' : 'dimmed'} title={dayTime(price.valid_from)}>
        {daysAgo(days)}
      </Text>
    </>
  )
}
