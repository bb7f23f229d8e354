import { Button } from '@mantine/core'
import { useState } from 'react'
import { ecommerceCategories } from '../../../contract/shop/categories.ts'
import { ecommerceProducts } from '../../../contract/shop/products.ts'
import { ecommerceTags } from '../../../contract/shop/tags.ts'
import { lookup, yesNo } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useTotal } from '../../../crud/list/use-rows.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { count, euro } from '../../../lib/format.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconPackage, IconPhoto, IconTrash, IconUpload } from '../../../ui/icons.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { ProductPhoto } from '../ProductPhoto.tsx'
import classes from '../shop.module.css'

const ProductImport = part(() => import('./ProductImport.tsx').then((m) => m.ProductImport))
const ProductPhotos = part(() => import('./ProductPhotos.tsx').then((m) => m.ProductPhotos))

/** The list of articles, for those who manage orders. */
export function ProductList() {
  const list = useListState(ecommerceProducts.list)
  const remove = useDelete(ecommerceProducts.remove, 'l’articolo')
  const phone = usePhone()
  const [bringing, setBringing] = useState<'sheet' | 'photos'>()
  const add = <LinkButton to="/intracommerce/articoli/nuovo">Nuovo articolo</LinkButton>
  return (
    <Page title="Articoli" count={useTotal(list)} action={add}>
      <PagedTable
        {...list}
        action={
          <>
            <Button variant="default" visibleFrom="sm" leftSection={<IconUpload />} onClick={() => setBringing('sheet')}>
              Importa
            </Button>
            <Button variant="default" visibleFrom="sm" leftSection={<IconPhoto />} onClick={() => setBringing('photos')}>
              Carica foto
            </Button>
          </>
        }
        link={({ id }) => ({ to: '/intracommerce/articoli/{-$id}', params: { id } })}
        filters={{
          category_id: lookup('Categoria', ecommerceCategories.list) as never,
          tag: lookup('Tag', ecommerceTags.list) as never,
          active: yesNo('Attivo'),
          low_stock: yesNo('Sotto scorta'),
        }}
        empty={<EmptyState icon={IconPackage} message="Nessun articolo." action={add} />}
        actions={({ id, name }) => [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id }, name) }]}
        columns={{
          // The card of a phone has four lines and no photo.
          Foto: {
            show: (one) =>
              !phone && (
                <span className={classes.thumbSmall}>
                  <ProductPhoto {...one} />
                </span>
              ),
            text: () => '',
            width: 5,
          },
          Codice: { show: ({ code, active }) => (phone && !active ? `${code} · Non attivo` : code), sort: 'code', width: 9 },
          Nome: { show: (one) => one.name, sort: 'name', wide: true, title: true },
          Categoria: { show: (one) => !phone && one.category, sort: 'category', spare: 1 },
          Prezzo: { show: (one) => euro(one.price, 2), sort: 'price', numeric: true },
          Giacenza: {
            show: (one) => <Stock {...one} />,
            // Exported as an import reads it.
            text: (one) => (one.stock == null ? '' : count(one.stock)),
            sort: 'stock',
            numeric: true,
            width: 10,
          },
          Attivo: { show: (one) => !phone && (one.active ? 'Sì' : 'No'), width: 5 },
        }}
      />
      {bringing === 'sheet' && <ProductImport onClose={() => setBringing(undefined)} />}
      {bringing === 'photos' && <ProductPhotos onClose={() => setBringing(undefined)} />}
    </Page>
  )
}

/** What is in store; in red where it is to be ordered again. */
export const Stock = ({ stock, low_stock }: { stock?: number | null | undefined; low_stock: boolean }) =>
  stock == null ? 'Non gestita' : low_stock ? <Chip color="red">{count(stock)} · Sotto scorta</Chip> : count(stock)
