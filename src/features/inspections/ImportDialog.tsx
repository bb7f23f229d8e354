import { Alert, Button, FileButton, Group, List, Modal, Stack, Text } from '@mantine/core'
import { type RescueLine, rescue } from '../../contract/rescue.ts'
import { dayTime } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
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
    <Modal opened onClose={onClose} title="Importa ZIP di un dispositivo" size="lg">
      <Stack>
        <Text>
          Scegli il file creato con "Esporta tutto" dalla pagina Invii del dispositivo. Ogni operazione viene registrata a nome di chi l’ha
          salvata; quello che era già arrivato non cambia.
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
            {send.error.message} Non è stato importato niente.
          </Alert>
        )}
        {report && (
          <section aria-live="polite">
            <Text fw={600}>
              {report.author}, esportato il {dayTime(report.exported_at)}
            </Text>
            <Text size="sm">
              Foto: {report.photos.imported} importate, {report.photos.present} già presenti, {report.photos.refused} rifiutate.
              {report.drafts > 0 ? ` Bozze mai confermate, non applicate: ${report.drafts}.` : ''}
            </Text>
            {report.items.length === 0 && <Text size="sm">Nessuna operazione in attesa nello ZIP.</Text>}
            <List listStyleType="none" spacing="xs" mt="sm">
              {report.items.map(({ id, label, result, reason }) => (
                <List.Item key={id}>
                  <Group gap="xs">
                    <StatusChip {...looks[result]} />
                    <Text>{label}</Text>
                  </Group>
                  {reason && <Text size="sm">{reason}</Text>}
                </List.Item>
              ))}
            </List>
          </section>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
