import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { cards } from '../../../contract/cards/cards.ts'
import { textColumn } from '../../../crud/list/columns.ts'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useCan } from '../../../lib/session.ts'
import { cardColumns } from '../../../rules/cards/card-columns.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { cardState, words } from '../card.ts'
import { useCardActions } from '../use-card-actions.tsx'
import type { Customer } from './customer-status.ts'

const NewCard = part(() => import('../CardForm.tsx').then((m) => m.NewCard))

/** The cards of one customer, with what may be done with each. */
export function CustomerCards({ customer }: { customer: Customer }) {
  const can = useCan()
  const { actionsOf, question } = useCardActions()
  const phone = usePhone()
  const [adding, setAdding] = useState(false)
  const done = () => setAdding(false)
  return (
    <>
      {can(cards.create.policy) && (
        <Group justify="flex-end" mb="sm">
          <Button onClick={() => setAdding(true)}>{words.fresh}</Button>
        </Group>
      )}
      <PagedTable
        {...useListState(cards.list)}
        given={{ customer_id: [customer.id] }}
        link={({ id }) => ({ to: '/carte/{-$id}', params: { id } })}
        actions={can(cards.create.policy) ? actionsOf : undefined}
        empty={<EmptyState icon={words.icon} message="Nessuna tessera associata." />}
        columns={{
          Numero: { ...textColumn(cardColumns.Numero), sort: 'number', width: 8 },
          Tipo: { ...textColumn(cardColumns.Tipo), sort: 'type' },
          Stato: { ...cardColumns.Stato, show: ({ status }) => <StatusChip {...cardState(status)} />, sort: 'status', width: 8.5 },
          Targa: { ...textColumn(cardColumns.Targa), sort: 'plate', width: 6.5 },
          Scadenza: { ...textColumn(cardColumns.Scadenza), sort: 'expires_at', width: 7 },
        }}
      />
      {question}
      {adding && (
        <Dialog opened onClose={done} title={words.fresh} fullScreen={phone} size="lg" closeOnClickOutside={false}>
          <NewCard customer={{ id: customer.id, code: customer.code!, name: customer.denomination }} onDone={done} />
        </Dialog>
      )}
    </>
  )
}
