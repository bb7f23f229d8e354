import { ActionIcon, Button, Group, Table, TableScrollContainer, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Price, prices } from '../../../contract/prices/prices.ts'
import { priceModes, priceSources } from '../../../contract/stations/stations.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { dayTime, euro } from '../../../lib/format.ts'
import { IconTrash } from '../../../ui/icons.tsx'
import { difference } from './price-difference.ts'
import classes from './prices.module.css'

const STEP = 20
interface PriceHistoryProps {
  id: number
  rows: readonly Price[]
  write: boolean
  /** Set while older changes are not loaded. */
  more: { busy: boolean; failed: boolean; show: () => void } | undefined
}

/** All changes of price, newest first. Only the newest price of a series can be deleted. */
export function PriceHistory({ id, rows, write, more }: PriceHistoryProps) {
  const [shown, setShown] = useState(STEP)
  const remove = useDelete(prices.remove, 'il prezzo')
  const begun = rows.filter(({ state }) => state !== 'future')
  return (
    <section aria-labelledby="price-history">
      <Title order={2} id="price-history" mb="xs">
        Variazioni dei prezzi
      </Title>
      {begun.length === 0 ? (
        <Text c="dimmed">{more ? 'Nessuna variazione negli ultimi 90 giorni.' : 'Nessuna variazione.'}</Text>
      ) : (
        <TableScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-labelledby="price-history" className={classes.lines}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Data</Table.Th>
                <Table.Th>Carburante</Table.Th>
                <Table.Th ta="end">Prezzo</Table.Th>
                <Table.Th ta="end">Differenza</Table.Th>
                <Table.Th>Da</Table.Th>
                {write && <Table.Th aria-label="Azioni" />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {begun.slice(0, shown).map((price) => (
                <Table.Tr key={price.id}>
                  <Table.Td>{dayTime(price.valid_from)}</Table.Td>
                  <Table.Td>{nameOf(price)}</Table.Td>
                  <Table.Td ta="end">
                    {euro(price.price)}/{price.unit}
                  </Table.Td>
                  <Table.Td ta="end">{price.previous === null ? 'Primo' : difference(price.previous, price.price)}</Table.Td>
                  <Table.Td>
                    {whoOf(price)}
                    {price.valid_to && isFollowed(price, rows) && (
                      <Text size="sm" c="dimmed">
                        Annullato il {dayTime(price.valid_to)}
                      </Text>
                    )}
                  </Table.Td>
                  {write && (
                    <Table.Td ta="end">
                      {price.newest && (
                        <ActionIcon
                          variant="subtle"
                          color="red"
                          aria-label={`Elimina il prezzo di ${nameOf(price)}`}
                          onClick={() => {
                            const back = price.previous === null ? '' : ` (torna ${euro(price.previous)})`
                            void remove({ stationId: id, priceId: price.id }, `${nameOf(price)} ${euro(price.price)}${back}`)
                          }}
                        >
                          <IconTrash />
                        </ActionIcon>
                      )}
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
      )}
      <Group gap="xs" mt="xs">
        {begun.length > shown && (
          <Button variant="default" onClick={() => setShown(shown + 5 * STEP)}>
            Mostra altre variazioni
          </Button>
        )}
        {begun.length <= shown && more && (
          <Button variant="default" loading={more.busy} onClick={more.show}>
            Mostra tutto lo storico
          </Button>
        )}
        {more?.failed && (
          <Text c="red" role="alert">
            Lo storico non è disponibile: riprova.
          </Text>
        )}
      </Group>
    </section>
  )
}
const nameOf = ({ fuel, mode }: Price) => `${fuel} ${priceModes[mode].toLowerCase()}`
/** True for a price that was taken back: the one before it follows at the moment it ends. */
const isFollowed = ({ fuel_id, mode, valid_to }: Price, rows: readonly Price[]) =>
  rows.some((one) => one.fuel_id === fuel_id && one.mode === mode && one.valid_from === valid_to)
/** The author, or the source of an imported price. Old manual prices have no author. */
const whoOf = ({ author, source }: Price) =>
  source === 'manuale' ? (author ?? '–') : author ? `${priceSources[source]}, ${author}` : priceSources[source]
