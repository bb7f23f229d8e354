import { ActionIcon, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { time } from '../lib/format.ts'
import { notices } from '../lib/notify.ts'
import { IconBell } from '../ui/icons.tsx'
import { useFirstOpening } from '../ui/use-first-opening.ts'

/** The last messages, readable after the snackbar has gone; open from the start, in the place of the bell that was tapped. */
export function NoticeList() {
  const list = notices.use()
  const { button: bell, opened, setOpened } = useFirstOpening()
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          ref={bell}
          variant="subtle"
          aria-label={`Notifiche recenti: ${list.length}`}
          onClick={() => setOpened((before) => !before)}
        >
          <IconBell />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} mb="xs">
          Notifiche recenti
        </Text>
        <ScrollArea.Autosize mah={320} tabIndex={0}>
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
