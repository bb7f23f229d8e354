import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { SEVERITIES } from '../../contract/inspections/labels.ts'
import type { PreviousCheck } from '../../rules/inspections/non-conformities.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { ServerPhotos } from './ServerPhotos.tsx'

const states = {
  open: <StatusChip tone="error" label="Ancora aperta" />,
  solved: <StatusChip tone="ok" label="Risolta" />,
  unknown: <StatusChip tone="wait" label="Da verificare" />,
}

/** The result for each earlier non-conformity (docs/spec/inspections.md#non-conformities), as on the verbale. */
export const ReadPrevious = ({ checks }: { checks: readonly PreviousCheck[] }) => (
  <Card withBorder component="section" aria-label="Non conformità precedenti">
    <Title order={2}>Non conformità precedenti</Title>
    <ul className="answers">
      {checks.map(({ key, open, resolved, severity, note, photos }) => (
        <li key={key}>
          <Stack gap={4}>
            <Text fw={500}>{open.block_label ? `${open.block_label}: ${open.label}` : open.label}</Text>
            <Group gap="xs">
              <StatusChip tone={severity === 'lieve' ? 'wait' : 'error'} label={SEVERITIES[severity]} />
              {states[resolved === null ? 'unknown' : resolved ? 'solved' : 'open']}
            </Group>
          </Stack>
          <Stack gap="xs">
            {open.resolution_note && open.resolution_note !== note && (
              <Text className="preline">Soluzione indicata: {open.resolution_note}</Text>
            )}
            {note && <Text className="preline">{note}</Text>}
            <ServerPhotos label={open.label} uuids={[...new Set([...(open.resolution_photos ?? []), ...photos])]} />
          </Stack>
        </li>
      ))}
    </ul>
  </Card>
)
