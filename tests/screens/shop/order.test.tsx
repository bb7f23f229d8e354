// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/sending/sending.page.tsx'
import '../../../src/features/shop/catalogue/Shop.tsx'
import '../../../src/features/shop/catalogue/CartPanel.tsx'
import '../../../src/features/shop/orders/OrderShow.tsx'
import '../../../src/features/shop/orders/StepDialog.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { kinds } from '../../../src/app/kinds.ts'
import type { Order } from '../../../src/contract/shop/orders.ts'
import { dayTime } from '../../../src/lib/format.ts'
import { connection } from '../../../src/lib/online.ts'
import { openText, sealText } from '../../../src/lib/seal-rows.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox, startOutbox, wake } from '../../../src/outbox/runtime.ts'
import { unitSigns } from '../../../src/rules/shop/order-rows.ts'
import { placedOrder } from '../../api/support/shop-fixtures.ts'
import type { Network } from '../support/network.ts'
import { gone, press, write } from '../support/steps.ts'
import { onScreen } from '../support/world.tsx'

// The engine as the page has it, in the one tab that there is.
Object.assign(navigator, { locks: { request: (_: string, __: object, run: (lock: object) => unknown) => run({}) } })
startOutbox(kinds)
const states = async () => (await outbox().list()).map(({ state }) => state)
async function reconnect(network: Network) {
  network.down = false
  connection.set('online')
  await wake('user')
}
const ADD = 'Aggiungi Rotoli carta POS 57×40 (conf. 10)'
const cart = () => within(screen.getAllByRole('list', { name: 'Articoli nel carrello' })[0]!)
const cartsSent = ({ asked }: Network) => asked.filter((one) => one.startsWith('PUT') && one.includes('/ecommerce/cart/')).length
/** What a test leaves in the cart the next one would find. */
async function emptied(user: UserEvent, network: Network) {
  const before = cartsSent(network)
  for (const button of cart().getAllByRole('button', { name: /^Togli / })) await user.click(button)
  await waitFor(() => expect(cartsSent(network)).toBeGreaterThan(before))
}
const product = async (name: RegExp) => within((await screen.findAllByRole('listitem')).find((one) => name.test(one.textContent ?? ''))!)

