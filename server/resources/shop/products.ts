import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { ecommerceProducts as contract, PRODUCT_PHOTO_TYPES, PRODUCT_PHOTO_WIDTHS } from '../../../src/contract/shop/products.ts'
import { productProblems } from '../../../src/rules/shop/product-problems.ts'
import { files } from '../../db/schema/core/system.ts'
import {
  ecommerce_categories,
  ecommerce_favourites,
  ecommerce_order_rows,
  ecommerce_product_stations,
  ecommerce_tags,
  ecommerce_products as table,
} from '../../db/schema/shop/shop.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { readFile, type Stored, saveRow, storeBytes, type Upload } from '../../lib/files/files.ts'
import { inWidths } from '../../lib/files/pictures.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'
import { allOf, type ListInput, matches, unique } from '../../lib/tables/table.ts'
import { needStation } from '../stations/scope.ts'
import { inCategories, orderableAt, productScope } from './scope.ts'

const tableColumns = getTableColumns(table)
const OWNER_TYPE = 'ecommerce_product'
const lowStock = sql<boolean>`coalesce(${table.stock} <= ${table.reorder_point}, false)`
const row = {
  category: sql<string>`(select c.name from ${ecommerce_categories} c where c.id = ${table.category_id})`,
  photo: sql<number | null>`${table.image_320}`,
  low_stock: lowStock,
}
const stationIds = sql<
  number[]
>`array(select s.station_id from ${ecommerce_product_stations} s where s.product_id = ${table}.id order by s.station_id)`
const orderableBy = sql<
  { id: number; code: string; name: string }[]
>`(select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'code', o.code, 'name', o.name) order by o.name), '[]')
  from ${ecommerce_product_stations} s join ${stations} o on o.id = s.station_id where s.product_id = ${table}.id)`
const plain = plainOn(contract, table, {
  model: 'ecommerce_product',
  search: ['code', 'name', 'description'],
  sort: ['name', 'code', 'price', 'created_at', 'stock', 'category'],
  row,
  record: { stations: stationIds, orderable_by: orderableBy },
  scope: ({ user }) => productScope(user),
  filters: {
    name: (name: string) => matches(name, table.code, table.name),
    category_id: (ids: number[]) => (ids.length ? inCategories(table.category_id, ids) : undefined),
    tag: (ids: number[]) => (ids.length ? sql`${table.tags} && ${sql.param(ids)}::int[]` : undefined),
    low_stock: (value: boolean) => sql`${lowStock} = ${value}`,
    station_id: (id: number) => orderableAt(id),
  },
  inUse: [
    [
      ecommerce_order_rows.product_id,
      (count) =>
        count === 1 ? 'L’articolo è presente in 1 ordine: disattivarlo.' : `L’articolo è presente in ${count} ordini: disattivarlo.`,
    ],
  ],
})
const sentences = {
  ecommerce_products_code: ['code', messages.unique('Codice')],
  ecommerce_products_category_id_ecommerce_categories_id_fk: ['category_id', messages.exists('Categoria')],
} as const

type CreateInput = Parsed<typeof contract.create, Upload>
type UpdateInput = Parsed<typeof contract.update, Upload>
type Photo = [Stored, Stored] | undefined
/** Decodes and stores the photo before the transaction begins. */
async function preparePhoto({ files: [upload, second] }: { files: Upload[] }, context: Context): Promise<Photo> {
  if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
  if (!upload) return undefined
  const made = await inWidths(upload, String(context.user.id), { types: PRODUCT_PHOTO_TYPES, min: 200, widths: PRODUCT_PHOTO_WIDTHS })
  return [await storeBytes(made[0]!, context), await storeBytes(made[1]!, context)]
}
async function savePhoto(photo: Photo, id: number, context: Context) {
  if (!photo) return {}
  const [small, large] = photo
  const owner = { type: OWNER_TYPE, id } as const
  return { image_320: (await saveRow(small, owner, context)).id, image_960: (await saveRow(large, owner, context)).id }
}
const deletePhoto = (db: Db, { image_320, image_960 }: Pick<typeof table.$inferSelect, 'image_320' | 'image_960'>) =>
  db.delete(files).where(inArray(files.id, [image_320 ?? 0, image_960 ?? 0]))

