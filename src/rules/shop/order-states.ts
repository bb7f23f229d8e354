import type { OrderStatus } from '../../contract/shop/orders.ts'

/** A part that a person has in an order: its author, somebody of its station, or one who manages orders. */
export type OrderParty = 'author' | 'station' | 'admin'
export interface OrderStep {
  from: OrderStatus
  to: OrderStatus
  by: readonly OrderParty[]
  /** On the button. */
  label: string
  /** Asks for a reason. */
  reason?: true
  /** Asks what was shipped or has arrived. */
  counts?: 'shipped' | 'delivered'
}
/** The passages of an order (docs/spec/shop.md#states-of-an-order): the screen offers these, and the server refuses others. */
export const orderSteps: readonly OrderStep[] = [
  { from: 'new', to: 'confirmed', by: ['admin'], label: 'Conferma ordine' },
  { from: 'new', to: 'rejected', by: ['admin'], label: 'Rifiuta', reason: true },
  { from: 'confirmed', to: 'processing', by: ['admin'], label: 'Metti in preparazione' },
  { from: 'processing', to: 'shipped', by: ['admin'], label: 'Spedisci', counts: 'shipped' },
  { from: 'shipped', to: 'delivered', by: ['admin', 'station'], label: 'Conferma ricevimento', counts: 'delivered' },
  { from: 'new', to: 'cancelled', by: ['admin', 'author'], label: 'Annulla ordine' },
  { from: 'confirmed', to: 'cancelled', by: ['admin'], label: 'Annulla ordine' },
]
/** States in which an order may be deleted. */
const removable: readonly OrderStatus[] = ['new', 'cancelled', 'rejected']

export interface OrderSubject {
  status: OrderStatus
  user_id: number
  /** Whether the person may write for its station. */
  writable: boolean
}
interface Person {
  id: number
  /** May manage orders (`eco.admin`). */
  admin: boolean
}
const isParty = (party: OrderParty, { user_id, writable }: OrderSubject, { id, admin }: Person) =>
  ({ author: user_id === id && writable, station: writable, admin })[party]
/** The passages that a person may make now. */
export const stepsFor = (order: OrderSubject, person: Person): OrderStep[] =>
  orderSteps.filter(({ from, by }) => from === order.status && by.some((party) => isParty(party, order, person)))
/** The passage to a state: undefined if there is none from here, `null` if it is another person's. */
export function stepTo(order: OrderSubject, to: OrderStatus, person: Person): OrderStep | null | undefined {
  const step = orderSteps.find((one) => one.from === order.status && one.to === to)
  return step && (step.by.some((party) => isParty(party, order, person)) ? step : null)
}
/** Its author may change a new order. */
export const mayChange = (order: OrderSubject, person: Person) => order.status === 'new' && isParty('author', order, person)
export const mayRemove = ({ status }: Pick<OrderSubject, 'status'>, { admin }: Person) => admin && removable.includes(status)
