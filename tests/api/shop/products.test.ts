import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ecommerce_products as table } from '../../../server/db/schema/shop/shop.ts'
import { picture } from '../../resources/files.ts'
import { paperOf, placedOrder } from '../support/shop-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const photo = async (width = 400, height = 300) => ({ name: 'foto.png', bytes: await picture(width, height) })
const names = async (who: Caller, query = '') =>
  (await who.get(`/ecommerce/s/product?is_paginated=0${query}`)).body.data.map(({ code }: { code: string }) => code)

test('a manager may read articles and write none', () =>
  inWorld(async ({ as, db }) => {
    const gina = await as('gestore')
    expect((await gina.upload('/ecommerce/product', [], paperOf('X-1'))).status).toBe(403)
    expect((await gina.upload('/ecommerce/product/1', [], { rev: '1', price: '1' })).status).toBe(403)
    expect((await gina.del('/ecommerce/product/1')).status).toBe(403)
    expect((await gina.put('/ecommerce/product/1/adjust', { rev: 1, percent: -50 })).status).toBe(403)
    expect((await gina.post('/ecommerce/product/station', { station_id: 1, products: [] })).status).toBe(403)
    expect((await gina.get('/ecommerce/product/1')).status).toBe(200)
    expect(await db.$count(table)).toBe(4)
  }))

test('an article is stored as the form says, with its photo in two widths', () =>
  inWorld(async ({ as }) => {
    const osvaldo = await as('sup.ordini')
    const form = paperOf('cer-01', {
      ...{ name: 'Cerniera', description: 'In ottone', unit: 'conf', price: '7.35', vat: '10', min_qty: '4', step_qty: '2', max_qty: '20' },
      ...{
        stock: '30',
        reorder_point: '5',
        supplier: 'Ferramenta Rossi',
        active: 'false',
        all_stations: 'false',
        tags: '[1,2]',
        stations: '[1]',
      },
    })
    const { status, body } = await osvaldo.upload('/ecommerce/product', [await photo(1000, 500)], form)
    expect([status, body.message]).toEqual([201, 'Prodotto creato'])
    const { id, photo: small, orderable_by, ...told } = body.data
    expect(told).toEqual({
      ...{ rev: 1, code: 'CER-01', name: 'Cerniera', description: 'In ottone', category_id: 1, category: 'Carta e stampa', unit: 'conf' },
      ...{ price: 7.35, vat: '10', min_qty: 4, step_qty: 2, max_qty: 20, stock: 30, reorder_point: 5, supplier: 'Ferramenta Rossi' },
      ...{ active: false, all_stations: false, tags: [1, 2], stations: [1], low_stock: false },
    })
    expect(orderable_by.map((one: { id: number }) => one.id)).toEqual([1])
    expect(small).toBeGreaterThan(0)
    for (const width of [320, 960]) {
      const { bytes, headers } = await osvaldo.get(`/ecommerce/product/${id}/photo/${width}`)
      expect([headers['content-type'], (await sharp(bytes).metadata()).width]).toEqual(['image/jpeg', width])
    }
    expect((await osvaldo.get(`/ecommerce/product/${id}/photo/321`)).status).toBe(404)
    const without = await osvaldo.upload(`/ecommerce/product/${id}`, [], { rev: '1', without_photo: 'true', max_qty: '' })
    expect([without.status, without.body.data.photo, without.body.data.max_qty, without.body.data.stock]).toEqual([200, null, null, 30])
    expect((await osvaldo.get(`/ecommerce/product/${id}/photo/320`)).status).toBe(404)
  }))

test('what is wrong in the form is said at its field', () =>
  inWorld(async ({ as }) => {
    const osvaldo = await as('sup.ordini')
    const refused = async (more: Record<string, string>) =>
      (await osvaldo.upload('/ecommerce/product', [], paperOf('NEW-1', more))).body.error
    const [taken] = await names(osvaldo)
    expect(await refused({ code: taken })).toEqual({ code: 'Il valore del campo Codice è già presente.' })
    expect(await refused({ code: 'a b' })).toEqual({ code: 'Il codice articolo non è valido.' })
    expect(await refused({ category_id: '999' })).toEqual({ category_id: 'Il valore selezionato per Categoria non esiste.' })
    expect(await refused({ tags: '[999]' })).toEqual({ tags: 'Il valore selezionato per Tag non esiste.' })
    expect(await refused({ min_qty: '7', step_qty: '5', max_qty: '9' })).toEqual({
      max_qty: 'La quantità massima non può essere inferiore a 10, la minima ordinabile.',
    })
    expect(Object.keys(await refused({ price: '-1' }))).toEqual(['price'])
    expect(Object.keys(await refused({ price: 'abc', min_qty: '0' }))).toEqual(['price', 'min_qty'])
    const twice = await osvaldo.upload('/ecommerce/product', [await photo(), await photo()], paperOf('NEW-1'))
    expect(twice.body.message).toBe('È possibile caricare al massimo 1 file per volta.')
    const none = await osvaldo.upload('/ecommerce/product', [{ name: 'x.png', bytes: Buffer.from('no picture') }], paperOf('NEW-1'))
    expect(none.status).toBe(415)
    expect(await names(osvaldo)).not.toContain('NEW-1')
  }))

