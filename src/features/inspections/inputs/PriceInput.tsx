import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, use, useState } from 'react'
import type { PriceRow } from '../../../contract/inspections/answers.ts'
import type { QuestionOf } from '../../../contract/inspections/question.ts'
import { euro } from '../../../lib/format.ts'
import { startingPrices } from '../../../rules/inspections/prefill.ts'
import { isContextKnown } from '../../../rules/inspections/station-context.ts'
import { badPrice, PRICE_RANGE } from '../../../rules/inspections/validate-answer.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useEditor } from '../editor.ts'
import { UnknownPrices } from '../lazy-unknown-context.tsx'
import { AnsweredContext } from '../use-advance.ts'
import { type InputProps, useInspectionEditor } from './editor-context.ts'
import { NumberAnswer } from './NumberAnswer.tsx'

const off = (row: PriceRow, read: number | null) =>
  typeof read === 'number' && row.expected !== null && read !== row.expected && !badPrice(read)
const agrees = ({ expected, totem, dispenser }: PriceRow) => totem === expected && dispenser === expected

/** Per fuel and mode: the price in force, what the totem shows and what the dispenser shows. A price that nobody read is empty, not 0. */
export function PriceInput({ value, onChange }: InputProps<QuestionOf<'price_check'>, PriceRow[]>) {
  const context = useEditor(useInspectionEditor(), (state) => state.local.context)
  const { goOn } = use(AnsweredContext)
  const rows = value ?? startingPrices(context)
  /** The box being typed in: half a price is no mistake yet. */
  const [typing, setTyping] = useState<string>()
  const nameOf = (row: PriceRow) => {
    const fuel = context.prices.find((one) => one.fuel_id === row.fuel_id)?.fuel ?? `Carburante ${row.fuel_id}`
    return `${fuel} ${row.mode === 'self' ? 'self' : 'servito'}`
  }
  const set = (at: number, part: Partial<PriceRow>) =>
    onChange((now) => (now ?? rows).map((row, i) => (i === at ? { ...row, ...part } : row)))
  /** Enter goes to the next price, and from the last one on. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const boxes = [...event.currentTarget.querySelectorAll('input')]
    const next = boxes[boxes.indexOf(event.target) + 1]
    if (next) next.focus()
    else goOn()
  }
  if (rows.length === 0 && !isContextKnown(context)) return <UnknownPrices />
  if (rows.length === 0) return <Alert color="amber">Nessun prezzo noto per questo punto vendita: non c’è nulla da controllare.</Alert>
  return (
    <Stack gap="sm" onKeyDown={onKeyDown}>
      {rows.map((row, at) => (
        <Card key={`${row.fuel_id}-${row.mode}`} withBorder padding="sm">
          <Group justify="space-between" mb="xs">
            <Text fw={500}>{nameOf(row)}</Text>
            {row.expected === null ? (
              <Text>–</Text>
            ) : (
              <Button
                variant="default"
                disabled={agrees(row)}
                aria-label={`${nameOf(row)}: uguale al listino, ${euro(row.expected)}`}
                onClick={() => set(at, { totem: row.expected, dispenser: row.expected })}
              >
                Uguale al listino {euro(row.expected)}
              </Button>
            )}
          </Group>
          <Group grow align="flex-start">
            {(['totem', 'dispenser'] as const).map((where) => (
              <NumberAnswer
                key={where}
                label={where === 'totem' ? 'Totem' : 'Erogatore'}
                decimals={3}
                automatic="empty"
                value={row[where]}
                error={typing !== `${where}-${at}` && badPrice(row[where]) ? PRICE_RANGE : undefined}
                onFocus={() => setTyping(`${where}-${at}`)}
                onBlur={() => setTyping(undefined)}
                enterKeyHint="next"
                onChange={(read) => set(at, { [where]: read as number | null })}
                aria-label={`${nameOf(row)}, ${where === 'totem' ? 'totem' : 'erogatore'}`}
              />
            ))}
          </Group>
          {(off(row, row.totem) || off(row, row.dispenser)) && <StatusChip tone="error" label="Diverso dal listino" />}
        </Card>
      ))}
    </Stack>
  )
}
