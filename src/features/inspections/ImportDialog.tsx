import { Alert, Button, FileButton, Group, List, Stack, Text, Title } from '@mantine/core'
import { type RescueLine, rescue } from '../../contract/inspections/rescue.ts'
import { dayTime } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'

const looks = {
  imported: { tone: 'ok', label: 'Importato' },
  present: { tone: 'neutral', label: 'Già presente' },
  refused: { tone: 'error', label: 'Rifiutato' },
} as const satisfies Record<RescueLine['result'], object>

/** The office takes in what a device could not send: its "Esporta tutto". Repeating it is harmless, and the dialog says so. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const send = useSend(rescue.import)
  const report = send.data
  return (
    <Dialog opened onClose={onClose} title="Importa ZIP di un dispositivo" size="lg">
      <Stack>
        <Text>
          Scegli il file creato con "Esporta tutto" o "Esporta" sul dispositivo. Ogni operazione viene registrata a nome di chi l’ha
          salvata; quello che era già arrivato non cambia, e le verifiche aperte restano in bozza al loro autore.
        </Text>
        <Group>
          <FileButton accept=".zip,application/zip" onChange={(file) => file && send.mutate({ files: [file] })}>
            {(props) => (
              <Button {...props} loading={send.isPending} data-autofocus>
                Scegli lo ZIP
              </Button>
            )}
          </FileButton>
        </Group>
        {send.error && (
          <Alert color="red" role="alert">
            {send.error.message}
          </Alert>
        )}
        {report && (
          <section aria-live="polite">
            <Text fw={600}>
              {report.author}, esportato il {dayTime(report.exported_at)}
            </Text>
            <Text size="sm">
              Foto: {report.photos.imported} importate, {report.photos.present} già presenti, {report.photos.refused.length} rifiutate.
            </Text>
            {report.items.length === 0 && report.drafts.length === 0 && <Text size="sm">Nessuna operazione in attesa nello ZIP.</Text>}
            <Lines title="Invii" lines={report.items} />
            <Lines title="Verifiche in compilazione" lines={report.drafts} />
            <Lines title="Foto rifiutate" lines={report.photos.refused} />
          </section>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Lines({ title, lines }: { title: string; lines: RescueLine[] }) {
  if (!lines.length) return null
  return (
    <>
      <Title order={3} mt="sm">
        {title}
      </Title>
      <List listStyleType="none" spacing="xs">
        {lines.map(({ id, label, result, reason }) => (
          <List.Item key={id}>
            <Group gap="xs">
              <StatusChip {...looks[result]} />
              <Text>{label}</Text>
            </Group>
            {reason && <Text size="sm">{reason}</Text>}
          </List.Item>
        ))}
      </List>
    </>
  )
}
