// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { placedOrder } from '../../api/support/shop-fixtures.ts'
import { patient } from '../support/patient.ts'
import { choose, gone, menu, press, pressIn, write } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

patient()
Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
const PAPER = 'Rotoli carta POS 57×40 (conf. 10)'
const tick = async ({ user }: Screen, name: RegExp | string) => user.click(await screen.findByRole('checkbox', { name }))
const large = sharp({ create: { width: 240, height: 240, channels: 3, background: '#c60' } })
  .jpeg()
  .toBuffer()
const picture = async (name: string) => new File([new Uint8Array(await large)], name, { type: 'image/jpeg' })
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!
const written = ({ network }: Screen) => network.writes.at(-1) as [string, unknown]

test('an article is a favourite once its star is pressed, and no more once it is pressed again', () =>
  onScreen('gestore', '/intracommerce/ordine', async (world) => {
    await press(world, `Aggiungi ${PAPER} ai preferiti`)
    await tick(world, 'Preferiti')
    await waitFor(() => expect(screen.queryByText('Toner stampante cassa')).toBeNull())
    await press(world, `Togli ${PAPER} dai preferiti`)
    await screen.findByText('Nessun preferito: si aggiunge con la stella di un articolo.')
    expect(world.network.writes.map(([call]) => call)).toEqual(Array(2).fill('PUT /ecommerce/product/1/favourite'))
  }))

test('a cart repeats the last order, takes a quantity and a day, and is emptied', () =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    await placedOrder(world.as)
    await world.open('/intracommerce/ordine')
    await world.user.click((await screen.findAllByRole('button', { name: 'Ripeti ultimo ordine' }))[0]!)
    const quantity = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Quantità' })
    await waitFor(() => expect(quantity()[0]!.value).toBe('2'))
    const card = within((await screen.findAllByRole('group', { name: `Quantità di ${PAPER}` }))[0]!)
    await world.user.click(card.getByRole('button', { name: 'Più' }))
    await world.user.click(card.getByRole('button', { name: 'Meno' }))
    await world.user.clear(card.getByRole('textbox', { name: 'Quantità' }))
    await world.user.type(card.getByRole('textbox', { name: 'Quantità' }), '5{Tab}')
    await waitFor(() => expect(quantity().map(({ value }) => value)).toEqual(quantity().map(() => '5')))
    const [day] = screen.getAllByRole('textbox', { name: 'Consegna desiderata' })
    await world.user.type(day!, '01/02/2040{Tab}')
    const saved = async () => (await (await world.as('gestore')).get('/ecommerce/cart/1')).body.data
    await waitFor(async () => expect(await saved()).toMatchObject({ wanted_at: '2040-02-01', rows: [{ quantity: 5 }] }), { timeout: 5_000 })
    await world.user.click(screen.getAllByRole('button', { name: 'Svuota carrello' })[0]!)
    await pressIn(world, 'Svuota carrello', 'Svuota')
    await screen.findAllByText('Il carrello è vuoto.')
    await waitFor(async () => expect((await saved())?.rows ?? []).toEqual([]), { timeout: 5_000 })
  }))

test('an order that is changed has the day and the note that were written', () =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    const { id, number } = await placedOrder(world.as)
    await world.open(`/intracommerce/ordine/${id}`)
    await menu(world, 'Altro', 'Modifica')
    await write(world, 'Consegna desiderata', '01/02/2040')
    await write(world, 'Note', 'Al mattino')
    await pressIn(world, `Modifica ordine ${number}`, 'Salva')
    await gone()
    expect(written(world)).toEqual([`PUT /ecommerce/order/${id}`, expect.objectContaining({ note: 'Al mattino', wanted_at: '2040-02-01' })])
  }))

test('what is not shipped goes back into stock where nobody wants it later', () =>
  onScreen('sup.ordini', '/utenti/profilo', async (world) => {
    const { id, rows, rev } = await placedOrder(world.as)
    const boss = await world.as('sup.ordini')
    const confirmed = (await boss.put(`/ecommerce/order/${id}/status`, { rev, status: 'confirmed' })).body.data
    await boss.put(`/ecommerce/order/${id}/status`, { rev: confirmed.rev, status: 'processing' })
    await world.open(`/intracommerce/ordine/${id}`)
    await press(world, /^(Spedisci|Spedito)/)
    await write(world, `Quantità di ${rows[0]!.name}`, '1')
    await tick(world, 'Spedisci il resto più avanti, con un ordine separato')
    const dialog = screen.getByRole('dialog')
    await world.user.click(within(dialog).getAllByRole('button').at(-1)!)
    await gone()
    expect(written(world)).toEqual([
      `PUT /ecommerce/order/${id}/status`,
      expect.objectContaining({ status: 'shipped', backorder: false, rows: [{ id: rows[0]!.id, quantity: 1 }] }),
    ])
  }))

