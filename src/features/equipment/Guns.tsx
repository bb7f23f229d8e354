import { Table, TableScrollContainer, Text, Title } from '@mantine/core'
import { type Gun, gunFlows } from '../../contract/equipment/dispensers.ts'
import { formatItalianNumber } from '../../contract/kernel/italian-number.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { DueChip } from '../expirations/DueChip.tsx'
import { pieceLink } from './piece-link.ts'

const heads = ['N.', 'Carburante', 'Lato', 'Portata', 'Cisterna', 'Totalizzatore', 'Prossima verifica metrica', 'Sigilli', 'Attiva']
/** The guns of a dispenser, as they are read. */
export const Guns = ({ guns, station }: { guns: readonly Gun[]; station: number }) => (
  <section aria-labelledby="piece-guns">
    <Title order={3} id="piece-guns" mb="xs">
      Pistole
    </Title>
    {guns.length ? (
      <TableScrollContainer minWidth={920} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {guns.map((gun) => (
              <Table.Tr key={gun.id}>
                <Table.Td>{gun.number}</Table.Td>
                <Table.Td>{gun.fuel.name}</Table.Td>
                <Table.Td>{gun.side ?? '–'}</Table.Td>
                <Table.Td>{gun.flow ? gunFlows[gun.flow] : '–'}</Table.Td>
                <Table.Td>
                  {gun.tank ? (
                    <LinkAnchor {...pieceLink(station, 'tank', gun.tank.id)}>{gun.tank.number ?? `n. ${gun.tank.id}`}</LinkAnchor>
                  ) : (
                    '–'
                  )}
                </Table.Td>
                <Table.Td>{gun.totalizer == null ? '–' : formatItalianNumber(gun.totalizer)}</Table.Td>
                <Table.Td>
                  <DueChip date={gun.next_metric_check} of={['gun', gun.id, 'next_metric_check']} />
                </Table.Td>
                <Table.Td>{gun.seals_ok == null ? 'Non indicato' : gun.seals_ok ? 'Integri' : 'Non integri'}</Table.Td>
                <Table.Td>{gun.active ? 'Sì' : 'No'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScrollContainer>
    ) : (
      <Text c="dimmed">Nessuna pistola.</Text>
    )}
  </section>
)
