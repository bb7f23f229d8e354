import { ActionIcon, Text } from '@mantine/core'
import type { CartRow } from '../../../contract/shop/carts.ts'
import { type CartLine, withQuantity } from '../../../rules/shop/cart.ts'
import { formatEuro, limitWords, rowAmount } from '../../../rules/shop/order-rows.ts'
import { IconTrash } from '../../../ui/icons.tsx'
import classes from '../shop.module.css'
import { Quantity } from './Quantity.tsx'

interface CartLinesProps {
  lines: readonly CartLine[]
  /** Names of articles that can no longer be ordered, by id. */
  names?: Readonly<Record<number, string>>
  onRows: (rows: CartRow[]) => void
}
/** The rows of a cart, each with what holds it back or has changed. */
export function CartLines({ lines, names = {}, onRows }: CartLinesProps) {
  const rows = lines.map(({ product_id, quantity, price }) => ({ product_id, quantity, price }))
  return (
    <ul className={classes.lines} aria-label="Articoli nel carrello">
      {lines.map(({ product_id, product, quantity, problem, notes }) => {
        const name = product?.name ?? names[product_id] ?? `Articolo n. ${product_id}`
        return (
          <li key={product_id} className={classes.cartLine}>
            <div className={classes.lineText}>
              <Text fw={500}>{name}</Text>
              {product && (
                <Text size="sm" c="dimmed">
                  {[formatEuro(product.price), formatEuro(rowAmount({ quantity, price: product.price })), limitWords(product)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              )}
              {problem && (
                <Text size="sm" c="red" role="alert">
                  {problem}
                </Text>
              )}
              {notes.map((note) => (
                <Text key={note} size="sm" className={classes.changed}>
                  {note}
                </Text>
              ))}
            </div>
            {product && <Quantity product={product} quantity={quantity} onChange={(next) => onRows(withQuantity(rows, product, next))} />}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Togli ${name}`}
              onClick={() => onRows(rows.filter((one) => one.product_id !== product_id))}
            >
              <IconTrash />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
