import type { Output } from '../../contract/kernel/endpoint.ts'
import type { PriceCell as CurrentPrice, StationPrices } from '../../contract/prices/prices.ts'
import type { fuels } from '../../contract/stations/fuels.ts'
import type { Columns } from '../../crud/list/columns.ts'
import { dayTime } from '../../lib/format.ts'
import { AgeChip, ageWords } from './AgeChip.tsx'
import { figure, PriceCell } from './PriceCell.tsx'
import { keyOf, type PriceDraft } from './price-draft.ts'

type Fuels = Output<typeof fuels.suggest>
const modes = ['self', 'serve'] as const
const modeWords = { self: 'self', serve: 'serv.' }
const cellOf = (row: StationPrices, fuel: number, mode: CurrentPrice['mode']) =>
  row.cells.find((cell) => cell.fuel_id === fuel && cell.mode === mode)

interface Grid {
  draft: PriceDraft
  /** True if the cells can be edited. */
  writes: boolean
  onCommit: (text: string) => void
  /** Series (`1-self`) that have prices in the draft: their columns are shown, whatever was chosen. */
  pending: readonly string[]
}
const nameOf = ({ code, name }: StationPrices) => `${code} ${name}`
const place: Columns<StationPrices> = {
  'Punto vendita': { show: nameOf, text: nameOf, sort: 'code', wide: true },
  Comune: {
    show: ({ city, province }) => `${city} (${province})`,
    text: ({ city, province }) => `${city} (${province})`,
    sort: 'city',
    spare: 20,
  },
}
/** A column for each fuel and mode sold by a station of the page. If the width is short, they scroll sideways. */
export function priceColumns(
  all: Fuels,
  rows: readonly StationPrices[],
  { draft, writes, onCommit, pending }: Grid,
): Columns<StationPrices> {
  const sold = all
    .flatMap((fuel) => modes.map((mode) => ({ fuel, mode })))
    .filter(({ fuel, mode }) => rows.some((row) => cellOf(row, fuel.id, mode)))
  const shown = sold.map(({ fuel, mode }) => {
    const heading = `${fuel.name} ${modeWords[mode]}`
    const column = {
      width: 8.4,
      numeric: true,
      sort: `price-${fuel.id}-${mode}`,
      always: pending.includes(`${fuel.id}-${mode}`),
      text: (row: StationPrices) => {
        const price = cellOf(row, fuel.id, mode)?.price
        return price == null ? '–' : figure(price)
      },
      show: (row: StationPrices) => {
        const known = cellOf(row, fuel.id, mode)
        if (!known) return null
        const at = keyOf(row.id, fuel.id, mode)
        return <PriceCell {...{ known, at, draft, onCommit }} editable={writes && row.writable} label={`${heading}, ${row.code}`} />
      },
    }
    return [heading, column] as const
  })
  return {
    ...place,
    ...Object.fromEntries(shown),
    Aggiornato: {
      show: (row) => <AgeChip row={row} />,
      // In a sheet, which is read on another day too, the moment itself.
      text: (row) => (row.updated_at ? dayTime(row.updated_at) : ageWords(row)),
      sort: 'updated_at',
      width: 9,
    },
  }
}
