import { Alert, Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ManagementObligation, managementObligations } from '../../../contract/people/management-obligations.ts'
import { addFiles } from '../../../crud/record/add-files.ts'
import { DropZone } from '../../../crud/record/DropZone.tsx'
import { call } from '../../../lib/api.ts'
import { ApiError, isFinal } from '../../../lib/api-error.ts'
import { bytes, day, today } from '../../../lib/format.ts'
import { connection } from '../../../lib/online.ts'
import { nextDate } from '../../../rules/expirations/due-dates.ts'
import { isRealDay } from '../../../rules/shared/italian.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** True for a refusal all of which stands beside its fields. */
const isHere = ({ fields, hasFields }: ApiError) =>
  hasFields && Object.keys(fields).every((name) => ['done_at', 'note', 'files'].includes(name))

/** "Segna come adempiuto": the day, a note, and the proof, photographed or chosen. What was entered stays if it cannot be sent. */
export function DoneDialog({ row, onClose }: { row: ManagementObligation; onClose: () => void }) {
  const [done_at, setDay] = useState<string | null>(today())
  const [note, setNote] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const online = connection.use() === 'online'
  const attempt = useRef({ key: '', content: '' })
  const send = useMutation({
    mutationFn: () =>
      call(managementObligations.done, { id: row.id, done_at: done_at ?? '', ...(note.trim() && { note }), files } as never, {
        headers: { 'idempotency-key': attempt.current.key },
      }),
    onSuccess: onClose,
    onError: (error) => setErrors(error instanceof ApiError ? error.fields : {}),
    meta: { endpoint: managementObligations.done, quiet: isHere },
  })
  /** What was said of a field does not stay over what is entered next. */
  const entered = (field: string) => setErrors(({ [field]: _, ...others }) => others)
  const hold = (next: readonly File[]) => {
    setFiles(next)
    entered('files')
  }
  const add = (more: readonly File[]) => hold(addFiles(files, more))
  const next = done_at && isRealDay(done_at) ? nextDate({ date: done_at, periodicity: row.periodicity }, done_at, false) : undefined
  const submit = () => {
    const missing = row.document_required && !files.length && 'Questo obbligo richiede un documento: allegare una foto o un file.'
    setErrors(missing ? { files: missing } : {})
    if (missing) return
    // The same attempt after a lost answer has the same key, so that it is not done twice; a changed or refused one has another.
    const content = JSON.stringify([done_at, note, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
    if (content !== attempt.current.content || (send.error && isFinal(send.error))) attempt.current = { key: crypto.randomUUID(), content }
    send.mutate()
  }
  return (
    <Dialog opened onClose={onClose} title="Segna come adempiuto" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text fw={500}>
          {row.name} · {row.station.code} {row.station.name}
        </Text>
        {!online && (
          <Alert color="amber" role="status">
            Senza rete non si può registrare, e le foto scelte qui non restano: fotografa con la fotocamera del dispositivo e allega le foto
            quando torna la rete.
          </Alert>
        )}
        <DateField
          label="Adempiuto il"
          required
          max={today()}
          value={done_at}
          onChange={(day) => {
            setDay(day)
            entered('done_at')
          }}
          error={errors.done_at}
          data-autofocus
        />
        <TextInput
          label="Note"
          value={note}
          maxLength={255}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value)
            entered('note')
          }}
          error={errors.note}
        />
        <DropZone onFiles={add} />
        {files.map((file, at) => (
          <Group key={`${file.name}-${file.size}-${file.lastModified}`} gap="xs" wrap="nowrap">
            <Text size="sm" flex={1} truncate>
              {file.name} · {bytes(file.size)}
            </Text>
            <CloseButton aria-label={`Togli ${file.name}`} onClick={() => hold(files.filter((_, other) => other !== at))} />
          </Group>
        ))}
        {errors.files && (
          <Text role="alert" c="red" size="sm">
            {errors.files}
          </Text>
        )}
        <Text size="sm" role="status">
          {next ? `Prossima scadenza: ${day(next)}` : 'È una tantum: non ne segue un’altra.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={send.isPending} disabled={!online} onClick={submit}>
            Segna come adempiuto
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
