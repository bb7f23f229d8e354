// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/ExportMenu.tsx'
import '../../../src/features/shop/products/ProductImport.tsx'
import '../../../src/features/shop/products/ProductPhotos.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ecommerce_categories, ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { picture } from '../../resources/files.ts'
import { exported } from '../support/exported.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const LIST = '/intracommerce/articoli'
async function choose(world: Screen, title: string, ...files: File[]) {
  const box = await screen.findByRole('dialog', { name: title })
  await world.user.upload(box.querySelector<HTMLInputElement>('input[type=file]')!, files)
  return within(box)
}
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

test('photos come in a ZIP by the code of their article; what fits none is said, and each tells what became of it', () =>
  onScreen('sup.ordini', LIST, async (world) => {
    const photo = new Uint8Array(await picture(400, 400))
    const [first, second] = await world.db.select().from(ecommerce_products).orderBy(ecommerce_products.id)
    const zip = zipSync({
      [`foto/${first!.code.toLowerCase()}.png`]: photo,
      [`altre/${first!.code}.png`]: photo,
      [`${second!.code}.jpg`]: strToU8('nessuna foto'),
      'XXX-9.png': photo,
      'leggimi.txt': strToU8('ciao'),
      '__MACOSX/._x': strToU8('x'),
    })
    await world.user.click(await screen.findByRole('button', { name: 'Carica foto' }))
    const box = await choose(world, 'Carica foto degli articoli', new File([zip as BlobPart], 'foto.zip'))
    const table = await box.findByRole('table', { name: 'File scelti' })
    const name = `${first!.code} ${first!.name}`
    expect(rows(table)).toEqual([
      [`${first!.code.toLowerCase()}.png`, name, 'Da caricare'],
      [`${first!.code}.png`, '–', `C’è già un’altra foto per ${first!.code}.`],
      [`${second!.code}.jpg`, `${second!.code} ${second!.name}`, 'Da caricare'],
      ['XXX-9.png', '–', 'Nessun articolo ha questo codice.'],
      ['leggimi.txt', '–', 'Non è una foto JPG, PNG o WebP.'],
    ])
    await world.user.click(box.getByRole('button', { name: 'Carica 2 foto' }))
    await waitFor(() => expect(box.getByRole('status').textContent).toBe('1 foto caricata, 1 non riuscita.'))
    expect(rows(table)[0]![2]).toBe('Caricata')
    expect(rows(table)[2]![2]).toMatch(/\S/)
    await box.findByRole('button', { name: 'Carica 1 foto' })
    const [now] = await world.db.select().from(ecommerce_products).where(eq(ecommerce_products.id, first!.id))
    expect([now!.image_320, now!.image_960].every((id) => typeof id === 'number')).toBe(true)
    await waitFor(() => expect(screen.getByRole('img', { name: `Foto di ${first!.name}`, hidden: true })).toBeTruthy())
  }))

test('articles are imported from a sheet by a job that one is led to', () =>
  onScreen('sup.ordini', LIST, async (world) => {
    await world.user.click(await screen.findByRole('button', { name: 'Importa' }))
    const [category] = await world.db.select().from(ecommerce_categories)
    const sheet = `Codice;Nome;Categoria;Prezzo\r\nZQ-1;Guanti da prova;${category!.name};2,50\r\n`
    const box = await choose(world, 'Importa articoli', new File([sheet], 'articoli.csv', { type: 'text/csv' }))
    await world.user.click(await box.findByRole('button', { name: /^Importa 1/ }))
    await waitFor(() => expect(world.address()).toMatch(/^\/storico-job\/\d+$/))
    await world.runs()
    expect(await world.db.$count(ecommerce_products, eq(ecommerce_products.code, 'ZQ-1'))).toBe(1)
  }))

test('the file that the list of articles gives is an import as it is', () =>
  onScreen('sup.ordini', LIST, async (world) => {
    await screen.findByRole('table')
    const lines = await exported(world, screen.getByRole('button', { name: 'Esporta' }))
    expect(lines[0]).toBe('Foto;Codice;Nome;Categoria;Prezzo;Giacenza;Attivo')
    const file = { name: 'articoli.csv', bytes: Buffer.from(lines.join('\r\n')) }
    const { unknown, lines: read } = (await (await world.as('sup.ordini')).upload('/ecommerce/product/import/read', [file])).body.data
    const states = read.map(({ state, errors }: any) => [state, errors])
    expect([unknown, states]).toEqual([[], Array(lines.length - 1).fill(['uguale', {}])])
  }))
