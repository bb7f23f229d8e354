import { Alert, Button, FileButton, Group, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type RescueLine, rescue } from '../../contract/inspections/rescue.ts'
import { dayTime } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { previewRescue, type RescuePreview } from './rescue-preview.ts'

const looks = {
  imported: { tone: 'ok', label: 'Importato' },
  present: { tone: 'neutral', label: 'Già presente' },
  refused: { tone: 'error', label: 'Rifiutato' },
} as const satisfies Record<RescueLine['result'], object>

/** The office takes in what a device could not send: its "Esporta tutto". Repeating it is harmless, and the dialog says so. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const send = useSend(rescue.import)
  const report = send.data
  const [chosen, setChosen] = useState<{ file: File; preview: RescuePreview | undefined }>()
  async function choose(file: File) {
    send.reset()
    setChosen({ file, preview: await previewRescue(file) })
  }
  return (
    <Dialog opened onClose={onClose} title="Importa ZIP di un dispositivo" size="lg">
      <Stack>
        <Text>
          Scegli il file creato con "Esporta tutto" o "Esporta" sul dispositivo. Ogni operazione viene registrata a nome di chi l’ha
          salvata; quello che era già arrivato non cambia, e le verifiche aperte restano in bozza al loro autore.
        </Text>
        <Group>
          <FileButton accept=".zip,application/zip" onChange={(file) => file && void choose(file)}>
            {(props) => (
              <Button {...props} variant={chosen && !report ? 'default' : 'filled'} disabled={send.isPending} data-autofocus>
                {chosen ? 'Scegli un altro ZIP' : 'Scegli lo ZIP'}
              </Button>
            )}
          </FileButton>
        </Group>
        {chosen && !report && <Preview {...chosen} busy={send.isPending} onImport={() => send.mutate({ files: [chosen.file] })} />}
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

interface PreviewProps {
  file: File
  preview: RescuePreview | undefined
  busy: boolean
  onImport: () => void
}
/** The content of the chosen file, before anything is taken in. */
function Preview({ file, preview, busy, onImport }: PreviewProps) {
  return (
    <section aria-label="Contenuto del file">
      {preview ? (
        <>
          <Text fw={600}>
            {preview.author}, esportato il {dayTime(preview.exported_at)}
          </Text>
          <Text size="sm">
            {[
              preview.items.length === 1 ? '1 invio' : `${preview.items.length} invii`,
              preview.drafts.length === 1 ? '1 in compilazione' : `${preview.drafts.length} in compilazione`,
              preview.photos === 1 ? '1 foto o file' : `${preview.photos} foto e file`,
            ].join(', ')}
            . Non è ancora stato importato niente.
          </Text>
          <List spacing={4} mt="xs">
            {[...preview.items, ...preview.drafts].map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
              <List.Item key={at}>{title}</List.Item>
            ))}
          </List>
        </>
      ) : (
        <Text>{file.name}: il contenuto non si può mostrare qui. All’importazione il server lo controlla.</Text>
      )}
      <Button mt="sm" loading={busy} onClick={onImport}>
        Importa
      </Button>
    </section>
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
