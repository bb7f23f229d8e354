import { Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { Order } from '../../../contract/shop/orders.ts'
import { count, day } from '../../../lib/format.ts'
import { formatEuro, orderTotals, rowAmount, unitSigns } from '../../../rules/shop/order-rows.ts'
import { ProductPhoto } from '../ProductPhoto.tsx'
import classes from '../shop.module.css'

/** The rows of an order with what was shipped and arrived, its sums, and what was written with it. */
export function OrderRows({ order }: { order: Order }) {
  const { rows, note, wanted_at, carrier, tracking, receipt_note } = order
  const { rates, net, vat_total, total } = orderTotals(rows)
  const arrived = rows.some(isShort) ? orderTotals(rows.map(asArrived)) : undefined
  const facts = {
    'Consegna desiderata': day(wanted_at),
    Note: note,
    Corriere: carrier,
    'Codice spedizione': tracking,
    'Differenze alla consegna': receipt_note,
  }
  return (
    <Stack>
      <ul className={classes.lines}>
        {rows.map((row) => (
          <li key={row.id} className={classes.line}>
            <span className={classes.thumbSmall}>
              <ProductPhoto id={row.product_id} name={row.name} photo={row.photo} />
            </span>
            <div className={classes.lineText}>
              <Text fw={500}>{row.name}</Text>
              <Text size="sm" c="dimmed">
                {row.code} · {count(row.quantity)} {unitSigns[row.unit]} × {formatEuro(row.price)} + IVA {row.vat}%
              </Text>
              <Counted row={row} />
            </div>
            <Text fw={500} className={classes.lineAmount}>
              {formatEuro(rowAmount(row))}
            </Text>
          </li>
        ))}
      </ul>
      <dl className={classes.totals}>
        <dt>Imponibile</dt>
        <dd>{formatEuro(net)}</dd>
        {rates.length > 1 &&
          rates.map(({ vat, tax }) => (
            <Fragment key={vat}>
              <dt>IVA {vat}%</dt>
              <dd>{formatEuro(tax)}</dd>
            </Fragment>
          ))}
        <dt>IVA</dt>
        <dd>{formatEuro(vat_total)}</dd>
        <dt className={classes.grand}>Totale</dt>
        <dd className={classes.grand}>{formatEuro(total)}</dd>
        {arrived && (
          <>
            <dt>Totale di quanto è arrivato</dt>
            <dd>{formatEuro(arrived.total)}</dd>
          </>
        )}
      </dl>
      <dl className={classes.facts}>
        {Object.entries(facts).map(
          ([label, value]) =>
            value && (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </Stack>
  )
}

type Row = Order['rows'][number]
/** Less arrived than was shipped. */
const isShort = ({ quantity, shipped, delivered }: Row) => delivered !== null && delivered !== (shipped ?? quantity)
/** The row as if only what arrived had been shipped. */
const asArrived = (row: Row) => ({ ...row, shipped: row.delivered ?? row.shipped })
/** What was shipped or arrived, where it is not all. */
function Counted({ row }: { row: Row }) {
  const { quantity, shipped, delivered } = row
  const words = [
    shipped !== null && shipped !== quantity && `Spediti ${count(shipped)} di ${count(quantity)}`,
    isShort(row) && `Arrivati ${count(delivered!)} di ${count(shipped ?? quantity)}, per ${formatEuro(rowAmount(asArrived(row)))}`,
  ].filter(Boolean)
  return words.length ? (
    <Text size="sm" c="red">
      {words.join(' · ')}
    </Text>
  ) : null
}
