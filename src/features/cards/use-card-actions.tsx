import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Card, type CardRow, cards } from '../../contract/cards/cards.ts'
import type { CardStatus } from '../../contract/cards/words.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { notify } from '../../lib/notify.ts'
import { useSend } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { type CardTransition, mayChangePlate, offeredTransitions } from '../../rules/cards/card-states.ts'
import { type Icon, IconArchive, IconArrowBackUp, IconCar, IconCircleCheck, IconClock, IconLock, IconRefresh } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

// Loaded when the first dialog is opened.
const StatusDialog = part(() => import('./StatusDialog.tsx').then((m) => m.StatusDialog))
const PlateDialog = part(() => import('./PlateDialog.tsx').then((m) => m.PlateDialog))

const icons: Partial<Record<CardStatus, Icon>> = {
  active: IconCircleCheck,
  suspended: IconClock,
  blocked: IconLock,
  replaced: IconRefresh,
  terminated: IconArchive,
}
type Asked = { what: 'plate'; card: CardRow } | { what: 'status'; card: CardRow; change: CardTransition }

/** The changes of state and of plate that the person may make of a card, and what they ask. */
export function useCardActions() {
  const me = useMe()
  const can = useCan()
  const { mutate } = useSend(cards.status)
  const [asked, setAsked] = useState<Asked>()
  const onClose = () => setAsked(undefined)
  const navigate = useNavigate()
  /** Of a replaced card nothing is left to do: what follows is done with the new one. */
  const onChanged = (saved: Card | undefined) => {
    onClose()
    if (!saved?.replaced_by) return
    notify.success(`La tessera ${saved.number} è stata sostituita da questa, da attivare.`)
    void navigate({ to: '/carte/{-$id}', params: { id: saved.replaced_by.id } })
  }
  const statesOf = (card: CardRow): RowAction[] =>
    offeredTransitions({ ...card, customer_active: card.customer.active }, me).map((change) => ({
      label: change.verb,
      icon: icons[change.to] ?? IconArrowBackUp,
      danger: change.to === 'terminated' || change.to === 'blocked',
      onSelect: () =>
        change.asks === 'nothing' ? mutate({ id: card.id, status: change.to, rev: card.rev }) : setAsked({ what: 'status', card, change }),
    }))
  const plateOf = (card: CardRow): RowAction[] =>
    can(cards.plate.policy) && mayChangePlate(card.status)
      ? [{ label: 'Cambio targa', icon: IconCar, onSelect: () => setAsked({ what: 'plate', card }) }]
      : []
  return {
    statesOf,
    actionsOf: (card: CardRow): RowAction[] => [...statesOf(card), ...plateOf(card)],
    plateOf,
    question: (
      <>
        {asked?.what === 'status' && <StatusDialog card={asked.card} change={asked.change} onDone={onChanged} onClose={onClose} />}
        {asked?.what === 'plate' && <PlateDialog card={asked.card} onClose={onClose} />}
      </>
    ),
  }
}
