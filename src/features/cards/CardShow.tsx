import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type Card, cards } from '../../contract/cards/cards.ts'
import { customerLogs } from '../../contract/cards/customer-logs.ts'
import { cardTypes } from '../../contract/cards/words.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { LookupNames } from '../../crud/form/LookupSelect.tsx'
import { Facts } from '../../crud/record/Facts.tsx'
import { RailFacts, RailPart } from '../../crud/record/Rail.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { day, dayTime, euro } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { isFinal } from '../../rules/cards/card-states.ts'
import { syncWords } from '../../rules/cards/customer-columns.ts'
import { cardHistory } from '../../rules/cards/history.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconKey } from '../../ui/icons.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { part } from '../../ui/part.tsx'
import { CardStatus } from './CardStatus.tsx'
import { CardTimeline } from './CardTimeline.tsx'
import { customerName, words } from './card.ts'
import { CustomerLog } from './customers/CustomerLog.tsx'
import { useCardActions } from './use-card-actions.tsx'
import { useCardPapers } from './use-card-papers.tsx'

const CardForm = part(() => import('./CardForm.tsx').then((m) => m.CardForm))

/** The number, masked until who may asks for it; each time is logged. */
function CardNumber({ card }: { card: Card }) {
  const can = useCan()
  const [whole, setWhole] = useState<string>()
  const { mutate, isPending } = useSend(cards.reveal)
  return (
    <Group gap="xs">
      <span>{whole ?? card.number}</span>
      {can(cards.reveal.policy) && !whole && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isPending}
          onClick={() => mutate({ id: card.id }, { onSuccess: ({ number }: { number: string }) => setWhole(number) } as never)}
        >
          Mostra
        </Button>
      )}
    </Group>
  )
}

const linkTo = (one: Card['replaces']) =>
  one && (
    <LinkAnchor to="/carte/{-$id}" params={{ id: one.id }}>
      {one.number}
    </LinkAnchor>
  )
const dataOf = (card: Card) => ({
  'Numero tessera': <CardNumber card={card} />,
  Tipo: cardTypes[card.type],
  Cliente: (
    <LinkAnchor to="/carte/clienti/{-$id}" params={{ id: card.customer.id }}>
      {customerName(card)}
    </LinkAnchor>
  ),
  Targa: card.plate && `${card.plate}${card.foreign_plate ? ' (estera)' : ''}`,
  Consegnata: dayTime(card.delivered_at),
  PIN: card.has_pin
    ? 'Presente: si legge solo sulla busta'
    : isFinal(card.status)
      ? 'Assente'
      : card.status === 'active'
        ? 'Assente: nasce con la stampa della busta'
        : 'Nasce con l’attivazione o con la stampa della busta',
  ...(card.replaced_by && { 'Sostituita da': linkTo(card.replaced_by) }),
  ...(card.replaces && { Sostituisce: linkTo(card.replaces) }),
})
const amount = (euros: number | null | undefined) => (euros == null ? null : euro(euros, 2))
const limitsOf = (card: Card) => ({
  'Plafond giornaliero': amount(card.limit_day),
  'Plafond mensile': amount(card.limit_month),
  'Carburanti ammessi': card.fuel_ids.length ? <LookupNames source={fuels.list as never} ids={card.fuel_ids} /> : 'Tutti',
  ...(card.points_balance !== null && { Punti: card.points_balance }),
  ...(card.credit_balance !== null && { Credito: euro(card.credit_balance, 2) }),
})

export function CardShow({ id }: { id: number }) {
  const can = useCan()
  const confirm = useConfirm()
  const actions = useCardActions()
  const papersOf = useCardPapers()
  const { mutate: renew } = useSend(cards.renewPin)
  const renewPin = async (card: Card) => {
    const message = 'Il PIN attuale smette di valere. Quello nuovo si legge solo sulla sua busta.'
    if (await confirm({ title: 'Rigenerare il PIN?', message, confirm: 'Rigenera' })) renew({ id: card.id })
  }
  return (
    <>
      <RecordPage
        id={id}
        words={words}
        resource={cards}
        form={CardForm}
        gone="Tessera non trovata"
        nameOf={({ number }) => number}
        locked={({ status }) => isFinal(status)}
        history={{ card: cardHistory.card }}
        head={(card) => ({
          chip: <CardStatus card={card} actions={actions.statesOf(card)} />,
          subtitle: [cardTypes[card.type], customerName(card), card.plate].filter(Boolean).join(' · '),
          actions: [
            ...actions.plateOf(card),
            ...papersOf(card),
            ...(can(cards.renewPin.policy) && card.has_pin && !isFinal(card.status)
              ? [{ label: 'Rigenera PIN', icon: IconKey, onSelect: () => void renewPin(card) }]
              : []),
          ],
          related: [
            { label: customerName(card), link: { to: '/carte/clienti/{-$id}', params: { id: card.customer.id } } },
            {
              label: 'Tessere del cliente',
              link: { to: '.', search: { customer_id: [card.customer.id] } as never, params: { id: undefined } as never },
            },
          ],
          rail: (
            <RailPart title="Validità">
              <RailFacts
                facts={{ 'Valida dal': day(card.valid_from), Scadenza: day(card.expires_at), Sincronizzata: syncWords(card) || 'Mai' }}
              />
            </RailPart>
          ),
        })}
        tabs={(card) => ({
          dati: {
            label: 'Dati',
            show: (
              <Facts
                resource={cards}
                record={card}
                names={['holder', 'valid_from', 'expires_at', ...(card.type === 'gpl' ? (['tank_expiration'] as const) : []), 'note']}
                more={dataOf(card)}
              />
            ),
          },
          limiti: {
            label: 'Limiti e carburanti',
            show: <Facts resource={cards} record={card} names={['discount', 'km_required']} more={limitsOf(card)} />,
          },
          vita: { label: 'Stati e targhe', count: card.states.length + card.plates.length, show: <CardTimeline card={card} /> },
          log: { label: 'Log', policy: customerLogs.list.policy, show: <CustomerLog given={{ card_id: [card.id] }} /> },
        })}
      />
      {actions.question}
    </>
  )
}
