import { ActionIcon, Button, Group, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Input } from '../contract/kernel/endpoint.ts'
import { type Notification, notifications } from '../contract/notifications/notifications.ts'
import { dayTime, time } from '../lib/format.ts'
import { badge, notices, unread } from '../lib/notify.ts'
import { query, useSend } from '../lib/query.ts'
import { IconBell } from '../ui/icons.tsx'
import { useFirstOpening } from '../ui/use-first-opening.ts'
import layout from './layout.module.css'
import classes from './NoticeList.module.css'

/**
 * Notifications from the server and the last messages of this device, readable after the snackbar is gone. Mounts opened, in place of the
 * tapped bell.
 */
export function NoticeList() {
  const list = notices.use()
  const count = unread.use()
  const { button: bell, opened, setOpened } = useFirstOpening()
  return (
    <Popover position="bottom-end" width="min(360px, calc(100vw - 16px))" trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          ref={bell}
          variant="subtle"
          className={layout.bell}
          data-count={badge(count)}
          aria-label={`Notifiche recenti: ${list.length}, da leggere: ${count}`}
          onClick={() => setOpened((before) => !before)}
        >
          <IconBell />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah="min(70dvh, 30rem)" tabIndex={0}>
          <Told leave={() => setOpened(false)} />
          <Text fw={600} mt="md" mb="xs">
            Notifiche recenti
          </Text>
          <Stack gap="xs">
            {list.length === 0 && <Text c="dimmed">Nessuna notifica finora.</Text>}
            {list.map((notice) => (
              <Text key={notice.id} size="sm" c={notice.color === 'error' ? 'red' : undefined}>
                <Text span size="xs" c="dimmed">
                  {time(new Date(notice.at).toISOString())}{' '}
                </Text>
                {notice.content}
              </Text>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

function Told({ leave }: { leave: () => void }) {
  const { data, isError, refetch } = useQuery(query(notifications.list, {}, true))
  const { mutateAsync, isPending } = useSend(notifications.read)
  // The list is closed when the answer comes, and the bell still has to say how many are left.
  const mutate = (which: Input<typeof notifications.read>) =>
    void mutateAsync(which).then(
      (left) => unread.set(left.unread),
      () => undefined,
    )
  useEffect(() => {
    if (data) unread.set(data.unread)
  }, [data])
  return (
    <>
      <Group justify="space-between" mb="xs" mih="var(--target)">
        <Text fw={600}>Per te</Text>
        {!!data?.unread && (
          <Button variant="subtle" loading={isPending} onClick={() => mutate({})}>
            Segna come lette
          </Button>
        )}
      </Group>
      {isError && !data ? (
        <Group gap="xs">
          <Text size="sm">Le notifiche non si caricano adesso.</Text>
          <Button variant="default" onClick={() => void refetch()}>
            Riprova
          </Button>
        </Group>
      ) : (
        <>
          {!data && <Text size="sm">Caricamento in corso</Text>}
          {data?.notifications.length === 0 && <Text c="dimmed">Niente di nuovo per te.</Text>}
          {!!data?.notifications.length && (
            <Stack gap="sm" component="ul" m={0} p={0}>
              {data.notifications.map((one) => (
                <One key={one.id} one={one} leave={leave} onRead={() => mutate({ ids: [one.id] })} />
              ))}
            </Stack>
          )}
        </>
      )}
    </>
  )
}

/** One notification: a link to its subject, and the reasons why it was received. */
function One({ one: { title, link, reasons, created_at, read_at }, leave, onRead }: OneProps) {
  const navigate = useNavigate()
  function open() {
    if (!read_at) onRead()
    leave()
    void navigate({ href: link })
  }
  return (
    <li className={classes.told}>
      <Button variant="subtle" fullWidth justify="start" h="auto" py={4} px={4} onClick={open} styles={{ label: { whiteSpace: 'normal' } }}>
        <Text span size="sm" ta="left" fw={read_at ? 400 : 600}>
          {!read_at && <span className={classes.dot} role="img" aria-label="Da leggere" />}
          {title}{' '}
          <Text span size="xs" c="dimmed">
            {dayTime(created_at)}
          </Text>
        </Text>
      </Button>
      <details>
        <summary>Perché l’ho ricevuta?</summary>
        {reasons.map((reason) => (
          <Text key={reason} size="sm">
            {reason}
          </Text>
        ))}
      </details>
    </li>
  )
}
interface OneProps {
  one: Notification
  leave: () => void
  onRead: () => void
}
