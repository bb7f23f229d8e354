import { Button, Group, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { priceModes } from '../../contract/stations/stations.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { difference, figure } from './PriceCell.tsx'
import type { PriceWarning } from './publication.ts'

interface ConfirmPricesDialogProps {
  warnings: readonly PriceWarning[]
  onConfirm: () => void
  onClose: () => void
}
/** Asks once to confirm all unusual prices of a publication. It never changes a price. */
export function ConfirmPricesDialog({ warnings, onConfirm, onClose }: ConfirmPricesDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Prezzi da controllare" size="lg">
      <Stack>
        <Text>
          {warnings.length === 1 ? 'Un prezzo è insolito.' : `${warnings.length} prezzi sono insoliti.`} Pubblicarli così come sono?
        </Text>
        <TableScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {['Punto vendita', 'Carburante', 'Ora', 'Nuovo', 'Perché'].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {warnings.map(({ key, price, reason }) => (
                <Table.Tr key={`${key} ${reason}`}>
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
                  <Table.Td>{reason.replace(': confermare il prezzo', '')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Torna ai prezzi
          </Button>
          <Button onClick={onConfirm}>Pubblica comunque</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
