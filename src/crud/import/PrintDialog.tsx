import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { parseItalianDate } from '../../contract/kernel/italian-date.ts'
import { bytes, today } from '../../lib/format.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { download, type FileEndpoint } from './download.ts'

export interface PrintableDocument {
  name: string
  description: string
  /** Takes a `date`. */
  source: FileEndpoint
  input: object
  /** The message if no record was chosen, for a document about one record (its `id`). */
  needs?: string
}
interface RecordPickerProps {
  value: number | null
  onChange: (id: number | null) => void
  error: string | undefined
}
export interface PrintOptions {
  title: string
  documents: readonly PrintableDocument[]
  /** Input that chooses the record, if a document needs one. */
  pick?: (props: RecordPickerProps) => ReactNode
}
interface PrintDialogProps extends PrintOptions {
  opened: boolean
  onClose: () => void
}

/** Chooses document, day and record, and downloads the PDF; repeated presses make only one. */
export function PrintDialog({ title, documents, pick, opened, onClose }: PrintDialogProps) {
  const [name, setName] = useState(documents[0]!.name)
  const [date, setDate] = useState<string | null>(today())
  const [id, setId] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(0)
  const { source, input, needs } = documents.find((one) => one.name === name) ?? documents[0]!
  const wrongDay = !date
    ? 'Il campo Data è obbligatorio.'
    : !parseItalianDate(date)
      ? 'Data non valida: scrivere giorno/mese/anno.'
      : date > today()
        ? 'La data non può essere futura.'
        : undefined
  const missing = needs && id === null ? needs : undefined
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setDone(0)
      return download(source, { ...input, date, ...(needs && { id }) } as never, setDone)
    },
    onSuccess: onClose,
  })
  function print() {
    setTried(true)
    if (!isPending && !wrongDay && !missing) mutate()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          print()
        }}
      >
        <Stack>
          <Radio.Group label="Documento" value={name} onChange={setName}>
            <Stack gap="xs" mt="xs">
              {documents.map(({ name, description }) => (
                <Radio key={name} value={name} label={name} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          {needs && pick?.({ value: id, onChange: setId, error: tried ? missing : undefined })}
          <DateField
            label="Data"
            description="I prezzi alla fine di quel giorno; oggi, quelli di adesso."
            required
            max={today()}
            value={date}
            onChange={setDate}
            error={tried ? wrongDay : undefined}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annulla
            </Button>
            <Button type="submit" leftSection={<IconDownload />} loading={isPending}>
              Scarica PDF
            </Button>
          </Group>
          {isPending && (
            <Text size="sm" c="dimmed" role="status">
              {done ? `Ricevuti ${bytes(done)}` : 'Preparazione in corso'}
            </Text>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
