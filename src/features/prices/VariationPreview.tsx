import { Button, Checkbox, Table, TableScrollContainer, Text } from '@mantine/core'
import { useState } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import type { fuels } from '../../contract/stations/fuels.ts'
import { priceModes } from '../../contract/stations/stations.ts'
import { count } from '../../lib/format.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { NotOpen } from './NotOpen.tsx'
import { figure } from './PriceCell.tsx'
import classes from './prices.module.css'
import type { VariationLine } from './variation.ts'

const MORE = 100

interface VariationPreviewProps {
  lines: readonly VariationLine[]
  known: Output<typeof fuels.suggest>
  /** Ids of the stations left out. */
  off: ReadonlySet<number>
  onOff: (next: ReadonlySet<number>) => void
}
/** The old and new prices of each station. The person can leave stations out. */
export function VariationPreview({ lines, known, off, onOff }: VariationPreviewProps) {
  const [shown, setShown] = useState(MORE)
  const free = lines.filter(({ wrong }) => !wrong)
  const on = free.filter(({ row }) => !off.has(row.id)).length
  const nameOf = (fuel: number) => known.find(({ id }) => id === fuel)?.name ?? `n. ${fuel}`
  const toggle = (id: number) => onOff(off.has(id) ? new Set([...off].filter((one) => one !== id)) : new Set([...off, id]))
  const odd = lines.some(({ wrong, asks }) => wrong || asks)
  const figures = lines.reduce((sum, { row, wrong, changes }) => sum + (wrong || off.has(row.id) ? 0 : changes.length), 0)
  return (
    <>
      <Text role="status">
        {howMany(figures, 'prezzo', 'prezzi')} in {howMany(on, 'punto vendita', 'punti vendita')}
        {lines.length > free.length && `, ${count(lines.length - free.length)} esclusi`}
      </Text>
      <NotOpen stations={free.filter(({ row }) => !off.has(row.id)).map(({ row }) => row)} />
      <TableScrollContainer minWidth={560} maxHeight="40dvh" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="2.5rem">
                <Checkbox
                  aria-label="Tutti i punti vendita"
                  checked={on > 0 && on === free.length}
                  indeterminate={on > 0 && on < free.length}
                  onChange={() => onOff(on === free.length ? new Set(free.map(({ row }) => row.id)) : new Set())}
                />
              </Table.Th>
              <Table.Th>Punto vendita</Table.Th>
              <Table.Th>Da → a</Table.Th>
              {odd && <Table.Th>Da controllare</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.slice(0, shown).map(({ row, changes, wrong, asks }) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <Checkbox
                    aria-label={`${row.code} ${row.name}`}
                    disabled={!!wrong}
                    checked={!wrong && !off.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </Table.Td>
                <Table.Td>
                  {row.code} {row.name}
                </Table.Td>
                <Table.Td>
                  {changes.map(({ cell, to }) => (
                    <div key={`${cell.fuel_id} ${cell.mode}`} className={classes.change}>
                      {nameOf(cell.fuel_id)} {priceModes[cell.mode].toLowerCase()}: {figure(cell.price)} → <strong>{figure(to)}</strong>
                    </div>
                  ))}
                </Table.Td>
                {odd && <Table.Td c={wrong ? 'red' : undefined}>{wrong ?? asks}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScrollContainer>
      {lines.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + MORE)}>
          Mostra altri {count(Math.min(MORE, lines.length - shown))} di {count(lines.length)}
        </Button>
      )}
    </>
  )
}
