import { ActionIcon } from '@mantine/core'
import { badge, notices, unread } from '../lib/notify.ts'
import { IconBell } from '../ui/icons.tsx'
import classes from './layout.module.css'
import { useFetched } from './use-fetched.ts'

/** The bell in the top bar; its list is fetched with the first tap. */
export function NoticeButton() {
  const { length } = notices.use()
  const count = unread.use()
  const [List, fetch] = useFetched(
    () => import('./NoticeList.tsx').then(({ NoticeList }) => NoticeList),
    'Le notifiche non si aprono adesso: riprova quando la rete torna.',
  )
  if (List) return <List />
  return (
    <ActionIcon
      variant="subtle"
      className={classes.bell}
      data-count={badge(count)}
      aria-label={`Notifiche recenti: ${length}, da leggere: ${count}`}
      aria-haspopup="dialog"
      onClick={fetch}
    >
      <IconBell />
    </ActionIcon>
  )
}
