import { Button, Group, Table, TableScrollContainer, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Price, prices } from '../../../contract/prices.ts'
import { priceModes, priceSources } from '../../../contract/stations.ts'
import { useDelete } from '../../../crud/delete.ts'
import { dayTime, euro } from '../../../lib/format.ts'
import { difference } from './difference.ts'

const STEP = 20
interface PriceHistoryProps {
  id: number
  rows: readonly Price[]
  write: boolean
  /** What came before is not here yet. */
  more: { busy: boolean; failed: boolean; show: () => void } | undefined
}

/** Each change, newest first. Nothing of it is ever rewritten; the last one of a series can be taken back. */
export function PriceHistory({ id, rows, write, more }: PriceHistoryProps) {
  const [shown, setShown] = useState(STEP)
  const remove = useDelete(prices.remove, 'il prezzo')
  const begun = rows.filter(({ state }) => state !== 'future')
  const headings = ['Data', 'Carburante', 'Modalità', 'Prezzo', 'Differenza', 'Chi', 'Origine']
  return (
    <section aria-labelledby="price-history">
      <Title order={2} id="price-history" mb="xs">
        Variazioni dei prezzi
      </Title>
      {begun.length === 0 ? (
        <Text c="dimmed">{more ? 'Nessuna variazione negli ultimi 90 giorni.' : 'Nessuna variazione.'}</Text>
      ) : (
        <TableScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-labelledby="price-history">
            <Table.Thead>
              <Table.Tr>
                {headings.map((head) => (
                  <Table.Th key={head} ta={['Prezzo', 'Differenza'].includes(head) ? 'end' : undefined}>
                    {head}
                  </Table.Th>
                ))}
                {write && <Table.Th aria-label="Azioni" />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {begun.slice(0, shown).map((price) => (
                <Table.Tr key={price.id}>
                  <Table.Td>{dayTime(price.valid_from)}</Table.Td>
                  <Table.Td>{price.fuel}</Table.Td>
                  <Table.Td>{priceModes[price.mode]}</Table.Td>
                  <Table.Td ta="end">
                    {euro(price.price)}/{price.unit}
                  </Table.Td>
                  <Table.Td ta="end">{price.previous === null ? 'Primo prezzo' : difference(price.previous, price.price)}</Table.Td>
                  <Table.Td>{price.author ?? '–'}</Table.Td>
                  <Table.Td>{priceSources[price.source]}</Table.Td>
                  {write && (
                    <Table.Td ta="end">
                      {price.newest && (
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          color="red"
                          aria-label={`Elimina il prezzo di ${nameOf(price)}`}
                          onClick={() => void remove({ stationId: id, priceId: price.id }, `${nameOf(price)} ${euro(price.price)}`)}
                        >
                          Elimina
                        </Button>
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
