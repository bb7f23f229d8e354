import type { Card, CardRow } from '../../contract/cards/cards.ts'
import { cardPapers } from '../../contract/cards/papers.ts'
import { download } from '../../crud/import/download.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { isFinal } from '../../rules/cards/card-states.ts'
import { IconDownload, IconKey } from '../../ui/icons.tsx'

/** Printing is logged, and makes a PIN where there is none: both are on the page. */
const stale = () => Promise.all(['cards', 'customer-logs'].map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })))
const told = (work: Promise<unknown>) => void work.then(stale).catch((error: Error) => notify.error(error.message))
/** The papers of one card that the person may print. */
export function useCardPapers() {
  const can = useCan()
  return ({ id, status, customer }: CardRow | Card): RowAction[] =>
    can(cardPapers.pin.policy) && !isFinal(status)
      ? [
          {
            label: 'Lettera',
            icon: IconDownload,
            onSelect: () => told(download(cardPapers.letter, { customer_id: customer.id, card_id: id })),
          },
          {
            label: 'Ricevuta PIN',
            icon: IconDownload,
            onSelect: () => told(download(cardPapers.receipt, { id: customer.id, cards: [id] as never })),
          },
          { label: 'Busta PIN', icon: IconKey, onSelect: () => told(download(cardPapers.pin, { id: customer.id, cards: [id] as never })) },
        ]
      : []
}
