// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/shop/catalogue/CartPanel.tsx'
import '../../../src/features/shop/catalogue/Shop.tsx'
import '../../../src/features/shop/orders/OrderShow.tsx'
import '../../../src/features/shop/products/ProductShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../../src/contract/shop/orders.ts'
import { formatEuro, orderTotals } from '../../../src/rules/shop/order-rows.ts'
import { paperOf, placedOrder } from '../../api/support/shop-fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { write } from '../support/steps.ts'
import { onScreen } from '../support/world.tsx'

test('an order of which less arrived says so beside its state, and what arrived is worth', () =>
  onScreen('sup.ordini', '/utenti/profilo', async ({ as, open }) => {
    const boss = await as('sup.ordini')
    let order = await placedOrder(as, { rows: [{ product_id: 1, quantity: 4 }] })
    const whole = await placedOrder(as)
    const step = async (status: string, more: object = {}) => {
      order = (await boss.put(`/ecommerce/order/${order.id}/status`, { rev: order.rev, status, ...more })).body.data as Order
    }
    for (const status of ['confirmed', 'processing', 'shipped']) await step(status)
    await step('delivered', { rows: [{ id: order.rows[0]!.id, quantity: 3 }], receipt_note: 'Una confezione rotta' })
    await open('/intracommerce/ordini')
    const row = async (number: string) => (await screen.findByRole('link', { name: number })).closest('tr')!
    within(await row(order.number)).getByText('Con differenze')
    expect(within(await row(whole.number)).queryByText('Con differenze')).toBeNull()
    await open(`/intracommerce/ordine/${order.id}`)
    await screen.findByText('Con differenze')
    const [line] = order.rows
    const arrived = orderTotals([{ ...line!, shipped: 3 }])
    expect(arrived.total).toBeLessThan(order.total)
    expect(screen.getByText('Totale di quanto è arrivato').nextElementSibling!.textContent).toBe(formatEuro(arrived.total))
    screen.getByText(`Arrivati 3 di 4, per ${formatEuro(line!.price * 3)}`)
  }))

const LIMITS = 'minimo 6, a multipli di 3, massimo 60'
test('an article says how it may be ordered on its card, in the cart and on its page', async () => {
  const limited = async (as: World['as']): Promise<number> => {
    const paper = paperOf('ZZ-1', { min_qty: '4', step_qty: '3', max_qty: '60' })
    return (await (await as('sup.ordini')).upload('/ecommerce/product', [], paper)).body.data.id
  }
  await onScreen('gestore', '/utenti/profilo', async ({ user, as, open }) => {
    await limited(as)
    await open('/intracommerce/ordine')
    const card = within((await screen.findByText(LIMITS)).closest('li')!)
    await user.click(card.getByRole('button', { name: 'Aggiungi Articolo ZZ-1' }))
    const cart = within(screen.getAllByRole('list', { name: 'Articoli nel carrello' })[0]!)
    cart.getByText(new RegExp(`${LIMITS}$`))
    await user.click(cart.getByRole('button', { name: 'Togli Articolo ZZ-1' }))
  })
  await onScreen('sup.ordini', '/utenti/profilo', async ({ as, open }) => {
    await open(`/intracommerce/articoli/${await limited(as)}`)
    expect((await screen.findByText('Si ordina')).nextElementSibling!.textContent).toBe(LIMITS)
  })
})

test('days in the wrong order are told at the period of the statistics and of the summary', () =>
  onScreen('sup.ordini', '/intracommerce/statistiche?from=2026-03-01&to=2026-02-01', async (world) => {
    const words = 'Il giorno finale precede quello iniziale.'
    const last = await screen.findByRole('textbox', { name: 'Al' })
    expect(last.getAttribute('aria-invalid')).toBe('true')
    screen.getByText(words)
    expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull()
    await write(world, 'Al', '01/04/2026')
    await screen.findByRole('heading', { name: 'Articoli ordinati' })
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  }))
