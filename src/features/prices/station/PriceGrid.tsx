import { Table, TableScrollContainer, Text } from '@mantine/core'
import { Fragment } from 'react'
import type * as v from 'valibot'
import type { AreaMeans } from '../../../contract/prices/prices.ts'
import type { StationFuel } from '../../../contract/stations/set-fields.ts'
import { type CurrentPrice, priceModes } from '../../../contract/stations/stations.ts'
import { dayTime, euro } from '../../../lib/format.ts'
import { daysAgo, daysBetween } from '../../../rules/prices/communication.ts'
import { COMMUNICATION_DAYS } from '../../../rules/prices/price-checks.ts'
import { change, figure } from './price-difference.ts'

export type Sold = v.InferOutput<typeof StationFuel>
export type Current = v.InferOutput<typeof CurrentPrice>
export type Mode = Current['mode']
export const modes = Object.keys(priceModes) as Mode[]

interface PriceGridProps {
  sold: readonly Sold[]
  prices: readonly Current[]
  now: string
  /** Undefined while loading. */
  means: AreaMeans | undefined
}
/** Current prices by fuel and mode, with their age and their difference from the means of the area. */
export function PriceGrid({ sold, prices, now, means }: PriceGridProps) {
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
          {order.map((fuel_id) => {
            const priceOf = (mode: Mode) => prices.find((one) => one.fuel_id === fuel_id && one.mode === mode)
            const around = means ? aroundOf(means, fuel_id, priceOf) : []
            return (
              <Fragment key={fuel_id}>
                <Table.Tr bd={around.length ? 0 : undefined}>
                  <Table.Th scope="row" fw={500}>
                    {known.get(fuel_id)}
                  </Table.Th>
                  {modes.map((mode) => (
                    <Table.Td key={mode} ta="end">
                      <Cell price={priceOf(mode)} sells={!!sold.find((one) => one.fuel_id === fuel_id)?.[mode]} now={now} />
                    </Table.Td>
                  ))}
                </Table.Tr>
                {around.map(({ area, told }, at) => (
                  <Table.Tr key={area} fz="sm" c="dimmed" bd={at < around.length - 1 ? 0 : undefined}>
                    <Table.Th scope="row" fw={400} fz="sm">
                      Media {area}
                    </Table.Th>
                    {told.map((text, place) => (
                      <Table.Td key={modes[place]} ta="end" fz="sm">
                        {text}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Fragment>
            )
          })}
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

/** The means of province and region for a fuel, each with our difference from it. Unknown means are left out. */
function aroundOf(means: AreaMeans, fuel_id: number, priceOf: (mode: Mode) => Current | undefined) {
  return (['province', 'region'] as const)
    .map((kind) => ({
      area: means[kind],
      told: modes.map((mode) => {
        const price = priceOf(mode)
        const mean = price && means.prices.find((one) => one.fuel_id === fuel_id && one.mode === mode)?.[kind]
        return typeof mean === 'number' ? `${figure(mean)} (${change(mean, price!.price)})` : ''
      }),
    }))
    .filter(({ told }) => told.some(Boolean))
}
