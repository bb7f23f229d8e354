import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SEVERITIES } from '../../contract/inspections/labels.ts'
import { NC_STATUSES, type NcStatus, type NonConformityRow, nonConformities } from '../../contract/inspections/non-conformities.ts'
import { TextDialog } from '../../crud/form/TextDialog.tsx'
import { day, dayTime } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { ncMayBecome } from '../../rules/inspections/nc-states.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { NcWords } from './NcWords.tsx'
import { ServerPhotos } from './ServerPhotos.tsx'
import { ticketPage, ticketWords } from './words.ts'

const tones: Record<NcStatus, Tone> = { open: 'error', in_progress: 'wait', resolved: 'ok', verified: 'ok' }

const moves = [
  { to: 'in_progress', label: 'Prendi in gestione' },
  { to: 'resolved', label: 'Segna come risolta' },
  { to: 'open', label: 'Riapri' },
] as const

/** The non-conformities a closed verifica has left, as they stand today, and what may be done with each (docs/spec/inspections.md#non-conformities). */
export function NonConformities({ inspection }: { inspection: number }) {
  const { data, error, refetch } = useQuery(query(nonConformities.list, { inspection_id: [inspection], per_page: 100, sort: '-severity' }))
  const [resolving, setResolving] = useState<NonConformityRow>()
  const update = useSend(nonConformities.update)
  if (error) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (data.data.length === 0) return null
  const close = () => setResolving(undefined)
  const move = ({ id, rev }: NonConformityRow, status: 'open' | 'in_progress') => update.mutate({ id, rev, status })
  return (
    <section>
      <Title order={2}>Non conformità</Title>
      <ul className="answers">
        {data.data.map((nc) => (
          <li key={nc.id}>
            <Stack gap={4}>
              <NcWords nc={nc} />
              <Group gap="xs">
                <StatusChip tone={nc.severity === 'lieve' ? 'wait' : 'error'} label={SEVERITIES[nc.severity]} />
                <StatusChip tone={tones[nc.status]} label={NC_STATUSES[nc.status]} />
              </Group>
              <Text size="sm" c={nc.late ? 'red' : 'dimmed'}>
                Entro il {day(nc.deadline)}
                {nc.late ? ', scaduta' : ''}
              </Text>
              {nc.ticket && (
                <LinkAnchor {...ticketPage(nc.ticket)} size="sm">
                  {ticketWords(nc.ticket)}
                </LinkAnchor>
              )}
            </Stack>
            <Stack gap="xs">
              <ServerPhotos label={nc.label} uuids={nc.photos} />
              {nc.resolved_at && (
                <Text size="sm">
                  Risolta il {dayTime(nc.resolved_at)} da {nc.resolved_by?.name}
                  {nc.resolution_note ? `: ${nc.resolution_note}` : ''}
                </Text>
              )}
              <ServerPhotos label={`Soluzione, ${nc.label}`} uuids={nc.resolution_photos} />
              <Group gap="xs">
                {moves.map(
                  ({ to, label }) =>
                    ncMayBecome(nc.status, to) && (
                      <Button key={to} variant="default" onClick={() => (to === 'resolved' ? setResolving(nc) : move(nc, to))}>
                        {label}
                      </Button>
                    ),
                )}
              </Group>
            </Stack>
          </li>
        ))}
      </ul>
      {resolving && (
        <TextDialog
          title="Segna come risolta"
          about={[resolving.block_label, resolving.label].filter(Boolean).join(': ')}
          label="Come è stata risolta"
          max={2_000}
          draft={`resolve:${resolving.id}`}
          onSend={(note) => update.mutateAsync({ id: resolving.id, rev: resolving.rev, status: 'resolved', note }).then(close)}
          onClose={close}
        />
      )}
    </section>
  )
}
