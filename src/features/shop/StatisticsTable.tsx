import { Button, Group, Title } from '@mantine/core'
import type { Output } from '../../contract/kernel/endpoint.ts'
import type { ecommerceOrders } from '../../contract/shop/orders.ts'
import { count } from '../../lib/format.ts'
import { CSV_START, csvLine } from '../../rules/shared/sheet-cells.ts'
import { formatAmount, formatEuro } from '../../rules/shop/order-rows.ts'
import { IconDownload } from '../../ui/icons.tsx'
import classes from './shop.module.css'

type Row = Output<typeof ecommerceOrders.statistics>['by_product'][number]
const HEADINGS = ['Codice', 'Articolo', 'Categoria', 'Quantità', 'Imponibile']

/** All articles of the statistics, and the same as a file for a spreadsheet. */
export function StatisticsTable({ rows, from, to }: { rows: readonly Row[]; from: string; to: string }) {
  function save() {
    const lines = rows.map(({ code, name, category, quantity, amount }) => csvLine([code, name, category, quantity, formatAmount(amount)]))
    const url = URL.createObjectURL(new Blob([CSV_START, csvLine(HEADINGS), ...lines], { type: 'text/csv' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: `riepilogo_articoli_${from}_${to}.csv` })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Articoli ordinati</Title>
        <Button variant="default" leftSection={<IconDownload />} onClick={save} disabled={!rows.length}>
          Esporta CSV
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, by the keyboard too */}
      <section className={classes.tableFrame} aria-label="Tabella degli articoli ordinati" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading} scope="col" data-numeric={heading === 'Quantità' || heading === 'Imponibile' || undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.code}</td>
                <td>{row.name}</td>
                <td>{row.category}</td>
                <td data-numeric>{count(row.quantity)}</td>
                <td data-numeric>{formatEuro(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