test('a manager fills the cart, which survives a reload, and confirms one order', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, reload, as, address }) => {
    await screen.findByText(/Rotoli carta POS/)
    const paper = await product(/Rotoli carta POS/)
    await user.click(paper.getByRole('button', { name: 'Aggiungi Rotoli carta POS 57×40 (conf. 10)' }))
    await user.click(paper.getByRole('button', { name: 'Più' }))
    expect(cart().getByRole<HTMLInputElement>('textbox', { name: 'Quantità' }).value).toBe('2')
    await reload()
    await screen.findAllByText('Rotoli carta POS 57×40 (conf. 10)')
    expect(cart().getByRole<HTMLInputElement>('textbox', { name: 'Quantità' }).value).toBe('2')
    const saved = async () => (await (await as('gestore')).get('/ecommerce/cart/1')).body.data?.rows
    await waitFor(async () => expect(await saved()).toEqual([{ product_id: 1, quantity: 2, price: 8.9 }]))
    // What the server would refuse is said before the order is called sent.
    fireEvent.change(screen.getAllByRole('textbox', { name: 'Note' })[0]!, { target: { value: 'x'.repeat(10_001) } })
    await user.click(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    await screen.findByText(/Note non può superare 10000 caratteri/)
    expect(await states()).toEqual([])
    fireEvent.change(screen.getAllByRole('textbox', { name: 'Note' })[0]!, { target: { value: '' } })
    const wanted = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Consegna desiderata' })[0]!
    async function ask(day: string) {
      await user.clear(wanted)
      await user.type(wanted, day)
    }
    await ask('01/01/2020')
    await screen.findByText('La data di consegna desiderata è passata.')
    await user.click(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    expect([document.activeElement, screen.getAllByText('La data di consegna desiderata è passata.').length]).toEqual([wanted, 1])
    await ask('31/11/2099')
    await user.click(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    await screen.findByText('Data non valida: scrivere giorno/mese/anno.')
    expect(document.activeElement).toBe(wanted)
    expect(await states()).toEqual([])
    await user.clear(wanted)
    expect(wanted.getAttribute('aria-invalid')).not.toBe('true')
    await user.dblClick(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    await waitFor(() => expect(address()).toMatch(/intracommerce\/ordine\/\d+/))
    const rows: Order[] = (await (await as('sup.ordini')).get('/ecommerce/order?sort=-id')).body.data.data
    const mine = await (await as('gestore')).get(`/ecommerce/order/${rows[0]!.id}`)
    expect(mine.body.data.rows).toMatchObject([{ code: 'ROT-POS-57', quantity: 2 }])
    await user.click(await screen.findByRole('tab', { name: /^Foto e file/ }))
    await screen.findByRole('button', { name: 'Scatta una foto', hidden: true })
    // The cart is empty again, on the server too.
    expect((await (await as('gestore')).get(`/ecommerce/cart/${mine.body.data.station_id}`)).body.data).toBe(null)
  }))

test('confirmed without a network an order waits, comes back where an article costs more, and is ordered once when that is confirmed', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, reload, as, db, network, address, open }) => {
    const boss = await as('sup.ordini')
    const orders = async (): Promise<Order[]> => (await boss.get('/ecommerce/order?sort=-id')).body.data.data
    const before = (await orders()).length
    const paper = await product(/Rotoli carta POS/)
    await user.click(paper.getByRole('button', { name: ADD }))
    network.down = true
    // From the sheet of a phone, which gives way to the page that lists what waits.
    await user.click(screen.getByRole('button', { name: /^Carrello: 1/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Ordine' }))
    await user.dblClick(sheet.getByRole('button', { name: 'Conferma' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ordine' })).toBeNull())
    await screen.findByText(/^Ordine di 1 articolo/)
    await screen.findByText('In attesa di invio')
    expect((await screen.findAllByText('Il carrello è vuoto.')).length).toBeGreaterThan(0)
    const [roll] = await db.select().from(ecommerce_products).where(eq(ecommerce_products.code, 'ROT-POS-57'))
    await db.update(ecommerce_products).set({ price: roll!.price + 1 })
    await reconnect(network)
    await waitFor(async () => expect(await states()).toEqual(['needs-fix']))
    await open('/invii')
    await user.click(await screen.findByRole('link', { name: 'Correggi' }))
    await waitFor(() => expect(address()).toMatch(/^\/intracommerce\/ordine\?/))
    await screen.findByText(/costa ora .* e non più .*: confermare il nuovo prezzo\.$/)
    const corrected = address()
    await reload(corrected)
    await screen.findAllByRole('list', { name: 'Articoli nel carrello' })
    await user.click(cart().getByRole('button', { name: 'Più' }))
    await user.click(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    const question = within(await screen.findByRole('dialog', { name: 'I prezzi sono cambiati' }))
    await user.click(question.getByRole('button', { name: 'Conferma ordine' }))
    await waitFor(() => expect(address()).toMatch(/intracommerce\/ordine\/\d+/))
    const all = await orders()
    expect(all).toHaveLength(before + 1)
    const made = (await (await as('gestore')).get(`/ecommerce/order/${all[0]!.id}`)).body.data
    expect(made.rows).toMatchObject([{ code: 'ROT-POS-57', price: roll!.price + 1 }])
    expect(made.rows[0].quantity).toBeGreaterThan(1)
    const page = address()
    await open('/invii')
    await screen.findByText(new RegExp(` · numero ${made.number}$`))
    await user.click(screen.getByRole('link', { name: /^Apri: Ordine di 1 articolo/ }))
    await waitFor(() => expect(address()).toBe(page))
  }))

test('a queued order whose article is withdrawn is corrected by taking it out; its cart does not come back from the server', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, db, network, reload }) => {
    const paper = await product(/Rotoli carta POS/)
    await user.click(paper.getByRole('button', { name: ADD }))
    // The server has the cart too.
    await waitFor(() => expect(network.asked.filter((one) => one.startsWith('PUT') && one.includes('/ecommerce/cart/'))).toHaveLength(1), {
      timeout: 3_000,
    })
    network.down = true
    await user.click(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    await screen.findByText('In attesa di invio')
    await db.update(ecommerce_products).set({ active: false }).where(eq(ecommerce_products.code, 'ROT-POS-57'))
    await reconnect(network)
    await waitFor(async () => expect(await states()).toEqual(['needs-fix']))
    await reload('/intracommerce/ordine')
    expect((await screen.findAllByText('Il carrello è vuoto.')).length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('link', { name: 'Correggi l’ordine' }))
    await screen.findByText(/non è più ordinabile: toglierlo dall’ordine\.$/)
    await user.click((await screen.findAllByRole('button', { name: 'Togli gli articoli non ordinabili' }))[0]!)
    await user.click(screen.getAllByRole('button', { name: /^Aggiungi(?!.* ai preferiti$)/ })[0]!)
    await user.click(screen.getAllByRole('button', { name: 'Conferma' })[0]!)
    await waitFor(async () => expect(await states()).toEqual(['sent']))
  }))

test('an article that is withdrawn meanwhile is said in the cart and holds the order back until it is taken out', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, reload, db }) => {
    await screen.findByText(/Rotoli carta POS/)
    const paper = await product(/Rotoli carta POS/)
    await user.click(paper.getByRole('button', { name: 'Aggiungi Rotoli carta POS 57×40 (conf. 10)' }))
    await db.update(ecommerce_products).set({ active: false })
    await reload()
    await screen.findByText('Non è più ordinabile: toglierlo dal carrello.')
    await user.click(screen.getAllByRole('button', { name: 'Togli gli articoli non ordinabili' })[0]!)
    expect((await screen.findAllByText('Il carrello è vuoto.')).length).toBeGreaterThan(0)
  }))

test('who manages orders confirms and rejects; the reason is asked for', async () => {
  let order: Order
  await onScreen('sup.ordini', '/intracommerce/ordini', async ({ user, as, open }) => {
    order = await placedOrder(as)
    const path = `/ecommerce/order/${order.id}`
    const boss = await as('sup.ordini')
    await open(`/intracommerce/ordine/${order.id}`)
    await user.click(await screen.findByRole('button', { name: 'Conferma ordine' }))
    const dialog = within(await screen.findByRole('dialog'))
    // What is there stands beside what is asked for.
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      order.rows.map(({ name, quantity, unit, stock }) => `${name}: ${quantity} ${unitSigns[unit]}, in giacenza ${stock}`),
    )
    await user.click(dialog.getByRole('button', { name: 'Conferma ordine' }))
    await screen.findByRole('button', { name: 'Metti in preparazione' })
    expect((await boss.get(path)).body.data.status).toBe('confirmed')
    const second = await placedOrder(as)
    await open(`/intracommerce/ordine/${second.id}`)
    await screen.findByRole('button', { name: 'Conferma ordine' })
    await user.click(screen.getByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rifiuta' }))
    const refusal = within(await screen.findByRole('dialog'))
    await user.click(refusal.getByRole('button', { name: 'Rifiuta' }))
    await refusal.findByText('Il campo Motivo è obbligatorio.')
    await user.click(refusal.getByRole('textbox', { name: /Motivo/ }))
    await user.paste('Già consegnato')
    await user.click(refusal.getByRole('button', { name: 'Rifiuta' }))
    await screen.findByText('Ordine rifiutato')
    expect((await boss.get(`/ecommerce/order/${second.id}`)).body.data).toMatchObject({ status: 'rejected', reason: 'Già consegnato' })
  })
})

test('an order says who took each step, is changed while it is new, and is ordered again beside what the cart holds', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, as, db, open, network }) => {
    const [, other] = await db
      .select()
      .from(ecommerce_products)
      .where(eq(ecommerce_products.all_stations, true))
      .orderBy(ecommerce_products.id)
      .limit(2)
    await user.click((await product(new RegExp(other!.name))).getByRole('button', { name: `Aggiungi ${other!.name}` }))
    const order = await placedOrder(as)
    await open(`/intracommerce/ordine/${order.id}`)
    const way = within(await screen.findByRole('list', { name: 'Avanzamento dell’ordine' })).getAllByRole('listitem')
    expect(way[0]!.textContent).toBe(`1Nuovo, in corso${dayTime(order.created_at)}, Gina Gestore`)
    const action = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Altro' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await action('Modifica')
    const dialog = within(await screen.findByRole('dialog', { name: `Modifica ordine ${order.number}` }))
    await user.click(await dialog.findByRole('button', { name: 'Più' }))
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Salva' })
    const wanted = dialog.getByRole('textbox', { name: 'Consegna desiderata' })
    await user.type(wanted, '01/01/2020')
    dialog.getByText('La data di consegna desiderata è passata.')
    expect(save.disabled).toBe(true)
    await user.clear(wanted)
    await user.type(wanted, '31/11/2099')
    await user.click(save)
    await dialog.findByText('Il campo Consegna desiderata non contiene una data valida.')
    await user.clear(wanted)
    expect(wanted.getAttribute('aria-invalid')).not.toBe('true')
    await user.click(save)
    await screen.findByText('Ordine modificato')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await (await as('gestore')).get(`/ecommerce/order/${order.id}`)).body.data.rows).toMatchObject([{ product_id: 1, quantity: 3 }])
    await action('Ordina di nuovo')
    await screen.findAllByRole('list', { name: 'Articoli nel carrello' })
    const lines = cart().getAllByRole('listitem')
    expect(lines.map((line) => within(line).getByRole<HTMLInputElement>('textbox', { name: 'Quantità' }).value)).toEqual([
      expect.any(String),
      '3',
    ])
    within(lines[0]!).getByText(other!.name)
    within(lines[1]!).getByText('Rotoli carta POS 57×40 (conf. 10)')
    await emptied(user, network)
  }))

