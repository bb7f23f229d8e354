import { Button, Chip, Group, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { hasWords } from '../../../contract/kernel/fold.ts'
import { ecommerceProducts, type ProductRow } from '../../../contract/shop/products.ts'
import { call } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import type { Listed } from '../../../outbox/read.ts'
import { withQuantity } from '../../../rules/shop/cart.ts'
import { formatEuro } from '../../../rules/shop/order-rows.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconPackage, IconSearch, IconShoppingCart } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import classes from '../shop.module.css'
import { CartPanel } from './CartPanel.tsx'
import { ProductCard } from './ProductCard.tsx'
import { useCart } from './use-cart.ts'

const FAVOURITES = 'Preferiti'

interface CatalogueProps {
  station: number
  /** Its name. */
  place: string
  /** The refused order that is corrected. */
  refused: Listed | undefined
}
/** What a station may order, with photos, and the cart beside it or, on a phone, below. */
export function Catalogue({ station, place, refused }: CatalogueProps) {
  const {
    data: products,
    isError,
    refetch,
  } = useQuery({
    ...query(ecommerceProducts.ofStation, { stationId: station }),
    // An order was refused because its articles have changed since they were read.
    refetchOnMount: refused ? 'always' : true,
  })
  const { favourites, mark } = useFavourites()
  const state = useCart(station, products, refused)
  const [text, setText] = useState('')
  const [category, setCategory] = useState<string>()
  const [opened, setOpened] = useState(false)
  const { cart, totals, store } = state
  const quantities = useMemo(() => new Map(cart.rows.map((row) => [row.product_id, row.quantity])), [cart])
  const put = useCallback(
    (product: ProductRow, quantity: number) => {
      store.change({ rows: withQuantity(store.get().rows, product, quantity) })
    },
    [store],
  )
  const categories = useMemo(
    () => [...new Set(products?.map((one) => one.category))].toSorted((a, b) => a.localeCompare(b, 'it')),
    [products],
  )
  const shown = products?.filter(
    (one) =>
      (!category || (category === FAVOURITES ? favourites.has(one.id) : one.category === category)) &&
      hasWords(`${one.name} ${one.code}`, text),
  )
  if (isError && !products) return <ErrorState onRetry={() => void refetch()} />
  if (!products || !shown) return <LoadingRows />
  return (
    <div className={classes.shop}>
      <div className={classes.catalogue}>
        <TextInput
          aria-label="Cerca tra gli articoli"
          placeholder="Cerca"
          leftSection={<IconSearch />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs" className={classes.categories} role="group" aria-label="Categorie">
          {[FAVOURITES, ...categories].map((one) => (
            <Chip key={one} checked={category === one} onChange={(on) => setCategory(on ? one : undefined)}>
              {one}
            </Chip>
          ))}
        </Group>
        {shown.length ? (
          <ul className={classes.grid} aria-label="Articoli">
            {shown.map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                quantity={quantities.get(product.id) ?? 0}
                favourite={favourites.has(product.id)}
                onQuantity={put}
                onFavourite={mark}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={IconPackage}
            message={
              category === FAVOURITES && !text ? 'Nessun preferito: si aggiunge con la stella di un articolo.' : 'Nessun articolo trovato.'
            }
          />
        )}
      </div>
      <aside className={classes.cart} aria-label="Carrello">
        <CartPanel station={station} place={place} state={state} />
      </aside>
      <div className={classes.cartBar}>
        <Button fullWidth size="lg" leftSection={<IconShoppingCart />} onClick={() => setOpened(true)}>
          {cart.rows.length ? `Carrello: ${cart.rows.length} · ${formatEuro(totals.total)}` : 'Carrello'}
        </Button>
      </div>
      <Sheet opened={opened} onClose={() => setOpened(false)} title="Ordine">
        <CartPanel station={station} place={place} state={state} onWaits={() => setOpened(false)} />
      </Sheet>
    </div>
  )
}

/** The person's favourites, marked at once and then on the server. */
function useFavourites() {
  const client = useQueryClient()
  const asked = query(ecommerceProducts.favourites, {})
  const { data } = useQuery(asked)
  const mark = useCallback(
    async ({ id }: ProductRow, favourite: boolean) => {
      client.setQueryData(asked.queryKey, (ids: number[] = []) => (favourite ? [...ids, id] : ids.filter((one) => one !== id)))
      await call(ecommerceProducts.favourite, { id, favourite }).catch(() => client.invalidateQueries({ queryKey: asked.queryKey }))
    },
    [client, asked.queryKey],
  )
  return { favourites: useMemo(() => new Set(data), [data]), mark }
}
