import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ecommerceProducts, vatRates } from '../../../contract/shop/products.ts'
import { ecommerceTags } from '../../../contract/shop/tags.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { euro } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { shopHistory } from '../../../rules/shop/history.ts'
import { limitWords } from '../../../rules/shop/order-rows.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { IconPackage as icon } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { ProductPhoto } from '../ProductPhoto.tsx'
import classes from '../shop.module.css'
import { ProductForm } from './ProductForm.tsx'
import { Stock } from './ProductList.tsx'

const words = { title: 'Articoli', fresh: 'Nuovo articolo', thing: 'l’articolo', none: 'Nessun articolo.', icon } as const
const names = ['code', 'unit', 'min_qty', 'step_qty', 'max_qty', 'reorder_point', 'supplier'] as const

/** The page of one article. */
export const ProductShow = ({ id }: { id: number }) => (
  <RecordPage
    id={id}
    words={words}
    resource={ecommerceProducts}
    form={ProductForm as never}
    gone="Articolo non trovato"
    history={{ ecommerce_product: shopHistory.ecommerce_product }}
    head={({ active, category }) => ({
      chip: <StatusChip tone={active ? 'ok' : 'neutral'} label={active ? 'Attivo' : 'Non attivo'} />,
      subtitle: category,
    })}
    tabs={(product) => ({
      dati: {
        label: 'Dati',
        show: (
          <Group align="flex-start" gap="lg">
            <div className={classes.large}>
              <ProductPhoto {...product} width={960} />
            </div>
            <Stack flex={1} miw="16rem">
              {product.description && <Text>{product.description}</Text>}
              <Facts
                resource={ecommerceProducts}
                record={product}
                names={names}
                more={{
                  Prezzo: `${euro(product.price, 2)} + IVA ${vatRates[product.vat]}`,
                  'Si ordina': limitWords(product) ?? 'senza limiti',
                  Giacenza: <Stock {...product} />,
                  Tag: product.tags.length ? <TagChips ids={product.tags} /> : null,
                  'Ordinabile da': product.all_stations
                    ? 'Tutti i punti vendita'
                    : product.orderable_by.map(({ code, name }) => `${code} ${name}`).join(', ') || 'Nessun punto vendita',
                }}
              />
            </Stack>
          </Group>
        ),
      },
    })}
  />
)

function TagChips({ ids }: { ids: readonly number[] }) {
  const { data } = useQuery(query(ecommerceTags.list, { is_paginated: 0 }))
  return (
    <Group gap="xs">
      {ids.map((id) => (
        <Chip key={id} color="gray">
          {data?.data.find((tag) => tag.id === id)?.name ?? `n. ${id}`}
        </Chip>
      ))}
    </Group>
  )
}
