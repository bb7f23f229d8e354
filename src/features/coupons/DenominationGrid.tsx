import { Input, Stack, Table, Text } from '@mantine/core'
import { type Denomination, denominations } from '../../contract/coupons/words.ts'
import { euro } from '../../lib/format.ts'
import { totalCents, vouchersOf } from '../../rules/coupons/totals.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { vouchersIn } from './order.ts'

export interface Cut {
  denomination: Denomination
  quantity: number
}
interface DenominationGridProps {
  value: readonly Cut[]
  onChange: (rows: Cut[]) => void
  error?: string | undefined
  /** What is wrong with the quantity of each row. */
  wrong?: readonly (string | undefined)[]
}
/** Denominations × quantity, with the value of each line and of all as it is typed. */
export function DenominationGrid({ value, onChange, error, wrong = [] }: DenominationGridProps) {
  const quantityOf = (denomination: Denomination) => value.find((row) => row.denomination === denomination)?.quantity ?? null
  const set = (denomination: Denomination, quantity: number | null) =>
    onChange(
      denominations.flatMap((one) => {
        const many = one === denomination ? quantity : quantityOf(one)
        return many === null ? [] : [{ denomination: one, quantity: many }]
      }),
    )
  return (
    <Stack gap="xs" data-path="rows">
      <Table aria-label="Tagli" maw="30rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Taglio</Table.Th>
            <Table.Th scope="col">Quantità</Table.Th>
            <Table.Th scope="col" ta="right">
              Valore
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {denominations.map((denomination) => {
            const quantity = quantityOf(denomination)
            return (
              <Table.Tr key={denomination}>
                <Table.Th scope="row">{euro(denomination, 0)}</Table.Th>
                <Table.Td>
                  <NumberField
                    aria-label={`Quantità da ${denomination} €`}
                    decimals={0}
                    value={quantity}
                    onChange={(next) => set(denomination, next)}
                    error={wrong[value.findIndex((row) => row.denomination === denomination)]}
                    maw="14rem"
                  />
                </Table.Td>
                <Table.Td ta="right">{quantity && quantity > 0 ? euro(totalCents([{ denomination, quantity }]) / 100, 2) : '–'}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <Text fw={600} role="status">
        Totale: {euro(totalCents(value) / 100, 2)} · {vouchersIn(vouchersOf(value))}
      </Text>
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  )
}