interface Given {
  min_qty?: number | undefined
  step_qty?: number | undefined
  max_qty?: number | null | undefined
  tags?: number[] | undefined
  stations?: number[] | undefined
}
/** Checks what the schema cannot: quantities that leave nothing to order, tags and stations that do not exist. Tags stay locked against deletion. */
async function check({ tags = [], stations: ids = [], ...given }: Given, db: Db) {
  const known = tags.length
    ? await db.select({ id: ecommerce_tags.id }).from(ecommerce_tags).where(inArray(ecommerce_tags.id, tags)).for('key share')
    : []
  const there = ids.length ? await db.$count(stations, inArray(stations.id, ids)) : 0
  refuse({
    ...productProblems(given),
    tags: known.length === new Set(tags).size ? undefined : messages.exists('Tag'),
    stations: there === new Set(ids).size ? undefined : messages.exists('Punto vendita'),
  })
}
async function setStations(db: Db, product_id: number, ids: number[] | undefined) {
  if (!ids) return
  await db.delete(ecommerce_product_stations).where(eq(ecommerce_product_stations.product_id, product_id))
  const rows = [...new Set(ids)].map((station_id) => ({ product_id, station_id }))
  if (rows.length) await db.insert(ecommerce_product_stations).values(rows)
}
/** The product, locked for the transaction that will write it. @throws 404, 409 with the current record if `rev` is old */
export async function needProduct({ id, rev }: { id: number; rev?: number | undefined }, context: Context) {
  const [locked] = await context.db.select().from(table).where(eq(table.id, id)).for('update')
  if (!locked) throw problem.notFound()
  const now = await plain.get({ id }, context)
  if (isOlder(rev, locked.rev)) throw problem.stale(now)
  return now
}
type Product = Awaited<ReturnType<typeof needProduct>>
export async function saveProduct(before: Product, set: Partial<typeof table.$inferInsert>, ids: number[] | undefined, context: Context) {
  const { db, user, now, history } = context
  await unique(sentences, () =>
    db
      .update(table)
      .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, before.id)),
  )
  await setStations(db, before.id, ids)
  const after = await plain.get({ id: before.id }, context)
  await history('ecommerce_product', before.id, 'updated', before, after)
  return after
}
/** A price that goes up or down by so many percent, to the cent. */
export const repriced = (price: number, percent: number) => Math.round(price * (100 + percent)) / 100
/** The articles that the list's query finds, for whoever asks. */
export const productsFound = (search: ListInput, context: Context) =>
  allOf((page) => plain.list({ ...search, page, is_paginated: 0 }, context))