test('an article is written with its tags, stations and photo; its photo is changed, taken away or kept', () =>
  onScreen('sup.ordini', '/intracommerce/articoli/nuovo', async (world) => {
    const { user } = world
    await press(world, 'Annulla')
    await waitFor(() => expect(world.address()).toMatch(/^\/intracommerce\/articoli(\?|$)/))
    await world.open('/intracommerce/articoli/nuovo')
    await write(world, /^Codice/, 'ZZ-1')
    await write(world, /^Nome/, 'Scopa')
    await choose(world, /^Categoria/, /Rotoli POS e cassa/)
    await write(world, /^Prezzo/, '4,50')
    await choose(world, 'Tag', 'Più ordinati')
    await user.keyboard('{Escape}')
    await tick(world, /^(Per )?[Tt]utti i punti vendita|^Ordinabile da tutti/)
    const stations = await screen.findByRole('combobox', { name: /^Punti vendita che lo possono ordinare/ })
    await user.type(stations, 'PV001')
    await user.click(await screen.findByRole('option', { name: /PV001/ }))
    await user.keyboard('{Escape}')
    await user.upload(chooser(), await picture('scopa.jpg'))
    await screen.findByAltText('Nuova foto')
    await press(world, 'Togli la foto scelta')
    await waitFor(() => expect(screen.queryByAltText('Nuova foto')).toBeNull())
    await user.upload(chooser(), await picture('scopa.jpg'))
    await press(world, 'Salva')
    await screen.findByRole('heading', { level: 1, name: /Scopa/ })
    const [call, form] = written(world)
    expect(call).toBe('POST /ecommerce/product')
    expect(Object.fromEntries(form as [string, string][])).toMatchObject({ code: 'ZZ-1', tags: '[1]', stations: '[1]', files: 'scopa.jpg' })
    await press(world, 'Modifica')
    await press(world, 'Elimina la foto')
    await press(world, 'Tieni la foto')
    await screen.findByRole('button', { name: 'Elimina la foto' })
    const before = world.network.writes.length
    await press(world, 'Annulla')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Elimina la foto' })).toBeNull())
    expect(world.network.writes.length).toBe(before)
  }))

test('a price that changes by more than half is asked about before it is saved', () =>
  onScreen('sup.ordini', '/intracommerce/articoli/1', async (world) => {
    const price = async () => (await world.db.select().from(ecommerce_products).where(eq(ecommerce_products.id, 1)))[0]!.price
    expect(await price()).toBe(8.9)
    await press(world, 'Modifica')
    await write(world, /^Prezzo/, '0,60')
    await press(world, 'Salva')
    await screen.findByText('Il prezzo passa da 8,90 € a 0,60 €: confermi?')
    await pressIn(world, 'Confermare il prezzo?', 'Annulla')
    await gone('Confermare il prezzo?')
    expect(await price()).toBe(8.9)
    await press(world, 'Salva')
    await pressIn(world, 'Confermare il prezzo?', 'Conferma il prezzo')
    await waitFor(async () => expect(await price()).toBe(0.6))
  }))

test('photos that were chosen are stopped on the way, or the list is closed with them', () =>
  onScreen('sup.ordini', '/intracommerce/articoli', async (world) => {
    const { user, network } = world
    await press(world, 'Carica foto')
    const dialog = within(await screen.findByRole('dialog', { name: 'Carica foto degli articoli' }))
    await user.upload(chooser(), [await picture('ROT-POS-57.jpg'), await picture('TON-CAS-01.jpg')])
    const upload = await dialog.findByRole('button', { name: 'Carica 2 foto' })
    let resolve = () => {}
    network.gate = new Promise<void>((done) => {
      resolve = done
    })
    onTestFinished(() => resolve())
    await user.click(upload)
    await user.click(await dialog.findByRole('button', { name: 'Interrompi' }).finally(() => resolve()))
    await dialog.findByText('1 foto caricata.')
    await user.click(dialog.getAllByRole('button', { name: 'Chiudi' }).at(-1)!)
    await gone()
    expect(network.writes.filter(([call]) => /^POST \/ecommerce\/product/.test(String(call)))).toHaveLength(1)
  }))

test('the statistics of the shop are saved for a spreadsheet', () =>
  onScreen('sup.ordini', '/intracommerce/statistiche', async (world) => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download) saved.push(this.download)
    })
    await screen.findByText('Toner stampante cassa')
    await press(world, 'Esporta CSV')
    expect(saved).toEqual([expect.stringMatching(/^riepilogo_articoli_.*\.csv$/)])
    click.mockRestore()
  }))
