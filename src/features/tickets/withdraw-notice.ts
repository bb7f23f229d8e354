import { notices } from '../../lib/notify.ts'

/** Removes the last notice of these words, because they are no longer true. */
export function withdrawNotice(words: string | undefined) {
  const told = notices.get().find(({ content }) => content === words)
  if (!told) return
  notices.set(notices.get().filter((one) => one !== told))
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(told.id))
}