test('two tabs have one cart: what the one puts in stands in the other, and once it is ordered there it is empty here', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, as }) => {
    const gina = await as('gestore')
    const paper = await product(/Rotoli carta POS/)
    await user.click(paper.getByRole('button', { name: ADD }))
    const name = Object.keys(localStorage).find((key) => key.startsWith(`piazzale-cart-${gina.user_id}-`))!
    const key = session.get().deviceKey
    const kept = () => JSON.parse(openText(name, localStorage.getItem(name), key)!)
    /** As another tab of this browser writes it. */
    const elsewhere = (change: (now: ReturnType<typeof kept>) => object) => {
      localStorage.setItem(name, sealText(name, JSON.stringify(change(kept())), key))
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name })))
    }
    const rows = [{ product_id: 1, quantity: 4, price: 8.9 }]
    elsewhere(({ cart, ...more }) => ({ ...more, cart: { ...cart, rows, changed_at: new Date().toISOString() } }))
    await waitFor(() => expect(cart().getByRole<HTMLInputElement>('textbox', { name: 'Quantità' }).value).toBe('4'))
    await user.click(paper.getByRole('button', { name: 'Più' }))
    expect(kept().cart.rows).toMatchObject([{ product_id: 1, quantity: 5 }])
    const { uuid } = kept().cart
    const [{ id: station_id }] = (await gina.get('/suggestions/stations')).body.data
    const order = () => gina.post('/ecommerce/order', { uuid, station_id, rows: [{ product_id: 1, quantity: 5 }] })
    const { id } = (await order()).body.data
    elsewhere((now) => ({ cart: { ...now.cart, uuid: crypto.randomUUID(), rows: [] }, synced: true, ordered: [uuid] }))
    expect((await screen.findAllByText('Il carrello è vuoto.')).length).toBeGreaterThan(0)
    // Had it been pressed in both at once, it were the same order.
    expect(await order()).toMatchObject({ status: 200, body: { data: { id } } })
  }))

