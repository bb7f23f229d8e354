import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { inspectionTitle } from '../../contract/inspections/draft.ts'
import { INSPECTION_STATUSES } from '../../contract/inspections/inspections.ts'
import { day, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { endOf } from '../../outbox/ended.ts'
import { sharedLiveQuery } from '../../outbox/shared-live-query.ts'
import { isSent, isStuck } from '../../outbox/summary.ts'
import { WorkState } from '../../outbox/WorkState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { noteEnded } from './ended.ts'
import { keptPlanned } from './field-store.ts'
import classes from './LocalList.module.css'
import { begunHere, inspectionKey, type LocalInspection, listLocal } from './local-inspection.ts'
import { useDeviceWork } from './use-saved-state.ts'

export const useLocalInspections = sharedLiveQuery(listLocal)
const useBegun = sharedLiveQuery(begunHere)

/** How far it is: what is closed is completed only once the server says so, and until then its state is the word. */
function progressOf({ answers, status }: LocalInspection) {
  const given = Object.keys(answers).length
  const words = given === 1 ? '1 risposta' : `${given} risposte`
  return status === 'draft' ? `${INSPECTION_STATUSES.draft} · ${words}` : words
}

/** Without the server: what is planned for the next days, as known when the device was prepared, to be begun from here. */
export function PlannedOffline() {
  const away = connection.use() !== 'online'
  const planned = useLiveQuery(keptPlanned)
  const begun = useBegun()
  const left = planned
    ?.filter((row) => begun && !begun.has(row.client_uuid))
    .sort((a, b) => (a.scheduled_at ?? '').localeCompare(b.scheduled_at ?? ''))
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
              <Text fw={500}>
                {station.code} {station.name} · {day(scheduled_at)}
              </Text>
              <Text size="sm" c="dimmed">
                {model_name} · {station.city} ({station.province})
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
  const local = useLocalInspections()
  const held = useDeviceWork()
  const online = connection.use() === 'online'
  const some = !!local?.length
  useEffect(() => {
    if (online && some) void noteEnded().catch(() => undefined)
  }, [online, some])
  if (!local?.length || !held) return null
  const stateOf = ({ client_uuid }: LocalInspection) => held.get(client_uuid)?.state ?? 'sent'
  const count = local.filter(({ local }) => !isSent({ state: stateOf(local) }) && !isStuck({ state: stateOf(local) })).length
  return (
    <section>
      <Title order={2} mb="xs">
        Sul dispositivo{count > 0 ? ` (${count} da inviare)` : ''}
      </Title>
      <Stack gap="xs">
        {local.map(({ local, savedAt }) => {
          const work = held.get(local.client_uuid)
          const ended = local.ended ?? (work && endOf(work))
          return (
            <Link key={local.client_uuid} className={classes.card} to="/verifiche/$id" params={{ id: local.client_uuid }}>
              <Card withBorder padding="sm">
                <Group justify="space-between" gap="xs">
                  <div>
                    <Text fw={500}>{inspectionTitle(local)}</Text>
                    <Text size="sm" c="dimmed">
                      {ended ? ended.words : `${progressOf(local)} · ${dayTime(new Date(savedAt).toISOString())}`}
                    </Text>
                  </div>
                  {local.ended ? (
                    <StatusChip tone="error" label={local.ended.label} />
                  ) : (
                    <WorkState lane={inspectionKey(local.client_uuid)} state={stateOf(local)} work={work} />
                  )}
                </Group>
              </Card>
            </Link>
          )
        })}
      </Stack>
    </section>
  )
}
