import { useState } from 'react'
import { type Ticket, type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { type TicketStatus, WAITING_FOR } from '../../contract/tickets/words.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { useSend } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import {
  ASSIGNED,
  CLOSED,
  isAgent,
  mayTicket,
  nextStatuses,
  OPEN,
  RESTORE_DAYS,
  statusLabel,
  WAITING,
  WORKING,
} from '../../rules/tickets/states.ts'
import {
  IconArrowBackUp,
  IconBell,
  IconCheck,
  IconCircleCheck,
  IconClipboardText,
  IconClock,
  IconCopy,
  IconList,
  IconTrash,
  IconUser,
  IconUsers,
} from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { commentsSent } from './comments-sent.ts'
import { keyOf } from './ticket-links.ts'

// Loaded when the first dialog is opened.
const TextDialog = part(() => import('../../crud/form/TextDialog.tsx').then((m) => m.TextDialog))
const MergeDialog = part(() => import('./MergeDialog.tsx').then((m) => m.MergeDialog))
const SplitDialog = part(() => import('./SplitDialog.tsx').then((m) => m.SplitDialog))
const SendDialog = part(() => import('./SendDialog.tsx').then((m) => m.SendDialog))
const MacroDialog = part(() => import('./MacroDialog.tsx').then((m) => m.MacroDialog))
const AssignDialog = part(() => import('./AssignDialog.tsx').then((m) => m.AssignDialog))

type Asked = 'close' | 'reopen' | 'assign' | 'merge' | 'split' | 'send' | 'macro'

/** The actions that the person may do with a ticket, and the dialogs of some of them. */
export function useTicketActions() {
  const me = useMe()
  const [asked, setAsked] = useState<{ what: Asked; row: TicketRow }>()
  const remove = useDelete(tickets.remove, 'il ticket', `Si può ripristinare per ${RESTORE_DAYS} giorni, dalla vista Eliminati.`)
  const { mutate: assign } = useSend(tickets.assign)
  const { mutate: update } = useSend(tickets.update)
  const { mutate: unmerge } = useSend(tickets.unmerge)
  const { mutate: restore } = useSend(tickets.restore)
  const close = useSend(tickets.close)
  const reopen = useSend(tickets.reopen)
  const onClose = () => setAsked(undefined)

  function actionsOf(row: TicketRow, onRemoved?: () => void): RowAction[] {
    const key = keyOf(row)
    const may = (action: Parameters<typeof mayTicket>[0]) => mayTicket(action, row, me, new Date())
    const ask = (what: Asked) => () => setAsked({ what, row })
    const mine = row.assignments.some(({ user_id }) => user_id === me.id)
    /** The actions that lead to a status. Waiting has one for each of those the ticket can wait for. */
    const transitions = (to: TicketStatus): RowAction[] =>
      to === WAITING
        ? Object.entries(WAITING_FOR).map(([waiting_for, words]) => ({
            label: `In attesa: ${words}`,
            icon: IconClock,
            leadsTo: to,
            onSelect: () => update({ ...key, rev: row.rev, status_id: to, waiting_for: waiting_for as keyof typeof WAITING_FOR }),
          }))
        : [{ label: statusLabel(to), icon: IconCheck, leadsTo: to, onSelect: () => update({ ...key, rev: row.rev, status_id: to }) }]
    return [
      ...(may('assign') && !mine
        ? [
            {
              label: 'Assegna a me',
              icon: IconUser,
              ...(row.status.id === OPEN && { leadsTo: ASSIGNED }),
              onSelect: () => assign({ ...key, user_id: me.id }),
            },
          ]
        : []),
      ...(may('assign') ? [{ label: 'Assegna', icon: IconUsers, onSelect: ask('assign') }] : []),
      ...(may('status') ? nextStatuses(row.status.id).flatMap(transitions) : []),
      ...(may('close') ? [{ label: 'Chiudi', icon: IconCircleCheck, leadsTo: CLOSED, onSelect: ask('close') }] : []),
      ...(may('reopen') ? [{ label: 'Riapri', icon: IconArrowBackUp, leadsTo: WORKING, onSelect: ask('reopen') }] : []),
      ...(may('update') ? [{ label: 'Macro', icon: IconClipboardText, onSelect: ask('macro') }] : []),
      ...(isAgent(me) && 'comments' in row ? [{ label: 'Invia notifica', icon: IconBell, onSelect: ask('send') }] : []),
      ...(may('merge') ? [{ label: 'Unisci', icon: IconCopy, onSelect: ask('merge') }] : []),
      ...(may('merge') && 'comments' in row ? [{ label: 'Dividi', icon: IconList, onSelect: ask('split') }] : []),
      ...(may('unmerge') ? [{ label: 'Annulla l’unione', icon: IconArrowBackUp, onSelect: () => unmerge(key) }] : []),
      ...(may('remove')
        ? [
            {
              ...{ label: 'Elimina', icon: IconTrash, danger: true },
              onSelect: async () => {
                await commentsSent()
                if (await remove(key, `${numberOf(row)} ${row.subject}`)) onRemoved?.()
              },
            },
          ]
        : []),
    ]
  }
  const restoreOf = (row: TicketRow): RowAction[] => [{ label: 'Ripristina', icon: IconArrowBackUp, onSelect: () => restore(keyOf(row)) }]
  const row = asked?.row
  const about = row && `${numberOf(row)} ${row.subject}`
  const question = row && (
    <>
      {asked.what === 'macro' && <MacroDialog row={row} onClose={onClose} />}
      {asked.what === 'assign' && <AssignDialog row={row} onClose={onClose} />}
      {asked.what === 'merge' && <MergeDialog row={row} onClose={onClose} />}
      {asked.what === 'send' && <SendDialog ticket={row as Ticket} onClose={onClose} />}
      {asked.what === 'split' && <SplitDialog ticket={row as Ticket} onClose={onClose} />}
      {asked.what === 'close' && (
        <TextDialog
          {...{ title: 'Chiudi il ticket', label: 'Soluzione', max: 10_000, about: about!, onClose }}
          draft={`ticket-close:${row.id}`}
          // Pending answers are sent first, because a closed ticket takes no comments.
          onSend={(resolution) => commentsSent().then(() => close.mutateAsync({ ...keyOf(row), resolution }).then(onClose))}
        />
      )}
      {asked.what === 'reopen' && (
        <TextDialog
          {...{ title: 'Riapri il ticket', label: 'Messaggio', max: 10_000, about: about!, onClose }}
          draft={`ticket-reopen:${row.id}`}
          onSend={(message) => reopen.mutateAsync({ ...keyOf(row), message }).then(onClose)}
        />
      )}
    </>
  )
  return { actionsOf, restoreOf, question }
}
