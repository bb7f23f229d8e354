import { Alert, Card, Group, Stack, Text } from '@mantine/core'
import type { PriceRow } from '../../../contract/inspections/answers.ts'
import type { QuestionOf } from '../../../contract/inspections/question.ts'
import { euro } from '../../../lib/format.ts'
import { startingPrices } from '../../../rules/inspections/prefill.ts'
import { isContextKnown } from '../../../rules/inspections/station-context.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useEditor } from '../editor.ts'
import { UnknownPrices } from '../lazy-unknown-context.tsx'
import { type InputProps, useInspectionEditor } from './editor-context.ts'

const off = (row: PriceRow, read: number | null) => read !== null && row.expected !== null && read !== row.expected

/** Per fuel and mode: the price in force, what the totem shows and what the dispenser shows. */
export function PriceInput({ value, onChange }: InputProps<QuestionOf<'price_check'>, PriceRow[]>) {
  const context = useEditor(useInspectionEditor(), (state) => state.local.context)
  const rows = value ?? startingPrices(context)
  const nameOf = (row: PriceRow) => {
    const fuel = context.prices.find((one) => one.fuel_id === row.fuel_id)?.fuel ?? `Carburante ${row.fuel_id}`
    return `${fuel} ${row.mode === 'self' ? 'self' : 'servito'}`
  }
  const set = (at: number, part: Partial<PriceRow>) =>
    onChange((now) => (now ?? rows).map((row, i) => (i === at ? { ...row, ...part } : row)))
  if (rows.length === 0 && !isContextKnown(context)) return <UnknownPrices />
  if (rows.length === 0) return <Alert color="amber">Nessun prezzo noto per questo punto vendita: non c’è nulla da controllare.</Alert>
  return (
    <Stack gap="sm">
      {rows.map((row, at) => (
        <Card key={`${row.fuel_id}-${row.mode}`} withBorder padding="sm">
          <Group justify="space-between" mb="xs">
            <Text fw={500}>{nameOf(row)}</Text>
            <Text>{row.expected === null ? '–' : `Listino ${euro(row.expected)}`}</Text>
          </Group>
          <Group grow align="flex-start">
            <NumberField
              label="Totem"
              decimals={3}
              // A price that nobody read is not 0 (decision 007).
              automatic="empty"
              value={row.totem}
              onChange={(totem) => set(at, { totem })}
              aria-label={`${nameOf(row)}, totem`}
            />
            <NumberField
              label="Erogatore"
              decimals={3}
              automatic="empty"
              value={row.dispenser}
              onChange={(dispenser) => set(at, { dispenser })}
              aria-label={`${nameOf(row)}, erogatore`}
            />
          </Group>
          {(off(row, row.totem) || off(row, row.dispenser)) && <StatusChip tone="error" label="Diverso dal listino" />}
        </Card>
      ))}
    </Stack>
  )
}
