import { Button, Group, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { priceModes } from '../../contract/stations/stations.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { difference, figure } from './PriceCell.tsx'
import { cellKey, type DraftPrice } from './price-draft.ts'
import type { PriceWarning } from './publication.ts'

interface ConfirmPricesDialogProps {
  /** What is to be published. */
  prices: readonly DraftPrice[]
  warnings: readonly PriceWarning[]
  /** Cells of the draft that hold no price: they are left out. */
  wrong: number
  onConfirm: () => void
  onClose: () => void
}
const unusual = (count: number) => {
  if (!count) return 'I gestori ne ricevono notizia.'
  return count === 1 ? 'Un prezzo è insolito. Pubblicarlo così com’è?' : `${count} prezzi sono insoliti. Pubblicarli così come sono?`
}
const leftOut = (count: number) =>
  count === 1
    ? 'Un valore da correggere non è un prezzo: resta nella griglia e non viene pubblicato.'
    : `${count} valori da correggere non sono prezzi: restano nella griglia e non vengono pubblicati.`

/** Asks once before a publication, with every price of it: the unusual ones first, each with its reason. It never changes a price. */
export function ConfirmPricesDialog({ prices, warnings, wrong, onConfirm, onClose }: ConfirmPricesDialogProps) {
  const reasons = new Map(warnings.map(({ key, reason }) => [key, reason.replace(': confermare il prezzo', '')]))
  const rows = prices
    .map((price) => ({ price, reason: reasons.get(cellKey(price)) }))
    .toSorted((a, b) => Number(!a.reason) - Number(!b.reason))
  const heads = ['Punto vendita', 'Carburante', 'Ora', 'Nuovo', ...(warnings.length ? ['Perché'] : [])]
  return (
    <Dialog opened onClose={onClose} title={warnings.length ? 'Prezzi da controllare' : 'Pubblicare i prezzi?'} size="lg">
      <Stack>
        <Text>{unusual(warnings.length)}</Text>
        {wrong > 0 && <Text c="red">{leftOut(wrong)}</Text>}
        <TableScrollContainer minWidth={480} mah="50vh" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ price, reason }) => (
                <Table.Tr key={cellKey(price)}>
                  <Table.Td>
                    {price.station.code} {price.station.name}
                  </Table.Td>
                  <Table.Td>
                    {price.fuel} {priceModes[price.mode].toLowerCase()}
                  </Table.Td>
                  <Table.Td>{price.now === null ? '–' : figure(price.now)}</Table.Td>
                  <Table.Td>
                    {figure(price.price!)} ({difference(price.price!, price.now)})
                  </Table.Td>
                  {warnings.length > 0 && <Table.Td>{reason}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus={warnings.length > 0 || undefined} onClick={onClose}>
            Torna ai prezzi
          </Button>
          <Button data-autofocus={warnings.length === 0 || undefined} onClick={onConfirm}>
            {warnings.length ? 'Pubblica comunque' : prices.length === 1 ? 'Pubblica un prezzo' : `Pubblica ${prices.length} prezzi`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