export default implement(contract, {
  ...plain,
  create: preparedWrite(preparePhoto, async ({ files: _, stations: ids, ...given }: CreateInput, context, photo: Photo) => {
    const { db, user, history, audit } = context
    await check({ ...given, stations: ids }, db)
    const [made] = await unique(sentences, () =>
      db
        .insert(table)
        .values({ ...given, created_by: user.id, updated_by: user.id } as typeof table.$inferInsert)
        .returning({ id: table.id }),
    )
    const { id } = made!
    if (photo)
      await db
        .update(table)
        .set(await savePhoto(photo, id, context))
        .where(eq(table.id, id))
    await setStations(db, id, ids)
    const saved = await plain.get({ id }, context)
    audit({ entity_id: id })
    await history('ecommerce_product', id, 'created', null, saved)
    return saved
  }),
  update: preparedWrite(
    preparePhoto,
    async ({ id, rev, files: _, without_photo, stations: ids, ...given }: UpdateInput, context, photo: Photo) => {
      const { db } = context
      const before = await needProduct({ id, rev }, context)
      context.audit({ action: 'modifica', entity_id: id })
      await check({ ...before, ...given, tags: given.tags, stations: ids }, db)
      const none = without_photo && !photo ? { image_320: null, image_960: null } : {}
      const after = await saveProduct(
        before,
        { ...given, ...none, ...(await savePhoto(photo, id, context)) } as typeof table.$inferInsert,
        ids,
        context,
      )
      if (photo || without_photo) await deletePhoto(db, before)
      return after
    },
  ),
  async remove(input, context) {
    const [before] = await context.db.select().from(table).where(eq(table.id, input.id)).for('update')
    await plain.remove(input, context)
    if (before) await deletePhoto(context.db, before)
    return undefined
  },
  async adjust({ id, rev, active, percent }, context) {
    const before = await needProduct({ id, rev }, context)
    const price = percent === undefined ? before.price : repriced(before.price, percent)
    return saveProduct(before, { active: active ?? before.active, price }, undefined, context)
  },
  async ofStation({ stationId }, { db, user }) {
    await needStation(db, user, stationId)
    return db
      .select({ ...tableColumns, ...row })
      .from(table)
      .where(orderableAt(stationId))
      .orderBy(table.name, table.id)
  },
  async setOfStation({ station_id, products }, context) {
    const { db, user, history, audit } = context
    await needStation(db, user, station_id)
    // The station's row is what concurrent changes of its set wait for.
    await db.select({ id: stations.id }).from(stations).where(eq(stations.id, station_id)).for('no key update')
    const found = products.length
      ? await db.select({ id: table.id, all: table.all_stations }).from(table).where(inArray(table.id, products)).for('key share')
      : []
    refuse({ products: found.length === new Set(products).size ? undefined : messages.exists('Articolo') })
    const wanted = found.filter(({ all }) => !all).map(({ id }) => id)
    const own = and(eq(ecommerce_product_stations.station_id, station_id), eq(table.all_stations, false))
    const before = await db
      .select({ id: table.id })
      .from(ecommerce_product_stations)
      .innerJoin(table, eq(table.id, ecommerce_product_stations.product_id))
      .where(own)
    const had = before.map(({ id }) => id)
    const gone = had.filter((id) => !wanted.includes(id))
    const added = wanted.filter((id) => !had.includes(id))
    if (gone.length)
      await db
        .delete(ecommerce_product_stations)
        .where(and(eq(ecommerce_product_stations.station_id, station_id), inArray(ecommerce_product_stations.product_id, gone)))
    if (added.length)
      await db
        .insert(ecommerce_product_stations)
        .values(added.map((product_id) => ({ product_id, station_id })))
        .onConflictDoNothing()
    audit({ entity_id: station_id })
    for (const [ids, from, to] of [
      [gone, [station_id], []],
      [added, [], [station_id]],
    ] as const)
      for (const id of ids) await history('ecommerce_product', id, 'updated', { stations: from }, { stations: to })
    return undefined
  },
  async picture({ id, width }, context) {
    const { db, user, files: store } = context
    const column = { 320: table.image_320, 960: table.image_960 }[width]
    if (!column) throw problem.notFound()
    const [found] = await db
      .select({ file: files })
      .from(table)
      .innerJoin(files, eq(files.id, column))
      .where(and(eq(table.id, id), productScope(user)))
    if (!found) throw problem.notFound()
    return { bytes: await readFile(found.file, store), mime: found.file.mime, name: found.file.name }
  },
  async favourites(_, { db, user }) {
    const rows = await db
      .select({ id: ecommerce_favourites.product_id })
      .from(ecommerce_favourites)
      .where(eq(ecommerce_favourites.user_id, user.id))
    return rows.map(({ id }) => id)
  },
  async favourite({ id, favourite }, { db, user }) {
    const [found] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), productScope(user)))
    if (!found) throw problem.notFound()
    const one = { user_id: user.id, product_id: id }
    if (favourite) await db.insert(ecommerce_favourites).values(one).onConflictDoNothing()
    else
      await db.delete(ecommerce_favourites).where(and(eq(ecommerce_favourites.user_id, user.id), eq(ecommerce_favourites.product_id, id)))
    return undefined
  },
})
