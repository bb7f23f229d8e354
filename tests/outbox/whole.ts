import { ackOf, laneOfControl, queueAck } from '../../src/features/content/communications/ack-queue.ts'
import { laneOfOrders, queueOrder } from '../../src/features/shop/order-queue.ts'
import type { PutRequest } from '../../src/outbox/put.ts'
import type { Json } from '../../src/outbox/types.ts'
import type { Tab } from './device.ts'
import type { People } from './notes.ts'
import type { Intent } from './oracle.ts'

/**
 * Orders and confirmations of communications, by the product's own code: queued whole, pressed in a hurry and in two tabs. A refused order is
 * corrected where it waits, a refused confirmation is sent again.
 */
const STATIONS = [3, 4]
const COMMUNICATIONS = [1, 2, 3]

export function createWhole({ rng, device, oracle, nextIntent, told }: People) {
  const orders: { user: number; uuid: string; station: number; text: string }[] = []
  const acks = new Map<string, Intent>()
  const made = (n: number, author: number, entity: string, lane: string, text: string): Intent => ({
    ...{ n, author, kind: 'note', entity, lane, confirmed: false, fix: 0, again: false, discarded: false, after: undefined },
    bodies: new Map([[0, { text, photos: [] }]]),
  })
  const bodyOf = ({ n, entity, lane, bodies }: Intent, fix: number) => ({ uuid: entity, lane, n, fix, ...bodies.get(fix)! })
  const itemOf = (user: number, entity: string) =>
    [...device.tables.items.values()].find((item) => item.user === user && item.entity === entity && item.state !== 'sent')
  /** In the product an outbox is one person's, and refuses once somebody else has signed in. */
  const asUser = (user: number) => () => {
    if (device.session?.user !== user) throw new Error('somebody else is here')
  }

  async function order(tab: Tab): Promise<void> {
    const user = device.session!.user
    const asMe = asUser(user)
    const own = orders.filter((one) => one.user === user)
    const refused = own.find(({ uuid }) => itemOf(user, uuid)?.state === 'needs-fix')
    const pressed = rng.chance(0.3) ? rng.pick(own) : undefined
    const known = refused && rng.chance(0.7) ? refused : pressed
    const n = nextIntent()
    const cart = known ?? { user, uuid: `o${n}`, station: rng.pick(STATIONS)!, text: `${rng.next()}` }
    const item = itemOf(user, cart.uuid)
    const corrected = item?.state === 'needs-fix' ? item : undefined
    const intent = known ? ofOrder.get(cart.uuid)! : made(n, user, cart.uuid, laneOfOrders(cart.station), cart.text)
    if (known && !item && !corrected) return
    if (!known) {
      orders.push(cart)
      ofOrder.set(cart.uuid, intent)
      oracle.intents.set(n, intent)
    }
    const fix = corrected ? Math.max(...intent.bodies.keys()) + 1 : 0
    if (corrected) intent.bodies.set(fix, { text: `${rng.next()}`, photos: [] })
    const input = bodyOf(intent, fix) as Json
    let done = !corrected
    await queueOrder(
      {
        ...tab.outbox,
        put(request: PutRequest) {
          asMe()
          // Sent and forgotten, or thrown away meanwhile.
          if (known) throw new Error('it has moved on')
          return tab.outbox.put({ ...request, input })
        },
        fix(id, change) {
          asMe()
          if (id !== corrected?.id) throw new Error('it has moved on')
          if (corrected.lastError?.code === 'already_recorded') intent.again = true
          done = true
          return tab.outbox.fix(id, { ...change, input })
        },
      },
      cart.station,
      'PV007',
      { uuid: cart.uuid, rows: [], note: null, wanted_at: null },
    )
    if (done && !known) told(tab, intent)
    else if (done) device.wake(tab, 'user')
  }
  const ofOrder = new Map<string, Intent>()

  async function acknowledge(tab: Tab): Promise<void> {
    const user = device.session!.user
    const asMe = asUser(user)
    const one = { id: rng.pick(COMMUNICATIONS)!, version: 1, subject: 'Procedura' }
    const name = `${user}/${ackOf(one)}`
    const known = acks.get(name)
    // It has arrived, and the screen offers it no more.
    if (known && !itemOf(user, ackOf(one))) return
    const intent = known ?? made(nextIntent(), user, name, laneOfControl(one.id), 'letta')
    await queueAck(
      {
        ...tab.outbox,
        put(request: PutRequest) {
          asMe()
          acks.set(name, intent)
          oracle.intents.set(intent.n, intent)
          return tab.outbox.put({ ...request, input: bodyOf(intent, 0) as Json })
        },
        retry(id) {
          asMe()
          return tab.outbox.retry(id)
        },
      },
      one,
    )
    told(tab, intent)
  }
  return {
    order: (tab: Tab) => void order(tab).catch(() => undefined),
    acknowledge: (tab: Tab) => void acknowledge(tab).catch(() => undefined),
  }
}
