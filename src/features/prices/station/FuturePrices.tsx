import { Button, Group, List, Text } from '@mantine/core'
import { type Price, prices } from '../../../contract/prices/prices.ts'
import { priceModes } from '../../../contract/stations/stations.ts'
import { dayTime, euro } from '../../../lib/format.ts'
import { useSend } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import type { Current } from './PriceGrid.tsx'
import { difference } from './price-difference.ts'

interface FuturePricesProps {
  id: number
  prices: readonly Price[]
  current: readonly Current[]
  write: boolean
}

/** Planned prices, soonest first. The last one of a series can be cancelled. */
export function FuturePrices({ id, prices: rows, current, write }: FuturePricesProps) {
  const confirm = useConfirm()
  const { mutate, isPending } = useSend(prices.remove)
  const planned = rows.filter(({ state }) => state === 'future').reverse()
  if (!planned.length) return null
  async function callOff({ id: priceId, ...price }: Price) {
    const question = {
      title: 'Annullare il prezzo futuro?',
      message: `${nameOf(price)} non passerà a ${euro(price.price)} il ${dayTime(price.valid_from)}.`,
      confirm: 'Annulla il prezzo',
      danger: true,
    }
    if (!isPending && (await confirm(question))) mutate({ stationId: id, priceId })
  }
  return (
    <section aria-labelledby="future-prices">
      <Text id="future-prices" fw={600} mb="xs">
        Prezzi futuri
      </Text>
      <List listStyleType="none" spacing="xs">
        {planned.map((price) => (
          <List.Item key={price.id}>
            <Group gap="xs">
              <Text>
                Dal {dayTime(price.valid_from)}: {nameOf(price)} {euro(price.price)}/{price.unit}
                {changeOf(price, current)}
              </Text>
              {write && price.newest && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Annulla ${nameOf(price)} dal ${dayTime(price.valid_from)}`}
                  onClick={() => void callOff(price)}
                >
                  Annulla
                </Button>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  )
}
const nameOf = ({ fuel, mode }: Pick<Price, 'fuel' | 'mode'>) => `${fuel} ${priceModes[mode].toLowerCase()}`
function changeOf({ fuel_id, mode, price }: Price, current: readonly Current[]) {
  const now = current.find((one) => one.fuel_id === fuel_id && one.mode === mode)
  return now ? ` (${difference(now.price, price)} da adesso)` : ''
}
