import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { day, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { SaveState } from '../../ui/SaveState.tsx'
import { keptPlanned } from './field-store.ts'
import classes from './LocalList.module.css'
import { inspectionKey, type LocalInspection, listLocal, titleOf } from './local.ts'

function answersOf({ answers }: LocalInspection) {
  const given = Object.keys(answers).length
  return given === 1 ? '1 risposta' : `${given} risposte`
}

/** Without the server: what is planned for the next days, as known when the device was prepared, to be begun from here. */
export function PlannedHere() {
  const away = connection.use() !== 'online'
  const planned = useLiveQuery(keptPlanned)
  const begun = new Set(useLiveQuery(listLocal)?.map(({ local }) => local.client_uuid))
  const left = planned?.filter((row) => !begun.has(row.client_uuid))
  if (!away || !left?.length) return null
  return (
    <section>
      <Title order={2} mb="xs">
        In programma
      </Title>
      <Stack gap="xs">
        {left.map(({ client_uuid, model_name, station, scheduled_at }) => (
          <Link key={client_uuid} className={classes.card} to="/verifiche/$id" params={{ id: client_uuid }}>
            <Card withBorder padding="sm">
              <Text fw={600}>
                {model_name} – {station.code} {station.name}
              </Text>
              <Text size="sm" c="dimmed">
                {day(scheduled_at)} · {station.city} ({station.province})
              </Text>
            </Card>
          </Link>
        ))}
      </Stack>
    </section>
  )
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
