import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { dayTime } from '../../lib/format.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { SaveState } from '../../ui/SaveState.tsx'
import classes from './LocalList.module.css'
import { inspectionKey, type LocalInspection, listLocal, titleOf } from './local.ts'

function answersOf({ answers }: LocalInspection) {
  const given = Object.keys(answers).length
  return given === 1 ? '1 risposta' : `${given} risposte`
}

/** "Sul dispositivo": verifiche begun here, and how far each has come; opened without network. */
export function LocalList() {
  const local = useLiveQuery(listLocal)
  const unsent = useOutbox()?.filter((item) => item.state !== 'sent')
  if (!local?.length || !unsent) return null
  const waiting = new Set(unsent.map((item) => item.lane))
  const bad = new Set(unsent.filter((item) => ['needs-fix', 'conflict', 'quarantined'].includes(item.state)).map((item) => item.lane))
  const count = local.filter(({ local }) => waiting.has(inspectionKey(local.client_uuid))).length
  return (
    <section>
      <Title order={2} mb="xs">
        Sul dispositivo{count > 0 ? ` (${count} ${count === 1 ? 'non inviata' : 'non inviate'})` : ''}
      </Title>
      <Stack gap="xs">
        {local.map(({ local, savedAt }) => {
          const lane = inspectionKey(local.client_uuid)
          return (
            <Link key={local.client_uuid} className={classes.card} to="/verifiche/$id" params={{ id: local.client_uuid }}>
              <Card withBorder padding="sm">
                <Group justify="space-between" gap="xs">
                  <div>
                    <Text fw={600}>{titleOf(local)}</Text>
                    <Text size="sm" c="dimmed">
                      {answersOf(local)} · {dayTime(new Date(savedAt).toISOString())}
                    </Text>
                  </div>
                  <SaveState
                    state={bad.has(lane) ? 'needs-fix' : local.status === 'closing' || waiting.has(lane) ? 'queued' : 'on-device'}
                  />
                </Group>
              </Card>
            </Link>
          )
        })}
      </Stack>
    </section>
  )
}
