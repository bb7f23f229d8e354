import { ActionIcon } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { notices, notify } from '../lib/notify.ts'
import { IconBell } from '../ui/icons.tsx'

/** The bell in the top bar; what opens over the page is fetched with the first tap, and takes the bell over. */
export function NoticeButton() {
  const { length } = notices.use()
  const [List, setList] = useState<ComponentType>()
  if (List) return <List />
  const open = () =>
    import('./NoticeList.tsx').then(
      ({ NoticeList }) => setList(() => NoticeList),
      () => notify.error('Le notifiche non si aprono adesso: riprova quando la rete torna.'),
    )
  return (
    <ActionIcon variant="subtle" aria-label={`Notifiche recenti: ${length}`} aria-haspopup="dialog" onClick={() => void open()}>
      <IconBell />
    </ActionIcon>
  )
}
