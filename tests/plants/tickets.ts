import { plants } from './list.ts'

const screen = 'tests/screens/tickets/tickets.test.tsx'
const api = (name: string) => `tests/api/tickets/${name}.test.ts`
export const tickets = [
  ...plants('src/features/tickets/AssignDialog.tsx', [screen])(
    [
      'the × removes the first assignee instead of the chosen one',
      'deassign.mutate({ ...keyOf(row), user_id })',
      'deassign.mutate({ ...keyOf(row), user_id: now.assignments[0]!.user_id })',
    ],
    ['who is assigned already is offered again', '!now.assignments.some(({ user_id }) => user_id === id)', 'true'],
    ['the figure of open tickets is left out', '${open} ${open === 1', '0 ${open === 1'],
  ),
  ...plants('src/features/tickets/TicketPage.tsx', screen)(
    [
      'a new ticket stays new after it was opened',
      'if (unseen) seen({ year, number }, { onSuccess: () => newTickets.set(Math.max(0, newTickets.get() - 1)) })',
      '',
    ],
    ['the badge of new tickets stays', 'newTickets.set(Math.max(0, newTickets.get() - 1))', 'newTickets.set(newTickets.get())'],
    ['"Modifica" opens nothing', 'onSelect: () => setEditing(true),', 'onSelect: () => {},'],
    ['after deleting one stays on a page that is gone', "void router.navigate({ to: '/tickets', replace: true })", 'undefined'],
  ),
  ...plants('src/features/tickets/Conversation.tsx', [screen, 'tests/screens/app/composer.test.tsx'])(
    ['the conversation runs backwards', 'a.at.localeCompare(b.at)', 'b.at.localeCompare(a.at)'],
    ['older messages cannot be shown', 'setAll(true)', 'setAll(false)'],
  ),
  ...plants('src/features/tickets/HistoryPart.tsx', screen)(['the history runs backwards', 'data.toReversed()', 'data']),
  ...plants('src/features/tickets/Attach.tsx', ['tests/screens/tickets/send.test.tsx', screen, 'tests/screens/tickets/offline.test.tsx'])(
    ['the × takes another file away', 'onClick={() => onRemove(id)}', 'onClick={() => onRemove(files[0]!.id)}'],
    ['a file too many is sent', 'return small.slice(0, free)', 'return small'],
  ),
  ...plants(
    'src/features/tickets/use-mentions.ts',
    screen,
  )(['people who may not read come first', 'Number(b.sees) - Number(a.sees)', 'Number(a.sees) - Number(b.sees)']),
  ...plants('server/resources/tickets/comment-notices.ts', [api('mails'), 'tests/api/notifications/notify-reach.test.ts'])(
    ['an internal note reaches the requester', '...(internal ? [] : [requesterOf(row)])', 'requesterOf(row)'],
    ['an internal note goes to groups', "...(internal && { groups: 'none' }),", ''],
  ),
  ...plants('server/resources/tickets/comments.ts', [api('replies'), 'tests/api/notifications/who-is-told.test.ts'])([
    'a closed ticket takes comments',
    "needMay(internal ? 'note' : 'comment', { ...named, status_id: row.status_id }, context, TICKET_IS_CLOSED)",
    'undefined',
  ]),
  ...plants('server/resources/tickets/close.ts', api('tickets'))(
    [
      'the time closed counts as late',
      "await db.insert(ticket_pauses).values({ ticket_id: row.id, reason: 'closed', from: row.completed_at!, to: now.toISOString() })",
      '',
    ],
    ['who closes their own is asked for a rating', 'if (row.requester_id === context.user.id) return people', ''],
  ),
  ...plants('server/resources/tickets/scope.ts', [api('tickets')])([
    'a helpdesk sees what is assigned to others',
    'isAssignedTo(id), and(isUnassigned, isNull(tickets.deleted_at))!',
    'sql`true`, and(isUnassigned, isNull(tickets.deleted_at))!',
  ]),
]