test('what is changed while the cart is on its way stays, and follows', () =>
  onScreen('gestore', '/intracommerce/ordine', async ({ user, as, network }) => {
    const saved = async () => (await (await as('gestore')).get('/ecommerce/cart/1')).body.data?.rows
    const paper = await product(/Rotoli carta POS/)
    await user.click(paper.getByRole('button', { name: ADD }))
    let arrive: (value?: unknown) => void = () => undefined
    network.gate = new Promise((done) => {
      arrive = done
    })
    await waitFor(() => expect(cartsSent(network)).toBe(1))
    await user.click(paper.getByRole('button', { name: 'Più' }))
    arrive()
    await waitFor(async () => expect(await saved()).toMatchObject([{ product_id: 1, quantity: 2 }]), { timeout: 5_000 })
    expect(cart().getByRole<HTMLInputElement>('textbox', { name: 'Quantità' }).value).toBe('2')
    await emptied(user, network)
  }))

test('the counters of the dashboard lead to the orders in their states', () =>
  onScreen('sup.ordini', '/intracommerce/ordini', async ({ user, as, open, address }) => {
    const [fresh, taken] = [await placedOrder(as), await placedOrder(as)]
    const confirmed = await (await as('sup.ordini')).put(`/ecommerce/order/${taken.id}/status`, { rev: taken.rev, status: 'confirmed' })
    expect(confirmed.status).toBe(200)
    await open('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Ordini in preparazione/ }))
    await screen.findByRole('link', { name: taken.number })
    expect(address()).toContain('status=confirmed&status=processing')
    expect(screen.queryByRole('link', { name: fresh.number })).toBe(null)
    await open('/intracommerce/ordini?status=new')
    await screen.findByRole('link', { name: fresh.number })
    expect(screen.queryByRole('link', { name: taken.number })).toBe(null)
  }))

test('what was shipped is said of every row: an empty field is refused and the rest follows with its own order', () =>
  onScreen('sup.ordini', '/intracommerce/ordini', async ({ user, as, open }) => {
    let order = await placedOrder(as)
    const boss = await as('sup.ordini')
    for (const status of ['confirmed', 'processing'])
      order = (await boss.put(`/ecommerce/order/${order.id}/status`, { rev: order.rev, status })).body.data
    await open(`/intracommerce/ordine/${order.id}`)
    await user.click(await screen.findByRole('button', { name: 'Spedisci' }))
    const dialog = within(await screen.findByRole('dialog'))
    const box = dialog.getByRole('textbox', { name: /^Quantità di/ })
    await user.clear(box)
    await user.click(dialog.getByRole('button', { name: 'Spedisci' }))
    await dialog.findByText('Il campo Quantità è obbligatorio.')
    dialog.getByText(/^di 2 (rotoli|conf\.|pz)$/)
    await user.type(box, '99')
    dialog.getByText(/^La quantità ordinata di ".*" è 2\.$/)
    await user.click(dialog.getByRole('button', { name: 'Spedisci' }))
    expect(screen.getAllByText(/^La quantità ordinata/)).toHaveLength(1)
    expect((await boss.get(`/ecommerce/order/${order.id}`)).body.data.status).toBe('processing')
    await user.clear(box)
    await user.type(box, '1')
    const carrier = dialog.getByRole('textbox', { name: 'Corriere' })
    await user.click(carrier)
    await user.paste('x'.repeat(256))
    await user.click(dialog.getByRole('button', { name: 'Spedisci' }))
    await waitFor(() => expect(carrier.getAttribute('aria-invalid')).toBe('true'))
    await user.clear(carrier)
    expect(carrier.getAttribute('aria-invalid')).not.toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Spedisci' }))
    await screen.findByRole('link', { name: /^Il resto è nell’ordine/ })
    expect((await boss.get(`/ecommerce/order/${order.id}`)).body.data).toMatchObject({
      status: 'shipped',
      rows: [{ quantity: 2, shipped: 1 }],
    })
  }))

test('an order above the threshold says so, and offers its approval to the super administrator before the confirmation', () =>
  onScreen(
    'admin',
    '/intracommerce/ordini',
    async ({ user, as, open }) => {
      const order = await placedOrder(as)
      await open(`/intracommerce/ordine/${order.id}`)
      await screen.findByText('Da approvare')
      expect(screen.queryByRole('button', { name: 'Conferma ordine' })).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Approva' }))
      await screen.findByText('Ordine approvato')
      await screen.findByRole('button', { name: 'Conferma ordine' })
      await screen.findByText(/^Approvato il /)
      expect(screen.queryByText('Da approvare')).toBeNull()
    },
    async ({ as }) => {
      const admin = await as('admin')
      const { rev } = (await admin.get('/settings')).body.data
      await admin.put('/settings', { rev, name: 'Rete S.p.A.', order_approval_over: 1 })
    },
  ))

test('the summary of orders is of the days and states that were chosen, and begins with the filters of the list', () =>
  onScreen('sup.ordini', '/intracommerce/ordini?status=new&from=2026-01-01', async (world) => {
    const { user, network } = world
    const title = 'Riepilogo ordini'
    await press(world, 'Riepilogo PDF')
    const dialog = async () => within(await screen.findByRole('dialog', { name: title }))
    const ticked = async () => (await dialog()).getAllByRole<HTMLInputElement>('checkbox', { checked: true }).map(({ value }) => value)
    expect(await ticked()).toEqual(['new'])
    expect((await dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Dal' }).value).toBe('01/01/2026')
    await user.click((await dialog()).getAllByRole('button', { name: 'Chiudi' }).at(-1)!)
    await gone()
    await press(world, 'Riepilogo PDF')
    await dialog()
    await user.keyboard('{Escape}')
    await gone()
    await press(world, 'Riepilogo PDF')
    const boxes = (await dialog()).getAllByRole<HTMLInputElement>('checkbox')
    await user.click(boxes.find(({ value }) => value === 'new')!)
    await user.click(boxes.find(({ value }) => value === 'shipped')!)
    await write(world, 'Dal', '01/02/2026')
    await write(world, 'Al', '28/02/2026')
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const asked = () => network.asked.filter((one) => /summary|riepilogo|pdf/.test(one)).at(-1)
    await user.click((await dialog()).getByRole('button', { name: 'Scarica PDF' }))
    await waitFor(() => expect(asked()).toMatch(/\?from=2026-02-01&to=2026-02-28&status=shipped$/))
    vi.restoreAllMocks()
  }))
