import { ActionIcon, Button } from '@mantine/core'
import type { ProductRow } from '../../../contract/shop/products.ts'
import { leastOf, stepped } from '../../../rules/shop/order-rows.ts'
import { IconMinus, IconPlus } from '../../../ui/icons.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import classes from '../shop.module.css'

interface QuantityProps {
  product: ProductRow
  quantity: number
  onChange: (quantity: number) => void
}
/** How much of an article is in the cart: less and more by its step, or typed; "Aggiungi" while there is none. */
export function Quantity({ product, quantity, onChange }: QuantityProps) {
  if (!quantity)
    return (
      <Button fullWidth aria-label={`Aggiungi ${product.name}`} onClick={() => onChange(leastOf(product))}>
        Aggiungi
      </Button>
    )
  return (
    <fieldset className={classes.quantity} aria-label={`Quantità di ${product.name}`}>
      <ActionIcon size="lg" variant="default" aria-label="Meno" onClick={() => onChange(stepped(product, quantity, -1))}>
        <IconMinus />
      </ActionIcon>
      <NumberField
        aria-label="Quantità"
        decimals={0}
        value={quantity}
        onChange={(value) => value !== null && Number.isInteger(value) && value > 0 && onChange(value)}
        classNames={{ input: classes.quantityInput! }}
      />
      <ActionIcon size="lg" variant="default" aria-label="Più" onClick={() => onChange(stepped(product, quantity, 1))}>
        <IconPlus />
      </ActionIcon>
    </fieldset>
  )
}
