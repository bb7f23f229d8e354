import { Button, Group, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { priceModes } from '../../contract/stations/stations.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { difference, figure } from './PriceCell.tsx'
import type { Guard } from './publication.ts'

interface GuardDialogProps {
  guards: readonly Guard[]
  onConfirm: () => void
  onClose: () => void
}
/** What is odd about what will be published, all of it in one question: nothing is changed by the program. */
export function GuardDialog({ guards, onConfirm, onClose }: GuardDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Prezzi da controllare" size="lg">
      <Stack>
        <Text>{guards.length === 1 ? 'Un prezzo è insolito.' : `${guards.length} prezzi sono insoliti.`} Pubblicarli così come sono?</Text>
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
              {guards.map(({ key, typed, why }) => (
                <Table.Tr key={`${key} ${why}`}>
                  <Table.Td>
                    {typed.station.code} {typed.station.name}
                  </Table.Td>
                  <Table.Td>
                    {typed.fuel} {priceModes[typed.mode].toLowerCase()}
                  </Table.Td>
                  <Table.Td>{typed.now === null ? '–' : figure(typed.now)}</Table.Td>
                  <Table.Td>
                    {figure(typed.price!)} ({difference(typed.price!, typed.now)})
                  </Table.Td>
                  <Table.Td>{why.replace(': confermare il prezzo', '')}</Table.Td>
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
