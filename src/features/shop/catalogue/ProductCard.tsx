import { ActionIcon, Text } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import type { ProductRow } from '../../../contract/shop/products.ts'
import { formatEuro, limitWords, unitSigns } from '../../../rules/shop/order-rows.ts'
import { IconStar, IconStarFilled } from '../../../ui/icons.tsx'
import { ProductPhoto } from '../ProductPhoto.tsx'
import classes from '../shop.module.css'
import { Quantity } from './Quantity.tsx'

interface ProductCardProps {
  product: ProductRow
  quantity: number
  favourite: boolean
  onQuantity: (product: ProductRow, quantity: number) => void
  onFavourite: (product: ProductRow, favourite: boolean) => void
}
/** Where nothing can say what is near the screen, all photos are fetched at once. */
const watches = 'IntersectionObserver' in globalThis

/** An article of the catalogue. Its photo is fetched when it comes near the screen, since there may be hundreds. */
export const ProductCard = memo(({ product, quantity, favourite, onQuantity, onFavourite }: ProductCardProps) => {
  const [near, setNear] = useState(!watches)
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!watches) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '400px' })
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  const { id, name, code, photo, price, unit, stock } = product
  return (
    <li ref={element} className={classes.card} data-chosen={quantity > 0 || undefined}>
      <div className={classes.cardPhoto}>{near && <ProductPhoto id={id} name={name} photo={photo} />}</div>
      <ActionIcon
        className={classes.star}
        variant="subtle"
        size="input-sm"
        aria-label={favourite ? `Togli ${name} dai preferiti` : `Aggiungi ${name} ai preferiti`}
        aria-pressed={favourite}
        onClick={() => onFavourite(product, !favourite)}
      >
        {favourite ? <IconStarFilled /> : <IconStar />}
      </ActionIcon>
      <div className={classes.cardText}>
        <Text fw={500} className={classes.cardName}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {code}
        </Text>
        <Text fw={600}>
          {formatEuro(price)}{' '}
          <Text span size="sm" c="dimmed">
            + IVA / {unitSigns[unit!]}
          </Text>
        </Text>
        <Text size="sm" c={stock === 0 ? 'red' : 'dimmed'}>
          {[stock === 0 && 'Esaurito in magazzino', limitWords(product)].filter(Boolean).join(' · ') || ' '}
        </Text>
      </div>
      <Quantity product={product} quantity={quantity} onChange={(next) => onQuantity(product, next)} />
    </li>
  )
})
