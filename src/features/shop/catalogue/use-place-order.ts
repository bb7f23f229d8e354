import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { faultsOf } from '../../../contract/kernel/faults.ts'
import { ecommerceOrders } from '../../../contract/shop/orders.ts'
import { ecommerceProducts } from '../../../contract/shop/products.ts'
import { notify } from '../../../lib/notify.ts'
import { outbox, wake } from '../../../outbox/runtime.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { orderBody, queueOrder } from '../order-queue.ts'
import type { CartState } from './use-cart.ts'

const WAITS = 'L’ordine è su questo dispositivo e parte da solo, una volta, appena il server si raggiunge.'

/**
 * Puts the order of a cart in the queue, and leads to it if the server has it at once. Its `uuid` is the cart's, so that it is there once. If it waits,
 * `onWaits` may show the page, which lists it.
 */
export function usePlaceOrder(station: number, place: string, { store, lines }: CartState, onWaits?: () => void) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const client = useQueryClient()
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  function ordered() {
    const { uuid, note, wanted_at } = store.get()
    return { uuid, note, wanted_at, rows: lines.map(({ product, price, ...row }) => ({ ...row, price: product?.price ?? price })) }
  }
  async function send() {
    const { uuid } = store.get()
    await queueOrder(outbox(), station, place, ordered())
    store.clear()
    await wake('put')
    const item = (await outbox().list()).find(({ entity }) => entity === uuid)
    const id = item?.state === 'sent' && (await outbox().refOf(uuid))?.id
    if (id) return navigate({ to: '/intracommerce/ordine/{-$id}', params: { id: Number(id) }, search: {} })
    if (item?.state !== 'needs-fix') {
      onWaits?.()
      return notify.info(WAITS)
    }
    // The articles have changed since they were read.
    void client.invalidateQueries({ queryKey: [ecommerceProducts.ofStation.resource] })
    await navigate({ to: '/intracommerce/ordine/{-$id}', params: { id: undefined }, search: { pv: station, ordine: uuid } })
  }
  return {
    sending,
    async place() {
      if (busy.current) return
      if (lines.some(({ problem }) => problem))
        return notify.error('Alcuni articoli del carrello non si possono ordinare così: sono segnati in rosso.')
      const body = orderBody(station, ordered())
      const fault = Object.values(faultsOf(ecommerceOrders.create, body))[0]
      if (fault) return notify.error(fault)
      const dearer = lines.filter(({ product, price }) => product && product.price !== price)
      const told = dearer.map(({ product, notes }) => `${product!.name}: ${notes[0]}`).join(' ')
      if (dearer.length && !(await confirm({ title: 'I prezzi sono cambiati', message: told, confirm: 'Conferma ordine' }))) return
      if (busy.current) return
      busy.current = true
      setSending(true)
      await send().catch((error: Error) => notify.error(error.message))
      busy.current = false
      setSending(false)
    },
  }
}