test('a picture that opens to hundreds of megapixels is refused before it is decoded, and no article is made', () =>
  inWorld(async ({ as }) => {
    const osvaldo = await as('sup.ordini')
    const bytes = await sharp({ create: { width: 30_000, height: 10_000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .toColourspace('b-w')
      .png({ compressionLevel: 1 })
      .toBuffer()
    const sent = await osvaldo.upload('/ecommerce/product', [{ name: 'x.png', bytes }], paperOf('NEW-1'))
    expect([sent.status, sent.body.message]).toEqual([413, "L'immagine ha più di 50 megapixel: ridurla e riprovare."])
    expect(await names(osvaldo)).not.toContain('NEW-1')
  }))

test('a station orders what is for all, and what is chosen for it', () =>
  inWorld(async ({ as }) => {
    const [osvaldo, gina] = [await as('sup.ordini'), await as('gestore')]
    const [{ id: station }] = (await gina.get('/suggestions/stations')).body.data
    const other = (await osvaldo.get('/suggestions/stations')).body.data.find(({ id }: { id: number }) => id !== station).id
    const { id } = (await osvaldo.upload('/ecommerce/product', [await photo()], paperOf('SOLO-1', { all_stations: 'false' }))).body.data
    const hers = () => names(gina, '&name=SOLO-1')
    expect(await hers()).toEqual([])
    expect((await gina.get(`/ecommerce/product/${id}`)).status).toBe(404)
    expect((await gina.get(`/ecommerce/product/${id}/photo/320`)).status).toBe(404)
    const set = await osvaldo.post('/ecommerce/product/station', { station_id: station, products: [id] })
    expect([set.status, set.headers['x-message'] ?? '']).toEqual([204, expect.any(String)])
    expect(await hers()).toEqual(['SOLO-1'])
    const there = async (at: number) =>
      (await osvaldo.get(`/ecommerce/product/station/${at}`)).body.data.some((one: { id: number }) => one.id === id)
    expect([await there(station), await there(other)]).toEqual([true, false])
    expect((await gina.get(`/ecommerce/product/station/${other}`)).status).toBe(404)
    // Withdrawn: nobody orders it, and whoever manages orders still sees it.
    await osvaldo.put(`/ecommerce/product/${id}/adjust`, { rev: 1, active: false })
    expect([await hers(), await names(osvaldo, '&name=SOLO-1')]).toEqual([[], ['SOLO-1']])
    await osvaldo.post('/ecommerce/product/station', { station_id: station, products: [] })
    expect((await osvaldo.get(`/ecommerce/product/${id}`)).body.data.stations).toEqual([])
  }))

test('the filters find by category, tag, state and stock', () =>
  inWorld(async ({ as }) => {
    const osvaldo = await as('sup.ordini')
    await osvaldo.upload('/ecommerce/product', [], paperOf('AA-1', { category_id: '2', tags: '[3]', stock: '2', reorder_point: '5' }))
    await osvaldo.upload('/ecommerce/product', [], paperOf('AA-2', { category_id: '3', active: 'false', stock: '9', reorder_point: '5' }))
    const found = (query: string) => names(osvaldo, `&name=AA-${query}`)
    expect(await found('&category_id=2')).toEqual(['AA-1'])
    // Both stand below "Carta e stampa".
    expect(await found('&category_id=1&sort=name')).toEqual(['AA-1', 'AA-2'])
    expect(await found('&tag=3')).toEqual(['AA-1'])
    expect(await found('&active=false')).toEqual(['AA-2'])
    expect(await found('&low_stock=true')).toEqual(['AA-1'])
    expect(await found('&low_stock=false')).toEqual(['AA-2'])
    expect(await found('&sort=-stock')).toEqual(['AA-2', 'AA-1'])
    expect(await found('&station_id=1')).toEqual(['AA-1'])
  }))

test('a favourite is its person’s alone', () =>
  inWorld(async ({ as }) => {
    const [osvaldo, gina] = [await as('sup.ordini'), await as('gestore')]
    expect((await gina.put('/ecommerce/product/2/favourite', { favourite: true })).status).toBe(204)
    expect((await gina.get('/ecommerce/favourites')).body.data).toEqual([2])
    expect((await osvaldo.get('/ecommerce/favourites')).body.data).toEqual([])
    await gina.put('/ecommerce/product/2/favourite', { favourite: false })
    expect((await gina.get('/ecommerce/favourites')).body.data).toEqual([])
    expect((await gina.put('/ecommerce/product/9999/favourite', { favourite: true })).status).toBe(404)
  }))

test('a tag or category in use is not deleted', () =>
  inWorld(async ({ as }) => {
    const osvaldo = await as('sup.ordini')
    await osvaldo.upload('/ecommerce/product', [], paperOf('AA-1', { category_id: '9', tags: '[4]' }))
    expect((await osvaldo.del('/ecommerce/tag/4')).body.message).toBe('Il tag è usato da 1 articolo.')
    expect((await osvaldo.del('/ecommerce/category/9')).body.message).toBe('La categoria contiene 1 articolo: spostarlo.')
    expect((await osvaldo.del('/ecommerce/category/1')).body.message).toContain('sottocategori')
    const under = await osvaldo.post('/ecommerce/category', { name: 'Sotto', parent_id: 2 })
    expect(under.body.error).toEqual({ parent_id: 'Scegliere una categoria di primo livello.' })
  }))

test('an article that was never ordered is deleted, with its photo; one that was is kept', () =>
  inWorld(async ({ as, db }) => {
    const osvaldo = await as('sup.ordini')
    const { id } = (await osvaldo.upload('/ecommerce/product', [await photo()], paperOf('AA-1'))).body.data
    expect((await osvaldo.del(`/ecommerce/product/${id}`)).status).toBe(204)
    expect((await osvaldo.get(`/ecommerce/product/${id}`)).status).toBe(404)
    await placedOrder(as)
    const kept = await osvaldo.del('/ecommerce/product/1')
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining('disattivarlo')])
    expect(await db.$count(table)).toBe(4)
  }))
