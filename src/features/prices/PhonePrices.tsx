import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import type { StationPrices } from '../../contract/prices/prices.ts'
import { dayTime } from '../../lib/format.ts'
import { confirmationReason, SELF_DEARER } from '../../rules/prices/price-checks.ts'
import { isPaste, shiftIn } from '../../ui/automatic-decimals.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AgeChip } from './AgeChip.tsx'
import { difference, figure } from './PriceCell.tsx'
import { type Cell, isUnchanged, keyOf, makesSelfDearer, type PriceDraft, parseDraftPrice } from './price-draft.ts'

interface PhonePricesProps {
  row: StationPrices
  /** The stations of the page, for the previous and next buttons. */
  rows: readonly StationPrices[]
  draft: PriceDraft
  cellOf: (key: string) => Cell | undefined
  /** Opens another station; undefined closes the dialog. */
  onOpen: (station: number | undefined) => void
}
const modeWords = { self: 'self', serve: 'servito' }

/** The prices of one station in large inputs. They go into the draft, which is published from the page. */
export function PhonePrices({ row, rows, draft, cellOf, onOpen }: PhonePricesProps) {
  const cells = draft.cells.use()
  const at = rows.findIndex(({ id }) => id === row.id)
  const beside = (step: number) => rows[at + step]?.id
  // A price as it is in force already is let stand while it is typed, since it may be the beginning of another.
  useEffect(() => () => dropUnchanged(draft, row.id), [draft, row.id])
  return (
    <Dialog opened fullScreen onClose={() => onOpen(undefined)} title={`${row.code} ${row.name}`}>
      <Stack key={row.id}>
        <Group justify="space-between">
          <Text c="dimmed">
            {row.city} ({row.province})
          </Text>
          <AgeChip row={row} />
        </Group>
        {row.cells.map((cell) => {
          const key = keyOf(row.id, cell.fuel_id, cell.mode)
          const of = cellOf(key)
          const mine = cells[key]
          if (!of) return null
          const now = cell.price === null ? 'Nessun prezzo' : `Ora ${figure(cell.price)}`
          const dearer = mine && makesSelfDearer(cells, mine) && SELF_DEARER
          const away = mine?.price
            ? ` · ${[difference(mine.price, cell.price), confirmationReason(mine.price, cell.price), dearer].filter(Boolean).join(' · ')}`
            : ''
          const next = cell.next ? ` · dal ${dayTime(cell.next.valid_from)}: ${figure(cell.next.price)}` : ''
          return (
            <TextInput
              key={key}
              size="xl"
              label={`${of.fuel} ${modeWords[cell.mode]}`}
              description={now + away + next}
              placeholder={cell.price === null ? '' : figure(cell.price)}
              inputMode="decimal"
              autoComplete="off"
              readOnly={!row.writable}
              value={mine?.text ?? ''}
              error={mine?.wrong}
              onChange={({ currentTarget: { value }, nativeEvent }) => {
                const text = isPaste(nativeEvent) ? value : shiftIn(mine?.text ?? '', value, 3)
                draft.put({ [key]: parseDraftPrice(of, text) }, false)
              }}
            />
          )
        })}
        {!row.cells.length && <Text>Questo punto vendita non vende carburanti.</Text>}
        <Group grow>
          <Button variant="default" disabled={beside(-1) === undefined} onClick={() => onOpen(beside(-1))}>
            Precedente
          </Button>
          <Button variant="default" disabled={beside(1) === undefined} onClick={() => onOpen(beside(1))}>
            Successivo
          </Button>
        </Group>
        <Button size="lg" onClick={() => onOpen(undefined)}>
          Fatto
        </Button>
      </Stack>
    </Dialog>
  )
}

function dropUnchanged(draft: PriceDraft, station: number) {
  const same = Object.entries(draft.cells.get()).filter(([, one]) => one.station.id === station && isUnchanged(one))
  if (same.length) draft.put(Object.fromEntries(same.map(([key]) => [key, undefined])), false)
}
