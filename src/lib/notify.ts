import { NOTIFICATION_MS } from '../contract/kernel/constants.ts'
import { createStore } from './store.ts'

export type Tone = 'success' | 'error' | 'warning' | 'info'
export interface Notice {
  id: string
  content: string
  color: Tone
  at: number
}
/** The last notices, readable after the snackbar is gone (WCAG 2.2.1). */
export const notices = createStore<readonly Notice[]>([])

/** Number of unread notifications from the server. */
export const unread = createStore(0)
/** Number of tickets the person sees that no agent has opened yet. */
export const newTickets = createStore(0)

const colours: Record<Tone, string> = { success: 'green', error: 'red', warning: 'amber', info: 'petrol' }
function show(content: string, color: Tone) {
  const id = crypto.randomUUID()
  // The same again is announced again, in the place of the one that is still shown: pressed ten times it is one message.
  takeBack(content)
  notices.set([{ id, content, color, at: Date.now() }, ...notices.get()].slice(0, 50))
  const role = color === 'error' ? 'alert' : 'status'
  const options = {
    id,
    message: content,
    color: colours[color],
    autoClose: NOTIFICATION_MS,
    closeButtonProps: { icon: 'Chiudi', w: 'auto', h: 'var(--target)', px: 'xs' },
    role,
  }
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(options))
}
/** Takes the snackbars that say this off the screen, once it is no longer so; the list of notices keeps them. */
export function takeBack(content: string) {
  const open = notices.get().filter((one) => one.content === content && Date.now() - one.at < NOTIFICATION_MS)
  if (!open.length) return
  void import('@mantine/notifications').then(({ notifications }) => {
    for (const { id } of open) notifications.hide(id)
  })
}
/** The count for a badge: at most `99+`, undefined for none. */
export const badge = (count: number) => (count > 99 ? '99+' : count || undefined)
/** Notices belong to the person who was signed in. */
export function forgetNotices() {
  unread.set(0)
  newTickets.set(0)
  if (!notices.get().length) return
  notices.set([])
  void import('@mantine/notifications').then(({ notifications }) => notifications.clean())
}
/** Shows the snackbar at the bottom right, coloured by type, for 10 seconds. */
export const notify = {
  success: (content: string) => show(content, 'success'),
  error: (content: string) => show(content, 'error'),
  warning: (content: string) => show(content, 'warning'),
  info: (content: string) => show(content, 'info'),
}
