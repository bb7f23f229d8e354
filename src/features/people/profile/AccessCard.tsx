import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { access } from '../../../contract/people/access.ts'
import { call } from '../../../lib/api.ts'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { query, useSend } from '../../../lib/query.ts'
import { expireSession } from '../../../lib/session.ts'
import { deviceName } from '../../../rules/shared/user-agent.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const SHOWN = 8
const device = (agent: string | null) => (agent ? deviceName(agent) : 'Dispositivo sconosciuto')

/** The person's own sessions and sign-ins, with a way out of each device and one for a sign-in that was somebody else's. */
export function AccessCard() {
  const sessions = useQuery(query(access.sessions, {}))
  // Failed tries of strangers and one's own come without a write of this screen.
  const signIns = useQuery({ ...query(access.signIns, {}), staleTime: 0 })
  const end = useSend(access.endSession)
  const confirm = useConfirm()
  const notMe = useMutation({
    mutationFn: () => call(access.notMe, {}),
    onSuccess: async ({ message }) => {
      notify.success(message)
      await expireSession()
    },
    meta: {},
  })
  const report = async () => {
    const message =
      'Esci da tutti i dispositivi, la password attuale non vale più e viene preparata un’email con cui sceglierne una nuova. Gli amministratori vengono avvisati.'
    if (await confirm({ title: 'Non sono stato io', message, confirm: 'Blocca l’accesso', danger: true })) notMe.mutate()
  }
  const failed = (sessions.isError && !sessions.data) || (signIns.isError && !signIns.data)
  return (
    <Card withBorder component="section">
      <Title order={2} mb="sm">
        Accessi e dispositivi
      </Title>
      {failed ? (
        <ErrorState onRetry={() => void Promise.all([sessions.refetch(), signIns.refetch()])} />
      ) : !sessions.data || !signIns.data ? (
        <LoadingRows rows={4} />
      ) : (
        <Stack gap="sm">
          {sessions.data.map((one) => (
            <Group key={one.id} component="article" justify="space-between">
              <div>
                <Text fw={500}>{device(one.user_agent)}</Text>
                <Text size="sm" c="dimmed">
                  {[`ultimo uso ${dayTime(one.last_seen_at)}`, one.ip].filter(Boolean).join(' · ')}
                </Text>
              </div>
              {one.current ? (
                <StatusChip tone="ok" label="Questo dispositivo" />
              ) : (
                <Button
                  variant="default"
                  loading={end.isPending && end.variables?.id === one.id}
                  aria-label={`Esci da questo dispositivo: ${device(one.user_agent)}, ${dayTime(one.last_seen_at)}`}
                  onClick={() => end.mutate({ id: one.id })}
                >
                  Esci da questo dispositivo
                </Button>
              )}
            </Group>
          ))}
          <Title order={3}>Ultimi accessi</Title>
          {signIns.data.slice(0, SHOWN).map((one) => (
            <Group key={`${one.at}-${one.ok}`} component="article" justify="space-between" gap={4}>
              <Text size="sm" flex="1 1 12rem">
                {[dayTime(one.at), one.user_agent && device(one.user_agent), one.ip].filter(Boolean).join(' · ')}
              </Text>
              <StatusChip tone={one.ok ? 'ok' : 'error'} label={one.ok ? 'Riuscito' : 'Non riuscito'} />
            </Group>
          ))}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" flex={1}>
              Un accesso riuscito che non riconosci?
            </Text>
            <Button variant="light" color="red" loading={notMe.isPending} onClick={() => void report()}>
              Non sono stato io
            </Button>
          </Group>
        </Stack>
      )}
    </Card>
  )
}
