import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { ecommerceCategories } from '../../../contract/shop/categories.ts'
import { ecommerceProducts, PRODUCT_PHOTO_TYPES } from '../../../contract/shop/products.ts'
import { ecommerceTags } from '../../../contract/shop/tags.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { DropZone } from '../../../crud/record/DropZone.tsx'
import { query } from '../../../lib/query.ts'
import { formatEuro } from '../../../rules/shop/order-rows.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { StationsSelect } from '../../stations/StationsSelect.tsx'
import { ProductPhoto } from '../ProductPhoto.tsx'
import classes from '../shop.module.css'

type Product = Output<typeof ecommerceProducts.get>
const empty = {
  ...{ code: '', name: '', description: '', category_id: null, unit: 'pz', price: 0, vat: '22', min_qty: 1, step_qty: 1, max_qty: null },
  ...{ stock: null, reorder_point: null, supplier: '', active: true, all_stations: true, tags: [], stations: [] },
} as const
/** The question about a price that changes by more than half: two figures may have come in as decimals. */
const priceDoubt = (before: number, after: number) =>
  Math.abs(after - before) > before / 2 && before > 0
    ? `Il prezzo passa da ${formatEuro(before)} a ${formatEuro(after)}: confermi?`
    : undefined
interface ProductFormProps {
  record: Product | undefined
  onDone: (saved: Product) => unknown
  onCancel?: () => void
}

/** All that is written of an article, with its photo. */
export function ProductForm({ record, onDone, onCancel = () => record && onDone(record) }: ProductFormProps) {
  const [photo, setPhoto] = useState<File>()
  const [without, setWithout] = useState(false)
  const { form, field, schema, values } = useRecordForm(ecommerceProducts, record, empty as never, onDone)
  const of = { field, schema } as { field: (path: string) => object; schema: typeof schema }
  const all = values.useValue('all_stations' as never) as boolean
  const tags = useQuery(query(ecommerceTags.list, { is_paginated: 0 }))
  const chosen = ((values.useValue('tags' as never) as number[] | undefined) ?? []).map(String)
  const confirm = useConfirm()
  const submit = async () => {
    const doubt = record && priceDoubt(record.price, values.get('price' as never))
    if (doubt && !(await confirm({ title: 'Confermare il prezzo?', message: doubt, confirm: 'Conferma il prezzo' }))) return
    await form.submit({ files: photo ? [photo] : [], ...(record && { without_photo: without }) })
  }
  return (
    <RecordForm form={{ ...form, submit }} onCancel={onCancel}>
      <Columns min="14rem">
        <Fields of={of} names={['code', 'name']} />
        <LookupSelect
          {...of.field('category_id')}
          source={ecommerceCategories.list}
          say={(one: { name: string; parent: string | null }) => (one.parent ? `${one.parent} › ${one.name}` : one.name)}
        />
        <Fields of={of} names={['unit', 'price', 'vat', 'min_qty', 'step_qty', 'max_qty', 'stock', 'reorder_point', 'supplier']} />
      </Columns>
      <Fields of={of} names={['description']} />
      <MultiSelect
        {...of.field('tags')}
        defaultValue={undefined}
        label="Tag"
        searchable
        clearable
        data={(tags.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={(next) => values.set('tags' as never, next.map(Number))}
        nothingFoundMessage="Nessun risultato"
      />
      <Fields of={of} names={['active', 'all_stations']} />
      {!all && (
        <StationsSelect
          label="Punti vendita che lo possono ordinare"
          known={record?.orderable_by ?? []}
          value={(values.get('stations' as never) as number[] | undefined) ?? []}
          onChange={(next) => values.set('stations' as never, next)}
          error={form.errors.stations}
        />
      )}
      <Photo record={record} chosen={photo} without={without} onChoose={setPhoto} onWithout={setWithout} />
    </RecordForm>
  )
}

interface PhotoProps {
  record: Product | undefined
  chosen: File | undefined
  without: boolean
  onChoose: (file: File | undefined) => void
  onWithout: (without: boolean) => void
}
/** The photo as it will be: chosen, stored, or none. */
function Photo({ record, chosen, without, onChoose, onWithout }: PhotoProps) {
  const url = useMemo(() => chosen && URL.createObjectURL(chosen), [chosen])
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  const stored = !without && record?.photo ? record : undefined
  return (
    <Stack gap="xs">
      <Text fw={500}>Foto</Text>
      <Group align="flex-start">
        {(url || stored) && (
          <div className={classes.thumb}>
            {url ? <img src={url} alt="Nuova foto" className={classes.photo} /> : <ProductPhoto {...stored!} />}
          </div>
        )}
        <Stack gap="xs" flex={1}>
          <DropZone multiple={false} accept={PRODUCT_PHOTO_TYPES.join()} onFiles={([file]) => file && onChoose(file)} />
          <Text size="sm" c="dimmed">
            JPG, PNG o WebP fino a 10 MB, larga almeno 200 pixel.
          </Text>
          {url && (
            <Button variant="default" onClick={() => onChoose(undefined)}>
              Togli la foto scelta
            </Button>
          )}
          {!url && record?.photo && (
            <Button variant="default" onClick={() => onWithout(!without)}>
              {without ? 'Tieni la foto' : 'Elimina la foto'}
            </Button>
          )}
        </Stack>
      </Group>
    </Stack>
  )
}
