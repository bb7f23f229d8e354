import sharp from 'sharp'
import type { Db } from '../../../lib/core/db.ts'
import { type FileStore, sha256 } from '../../../lib/files/files.ts'
import { files } from '../../schema/core/system.ts'
import { ecommerce_categories, ecommerce_product_stations, ecommerce_products, ecommerce_tags } from '../../schema/shop/shop.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import type { SeedOptions, SeedStation } from '../stations/stations.ts'
import { drawing } from './drawings.ts'
import { insertOrders } from './orders.ts'
import { categories, products, type SeedProduct, tags } from './products.ts'

/** How large a seeded shop is. */
export interface ShopSize {
  products: number
  orders: number
}
const WIDTHS = [320, 640] as const

/** So many articles: the first are those of the list, the others the same in further sizes. */
const articles = (count: number): (SeedProduct & { id: number })[] =>
  Array.from({ length: count }, (_, place) => {
    const one = products[place % products.length]!
    const edition = Math.floor(place / products.length)
    return { id: place + 1, ...one, ...(edition && { code: `${one.code}-${edition}`, name: `${one.name}, variante ${edition}` }) }
  })

/** Categories, tags, articles and orders, with drawn photos where there is a store to hold them. */
export async function insertShop(
  db: Db,
  options: SeedOptions,
  stations: readonly SeedStation[],
  size: ShopSize,
  at: string,
  store?: FileStore,
) {
  const idOf = (name: string | undefined) => categories.findIndex(([one]) => one === name) + 1 || null
  await insertRows(
    db,
    ecommerce_categories,
    categories.map(([name, parent], place) => ({ id: place + 1, name, parent_id: idOf(parent), position: place + 1, active: true })),
    at,
  )
  await insertRows(
    db,
    ecommerce_tags,
    tags.map(([name, color], place) => ({ id: place + 1, name, color })),
    at,
  )
  const all = articles(size.products)
  const photos = store
    ? await insertPhotos(db, options.seed, all.slice(0, products.length), at, store)
    : new Map<number, readonly number[]>()
  await insertRows(
    db,
    ecommerce_products,
    all.map((one) => {
      const [image_320 = null, image_960 = null] = photos.get(((one.id - 1) % products.length) + 1) ?? []
      return {
        ...{ id: one.id, code: one.code, name: one.name, description: one.description ?? null, category_id: idOf(one.category)! },
        ...{ tags: (one.tags ?? []).map((name) => tags.findIndex(([tag]) => tag === name) + 1), unit: one.unit, price: one.price },
        ...{ vat: one.vat ?? '22', min_qty: one.min, step_qty: one.step, max_qty: one.max, stock: one.stock, reorder_point: one.reorder },
        ...{ supplier: null, active: !one.inactive, all_stations: !one.only, image_320, image_960 },
      } as const
    }),
    at,
  )
  await insertRows(
    db,
    ecommerce_product_stations,
    all.flatMap(({ id, only = [] }) =>
      only.flatMap((place) => (stations[place] ? [{ product_id: id, station_id: stations[place].id }] : [])),
    ),
    at,
  )
  await insertOrders(db, options, all, size.orders, at)
}

/** The drawn photos, by the id of their article. */
async function insertPhotos(db: Db, seed: number, all: readonly (SeedProduct & { id: number })[], at: string, store: FileStore) {
  const before = await db.$count(files)
  const rows: (typeof files.$inferInsert)[] = []
  const found = new Map<number, readonly number[]>()
  for (const { id, shape, color, code } of all) {
    const ids: number[] = []
    for (const [place, width] of WIDTHS.entries()) {
      const bytes = await sharp(Buffer.from(drawing(shape, color)))
        .resize(width)
        .jpeg({ quality: 80 })
        .toBuffer()
      const uuid = uuidOf(seed, `ecommerce_photo_${width}`, id)
      await store.write(uuid, bytes, new Date(at))
      const file = { id: before + 2 * (id - 1) + place + 1, uuid, owner_type: 'ecommerce_product', owner_id: id, name: `${code}.jpg` }
      rows.push({ ...file, extension: 'jpg', mime: 'image/jpeg', size: bytes.length, sha256: sha256(bytes), created_at: at } as never)
      ids.push(file.id)
    }
    found.set(id, ids)
  }
  await insertRows(db, files, rows, at)
  return found
}
