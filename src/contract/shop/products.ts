import * as v from 'valibot'
import { deletion } from '../kernel/bulk-actions.ts'
import { crud } from '../kernel/crud.ts'
import { get, list, post, put, resource } from '../kernel/endpoint.ts'
import {
  choice,
  decimal,
  flag,
  integer,
  longText,
  money,
  optional,
  optionalText,
  productCode,
  reference,
  revision,
  text,
} from '../kernel/fields.ts'
import { anyId, booleanParam } from '../kernel/filters.ts'
import { labelled } from '../kernel/valibot-it.ts'

export const productUnits = { pz: 'Pezzo', conf: 'Confezione', rotolo: 'Rotolo', kg: 'Chilogrammo', l: 'Litro' } as const
export type ProductUnit = keyof typeof productUnits
export const vatRates = { 22: '22%', 10: '10%', 5: '5%', 4: '4%', 0: '0%' } as const
export type VatRate = `${keyof typeof vatRates}`
/** Widths in pixels in which a photo is stored: that of the catalogue, and that of the article's page. */
export const PRODUCT_PHOTO_WIDTHS = [320, 960] as const
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
export const PRODUCT_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

const ids = (label: string) => labelled(label, v.pipe(v.array(reference(label)), v.maxLength(3_000, 'I valori sono troppi.')))
export const productFields = {
  code: productCode('Codice'),
  name: text('Nome'),
  description: longText('Descrizione'),
  category_id: reference('Categoria'),
  unit: v.optional(choice('Unità', productUnits), 'pz'),
  /** Euro for a unit, without VAT. */
  price: money('Prezzo', { min: 0, max: 99_999_999 }),
  vat: v.optional(choice('IVA', vatRates as Record<VatRate, string>), '22'),
  min_qty: v.optional(integer('Quantità minima', { min: 1, max: 100_000 }), 1),
  step_qty: v.optional(integer('Multiplo', { min: 1, max: 100_000 }), 1),
  max_qty: optional(integer('Quantità massima', { min: 1, max: 1_000_000 })),
  /** Empty: not counted. */
  stock: optional(integer('Giacenza', { min: 0, max: 10_000_000 })),
  reorder_point: optional(integer('Scorta minima', { min: 0, max: 10_000_000 })),
  supplier: optionalText('Fornitore'),
  active: v.optional(flag('Attivo'), true),
  all_stations: v.optional(flag('Ordinabile da tutti i punti vendita'), true),
  /** Ids of tags, and of the stations that may order it where not all may. */
  tags: v.optional(ids('Tag'), []),
  stations: v.optional(ids('Punto vendita'), []),
}
const { stations: _, ...shown } = productFields
const row = {
  category: v.string(),
  /** Changes with each photo; null without one. */
  photo: v.nullable(v.number()),
  /** At or below the reorder point. */
  low_stock: v.boolean(),
}
const plain = crud('/ecommerce/product', {
  fields: productFields,
  row,
  /** The stations of `stations`, by name. */
  record: { orderable_by: v.array(v.object({ id: v.number(), code: v.string(), name: v.string() })) },
  filters: {
    /** The documented name of the search. */
    name: v.optional(v.pipe(v.string(), v.maxLength(200))),
    category_id: anyId,
    tag: anyId,
    active: booleanParam,
    low_stock: booleanParam,
    /** Orderable by this station. */
    station_id: v.optional(
      v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
    ),
  },
  ok: ['Prodotto creato', 'Prodotto modificato', 'Prodotto eliminato'],
  read: 'eco.order',
  write: 'eco.admin',
  keepEmpty: true,
})
/** A row of the catalogue. */
export const ProductRow = v.object({ id: v.number(), rev: v.number(), ...shown, ...row })
export type ProductRow = v.InferOutput<typeof ProductRow>
/** Percent by which a price goes up or down. */
export const variation = decimal('Variazione %', { min: -90, max: 500 })
/** Tells the server to take the photo away. */
const photo = { without_photo: v.optional(flag('Senza foto'), false) }
const multipart = { files: true, maxFileBytes: MAX_PHOTO_BYTES, keepEmpty: true } as const

/** Tags and categories say how many articles they have. */
const touches = ['ecommerce-tags', 'ecommerce-categories'] as const
export const ecommerceProducts = resource('ecommerce-products', {
  list: list('/ecommerce/s/product', {
    query: plain.list.query,
    output: ProductRow,
    policy: 'eco.order',
    steady: true,
    order: 'name',
    bulk: {
      activate: { label: 'Attiva', call: 'adjust', policy: 'eco.admin', given: { active: true } },
      deactivate: { label: 'Disattiva', call: 'adjust', policy: 'eco.admin', given: { active: false } },
      reprice: {
        ...{ label: 'Varia i prezzi', of: 'di', call: 'adjust', policy: 'eco.admin', preview: true },
        values: v.object({ percent: variation }),
      },
      ...deletion('eco.admin'),
    },
  }),
  get: plain.get,
  /** Multipart, with the photo as its one file. */
  create: post('/ecommerce/product', {
    ...multipart,
    body: v.object(productFields),
    output: plain.get.output,
    ok: 'Prodotto creato',
    policy: 'eco.admin',
    touches,
  }),
  update: post('/ecommerce/product/{id}', {
    ...multipart,
    body: v.object({ ...plain.update.body.entries, ...photo }),
    output: plain.get.output,
    success: [200],
    ok: 'Prodotto modificato',
    policy: 'eco.admin',
    touches,
  }),
  remove: { ...plain.remove, touches },
  /** (+) What is done with many at once. */
  adjust: put('/ecommerce/product/{id}/adjust', {
    body: v.object({ rev: revision, active: v.optional(flag('Attivo')), percent: v.optional(variation) }),
    output: plain.get.output,
    ok: 'Prodotto modificato',
    policy: 'eco.admin',
  }),
  /** What a station may order, whole. */
  ofStation: get('/ecommerce/product/station/{stationId}', {
    output: ProductRow,
    envelope: 'list',
    policy: 'eco.order',
    steady: true,
    kept: { place: 'page' },
  }),
  /** Chooses among the products that are not for all stations those that this one may order. */
  setOfStation: post('/ecommerce/product/station', {
    body: v.object({ station_id: reference('Punto vendita'), products: ids('Articolo') }),
    envelope: 'none',
    success: [204],
    ok: 'Prodotti impostati',
    policy: 'eco.admin',
  }),
  /** (+) The photo in one of `PRODUCT_PHOTO_WIDTHS`. */
  picture: get('/ecommerce/product/{id}/photo/{width}', { envelope: 'blob', policy: 'eco.order' }),
  /** (+) Ids of the caller's favourites. */
  favourites: get('/ecommerce/favourites', {
    output: v.number(),
    envelope: 'list',
    policy: 'eco.order',
    kept: { place: 'page' },
  }),
  /** (+) Whether the caller has it among the favourites. */
  favourite: put('/ecommerce/product/{id}/favourite', {
    body: v.object({ favourite: flag('Preferito') }),
    envelope: 'none',
    success: [204],
    policy: 'eco.order',
  }),
})
