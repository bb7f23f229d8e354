import type { CardRow } from '../../contract/cards/cards.ts'
import { type CardStatus, cardStatuses } from '../../contract/cards/words.ts'
import { IconCreditCard } from '../../ui/icons.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'

export const words = {
  title: 'Tessere',
  fresh: 'Nuova tessera',
  thing: 'la tessera',
  none: 'Nessuna tessera presente.',
  icon: IconCreditCard,
} as const
const tones: Record<CardStatus, Tone> = {
  to_activate: 'wait',
  active: 'ok',
  suspended: 'wait',
  blocked: 'error',
  expired: 'error',
  replaced: 'neutral',
  terminated: 'neutral',
}
export const cardState = (status: CardStatus) => ({ tone: tones[status], label: cardStatuses[status] })
export const customerName = ({ customer }: Pick<CardRow, 'customer'>) => `${customer.code} ${customer.name}`
