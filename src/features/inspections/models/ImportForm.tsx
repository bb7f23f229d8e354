import { Alert, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormPreview, inspectionModels } from '../../../contract/inspections/models.ts'
import { call } from '../../../lib/api.ts'
import { count } from '../../../lib/format.ts'
import { useSend } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconUpload } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { usePhone } from '../../../ui/use-phone.ts'

/** A model out of an XLSForm (docs/spec/inspections.md#xlsform): the file, what it would become, and the draft. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const phone = usePhone()
  const navigate = useNavigate()
  const read = useMutation({
    mutationFn: (file: File) => call(inspectionModels.previewForm, { files: [file] }),
    meta: { quiet: () => true },
  })
  const create = useSend(inspectionModels.create)
  const { data: preview, error, isPending } = read
  const make = ({ model }: FormPreview) =>
    create.mutate(model, { onSuccess: ({ id }) => void navigate({ to: '/verifiche/modello', search: { id }, replace: true }) })
  return (
    <Dialog opened onClose={onClose} title="Importa da XLSForm" size="xl" fullScreen={phone}>
      <Stack>
        <Text>
          Un file .xlsx con i fogli «survey» e «choices». Prima di creare il modello vedi che cosa diventa: niente viene registrato.
        </Text>
        <Group>
          <FileButton accept=".xlsx" onChange={(file) => file && read.mutate(file)}>
            {(props) => (
              <Button {...props} variant={preview ? 'default' : 'filled'} leftSection={<IconUpload />} loading={isPending}>
                {preview ? 'Scegli un altro file' : 'Scegli il file'}
              </Button>
            )}
          </FileButton>
        </Group>
        {error && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        {isPending && <LoadingRows rows={4} />}
        {preview && !isPending && <Preview {...preview} />}
        {preview && !isPending && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annulla
            </Button>
            <Button disabled={!preview.questions} loading={create.isPending} onClick={() => make(preview)}>
              Crea bozza
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}

const Preview = ({ model, sections, questions, lost }: FormPreview) => (
  <>
    <Text role="status">
      <b>{model.name}</b> · {sections === 1 ? '1 sezione' : `${count(sections)} sezioni`} ·{' '}
      {questions === 1 ? '1 domanda' : `${count(questions)} domande`}
    </Text>
    {!questions && <Text>Nessuna riga del file può diventare una domanda.</Text>}
    {lost.length ? <LostRows lost={lost} /> : <Text c="dimmed">Ogni riga del file ha la sua corrispondenza.</Text>}
  </>
)

const LostRows = ({ lost }: Pick<FormPreview, 'lost'>) => (
  <Table aria-label="Righe senza corrispondenza" captionSide="top">
    <Table.Caption>Righe senza corrispondenza: {count(lost.length)}</Table.Caption>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Riga</Table.Th>
        <Table.Th>Nome e motivo</Table.Th>
        <Table.Th>Resta</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {lost.map(({ sheet, row, name, reason, made }) => (
        <Table.Tr key={`${sheet}-${row}-${name}`}>
          <Table.Td>{sheet === 'survey' ? row : `${sheet} ${row}`}</Table.Td>
          <Table.Td>
            {name}
            <Text size="sm">{reason}</Text>
          </Table.Td>
          <Table.Td>{made ? 'In parte' : 'No'}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
