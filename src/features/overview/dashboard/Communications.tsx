import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { day, dayTime, today } from '../../../lib/format.ts'
import { LinkAnchor, LinkButton } from '../../../ui/links.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useAcks } from '../../content/communications/use-acks.ts'
import { lastMessages, toConfirm } from './station-reads.ts'

/** What the person was sent: control communications stay on top until they are confirmed, the last messages follow. */
export function Communications() {
  const open = useQuery(toConfirm)
  const last = useQuery(lastMessages)
  const waiting = useAcks()
  const pinned = open.data?.data ?? []
  const told = last.data?.data ?? []
  if (!pinned.length && !told.length) return null
  return (
    <section aria-labelledby="communications">
      <Title order={2} id="communications" mb="xs">
        Comunicazioni
      </Title>
      <Stack gap="xs">
        {pinned.map(({ id, version, subject, sender, sent_at, ack_due }) => (
          <Alert key={id} color="amber">
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <LinkAnchor to="/comunicazioni/$id" params={{ id: String(id) }} search={{ type: 2 }} fw={500}>
                  {subject}
                </LinkAnchor>
                {ack_due && ack_due < today() && <StatusChip tone="error" label="In ritardo" />}
                <Text size="sm">
                  {[sender?.name, dayTime(sent_at), ack_due && `da confermare entro il ${day(ack_due)}`].filter(Boolean).join(' · ')}
                </Text>
              </div>
              <LinkButton to="/comunicazioni/$id" params={{ id: String(id) }} search={{ type: 2 }} style={{ flex: 'none' }}>
                {waiting({ id, version }) ? 'Conferma da inviare' : 'Leggi e conferma'}
              </LinkButton>
            </Group>
          </Alert>
        ))}
        {told.map(({ id, subject, sender, sent_at, mine }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <LinkAnchor to="/comunicazioni/$id" params={{ id: String(id) }} search={{ type: 1 }} fw={500}>
                {subject}
              </LinkAnchor>
              <Text size="sm" c="dimmed">
                {[sender?.name, dayTime(sent_at)].filter(Boolean).join(' · ')}
              </Text>
            </div>
            {mine && !mine.read_at && <StatusChip tone="info" label="Non letto" />}
          </Group>
        ))}
      </Stack>
    </section>
  )
}
