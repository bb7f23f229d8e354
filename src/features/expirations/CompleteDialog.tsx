import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { expirations } from '../../contract/expirations/expirations.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { addFiles } from '../../crud/record/add-files.ts'
import { DropZone } from '../../crud/record/DropZone.tsx'
import { call } from '../../lib/api.ts'
import { bytes, day, today } from '../../lib/format.ts'
import { nextDate } from '../../rules/expirations/due-dates.ts'
import { isRealDay } from '../../rules/shared/italian.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { type ExpirationRow, stationOf } from './expiration.ts'

/** Completes an expiration, with files as proof, and shows the next occurrence. The files are sent after the completion; if that fails, they can be sent again from here. */
export function CompleteDialog({ row, onClose }: { row: ExpirationRow; onClose: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [done, setDone] = useState(false)
  // With the same idempotency key, files sent again after a lost answer are not stored twice.
  const key = useRef(crypto.randomUUID())
  const send = useMutation({
    mutationFn: () => call(expirations.upload, { id: row.id, files } as never, { headers: { 'idempotency-key': key.current } }),
    onSuccess: onClose,
    meta: { endpoint: expirations.upload },
  })
  const finish = useRef(onClose)
  finish.current = () => {
    if (!files.length) return onClose()
    setDone(true)
    send.mutate()
  }
  const initial = { done_at: today(), done_note: '', keep_cadence: false }
  const { form, values, ...fields } = useRecordForm(
    { update: expirations.complete },
    { id: row.id, rev: row.rev } as never,
    initial,
    () => finish.current(),
    'completa',
  )
  const doneAt: unknown = values.useValue('done_at')
  const keep: boolean = values.useValue('keep_cadence')
  const again = row.periodicity !== 'once'
  const byTable = !again && row.subject_type === 'fire_extinguisher'
  const next = typeof doneAt === 'string' && isRealDay(doneAt) ? nextDate(row, doneAt, keep) : undefined
  if (done)
    return (
      <Dialog opened onClose={onClose} title="Scadenza completata" closeOnClickOutside={false}>
        <Stack gap="sm">
          <Text role="status">{send.isError ? 'È completata, ma i file non sono ancora arrivati.' : 'Invio dei file…'}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Chiudi senza file
            </Button>
            <Button loading={send.isPending} onClick={() => send.mutate()}>
              Invia di nuovo
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  return (
    <Dialog opened onClose={onClose} title="Completa la scadenza" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text>
          {row.message}, del {day(row.date)} · {stationOf(row)}
        </Text>
        <RecordForm form={form} onCancel={onClose} submit="Completa">
          <Fields of={fields} names={again ? ['done_at', 'done_note', 'keep_cadence'] : ['done_at', 'done_note']} />
          <DropZone onFiles={(more) => setFiles(addFiles(files, more))} />
          {files.map((file, at) => (
            <Group key={`${file.name}-${file.size}-${file.lastModified}`} gap="xs" wrap="nowrap">
              <Text size="sm" flex={1} truncate>
                {file.name} · {bytes(file.size)}
              </Text>
              <CloseButton aria-label={`Togli ${file.name}`} onClick={() => setFiles(files.filter((_, other) => other !== at))} />
            </Group>
          ))}
          <Text size="sm" role="status">
            {again
              ? `Prossima scadenza: ${next ? day(next) : '–'}`
              : byTable
                ? 'La prossima segue dagli intervalli degli estintori, nelle impostazioni.'
                : 'È una tantum: non ne segue un’altra.'}
          </Text>
        </RecordForm>
      </Stack>
    </Dialog>
  )
}
