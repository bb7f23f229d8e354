import { VisuallyHidden } from '@mantine/core'
import type { StationPrices } from '../../contract/prices/prices.ts'
import { dayTime } from '../../lib/format.ts'
import { communicationState } from '../../rules/prices/price-checks.ts'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'

const tones = { never: 'error', late: 'error', soon: 'wait' } satisfies Record<string, Tone>
const daysIn = (age: number) => (age === 0 ? 'Oggi' : age === 1 ? 'Ieri' : `${age} giorni`)
/** How long ago the prices last changed, in words. */
export const ageWords = ({ age, cells }: Pick<StationPrices, 'age' | 'cells'>) =>
  age === null ? (cells.length ? 'Mai' : '–') : daysIn(age)

/** Age of the communication to the ministry, which is valid for eight days: amber from the seventh, red after the eighth. */
export function AgeChip({ row }: { row: StationPrices }) {
  if (!row.cells.length) return '–'
  const clock = communicationState(row.age)
  if (clock === 'fresh') return <span title={dayTime(row.updated_at)}>{ageWords(row)}</span>
  const words = { never: 'Mai comunicati', late: 'Da rinnovare', soon: 'In scadenza' }[clock]
  return (
    <span title={row.updated_at ? `${dayTime(row.updated_at)}: ${words.toLowerCase()}` : words}>
      <StatusChip tone={tones[clock]} label={ageWords(row)} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
