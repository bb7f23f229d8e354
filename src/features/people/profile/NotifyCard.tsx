import { Alert, Button, Card, Checkbox, Group, NumberInput, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NotificationChoices, notifications } from '../../../contract/notifications/notifications.ts'
import { notificationEvents } from '../../../contract/notifications/words.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useRefused } from '../../../lib/use-refused.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { PushSwitch } from './PushSwitch.tsx'

/** The person's choices for notices: channels by group and event, daily digest, quiet hours. */
export function NotifyCard() {
  const { data, isError, refetch } = useQuery(query(notifications.choices, {}))
  return (
    <Card withBorder component="section">
      <Title order={2} mb="sm">
        Notifiche
      </Title>
      {isError && !data ? <ErrorState onRetry={() => void refetch()} /> : data ? <Choices choices={data} /> : <LoadingRows rows={4} />}
    </Card>
  )
}

type ChannelChoices = Record<string, { mail: boolean; push: boolean }>
const keyOf = (group: number, event: string) => `${group} ${event}`
const choicesOf = ({ sources }: NotificationChoices): ChannelChoices =>
  Object.fromEntries(
    sources.flatMap(({ group_id, events }) => events.map(({ event, mail, push }) => [keyOf(group_id, event), { mail, push }])),
  )

type Times = Pick<NotificationChoices, 'digest' | 'digest_hour' | 'quiet_from' | 'quiet_to'>
const QUIET = ['quiet_from', 'quiet_to']
/** When mails come, and what the last refusal says of it. */
function useTimes(before: Times, error: ApiError | null) {
  const [times, setTimes] = useState(before)
  const { refused, enter } = useRefused(error)
  const set = (part: Partial<Times>) => {
    setTimes((now) => ({ ...now, ...part }))
    const names = Object.keys(part)
    // What is said of one end of the quiet hours depends on the other.
    enter(...names, ...(names.some((name) => QUIET.includes(name)) ? QUIET : []))
  }
  return { times, set, refused }
}

function Choices({ choices }: { choices: NotificationChoices }) {
  const { digest, digest_hour, quiet_from, quiet_to, sources, push } = choices
  const [chosen, setChosen] = useState(() => choicesOf(choices))
  const save = useSend(notifications.choose)
  const { times, set, refused } = useTimes({ digest, digest_hour, quiet_from, quiet_to }, save.error)
  const was = choicesOf(choices)
  const all = sources.flatMap(({ group_id, events }) =>
    events.map(({ event }) => ({ group_id, event, ...chosen[keyOf(group_id, event)]! })),
  )
  const changed = all.filter(({ group_id, event, mail, push: pushed }) => {
    const before = was[keyOf(group_id, event)]
    return before?.mail !== mail || before.push !== pushed
  })
  return (
    <Stack>
      <PushSwitch push={push} />
      <Text size="sm">
        Nell’app (la campana in alto) le notifiche compaiono sempre. Qui scegli che cosa ricevere anche per email
        {push.topic ? ' e sui tuoi dispositivi' : ''}.
      </Text>
      {sources.map(({ group_id, name, events }) => (
        <Table key={group_id} aria-label={name} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{name}</Table.Th>
              <Table.Th w={72}>Email</Table.Th>
              {push.topic && <Table.Th w={112}>Dispositivi</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.map(({ event }) => {
              const key = keyOf(group_id, event)
              const box = (way: 'mail' | 'push', where: string) => (
                <Checkbox
                  aria-label={`${notificationEvents[event]}, ${name}: ${where}`}
                  checked={chosen[key]?.[way] ?? false}
                  onChange={({ currentTarget: { checked } }) => setChosen((now) => ({ ...now, [key]: { ...now[key]!, [way]: checked } }))}
                />
              )
              return (
                <Table.Tr key={event}>
                  <Table.Td>{notificationEvents[event]}</Table.Td>
                  <Table.Td>{box('mail', 'email')}</Table.Td>
                  {push.topic && <Table.Td>{box('push', 'dispositivi')}</Table.Td>}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      ))}
      <Switch
        label="Riepilogo giornaliero"
        description="Le email arrivano una volta al giorno, in una sola."
        checked={times.digest}
        onChange={({ currentTarget }) => set({ digest: currentTarget.checked })}
      />
      {times.digest && (
        <NumberInput
          label="Ora del riepilogo"
          min={0}
          max={23}
          allowDecimal={false}
          clampBehavior="strict"
          value={times.digest_hour}
          onChange={(hour) => set({ digest_hour: Number(hour) || 0 })}
          error={refused.digest_hour}
          w={160}
        />
      )}
      <Group align="start">
        <TimeField
          label="Silenzio dalle"
          value={times.quiet_from ?? ''}
          onChange={(quiet_from) => set({ quiet_from: quiet_from || null })}
          error={refused.quiet_from}
        />
        <TimeField
          label="Silenzio alle"
          value={times.quiet_to ?? ''}
          onChange={(quiet_to) => set({ quiet_to: quiet_to || null })}
          error={refused.quiet_to}
        />
      </Group>
      <Text size="sm" c="dimmed">
        Nelle ore di silenzio niente email e niente avvisi sui dispositivi: arrivano alla fine.
      </Text>
      {save.error && !Object.keys(save.error.fields).length && (
        <Alert color="red" role="alert">
          {save.error.message}
        </Alert>
      )}
      <Button w="fit-content" loading={save.isPending} onClick={() => save.mutate({ ...times, choices: changed })}>
        Salva preferenze
      </Button>
    </Stack>
  )
}
