import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MAX_FILES } from '../../contract/kernel/constants.ts'
import type { Endpoint, Input, Named } from '../../contract/kernel/endpoint.ts'
import { call } from '../../lib/api.ts'
import { bytes } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { IconX } from '../../ui/icons.tsx'
import { addFiles } from './add-files.ts'
import { DropZone } from './DropZone.tsx'

type UploadEndpoint = Endpoint & Named & { files: true }
interface FileUploadProps<E extends UploadEndpoint> {
  target: E
  /** Input of the call, without the files. */
  input: Omit<Input<E>, 'files'>
  accept?: string
  /** Maximum number of files per call. */
  most?: number
  /** Message if no file was chosen. */
  none?: string
  /** Files are sent as they are chosen: nothing else is to be filled in beside them, and a choice alone would be taken for an attachment. */
  atOnce?: boolean
  onDone?: () => void
}

/** Chooses files and sends them in one call with progress. After a failure they stay, to be sent again. */
export function FileUpload<E extends UploadEndpoint>({
  target,
  input,
  accept,
  most = target.maxFiles ?? MAX_FILES,
  none = 'Assicurati di aver selezionato dei file',
  atOnce = false,
  onDone,
}: FileUploadProps<E>) {
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [percent, setPercent] = useState(0)
  const key = useRef('')
  const send = useMutation({
    mutationFn: (files: readonly File[]) =>
      call(target, { ...input, files } as any, {
        headers: { 'idempotency-key': key.current },
        onProgress: (done, total) => setPercent(total ? Math.round((100 * done) / total) : 0),
      }),
    onSuccess: () => {
      choose([])
      onDone?.()
    },
    meta: { endpoint: target },
  })
  /** A new key for new files only: the same files sent again after a lost answer are not stored twice. */
  function choose(files: readonly File[]) {
    key.current = crypto.randomUUID()
    setPercent(0)
    setChosen(files)
  }
  function add(files: readonly File[]) {
    const all = addFiles(chosen, files, most, target.maxFileBytes)
    if (all.length === chosen.length && all.every((file, at) => file === chosen[at])) return
    choose(all)
    if (atOnce) send.mutate(all)
  }
  return (
    <Stack gap="xs">
      <DropZone onFiles={add} accept={accept} multiple={most > 1} busy={atOnce && send.isPending} />
      {chosen.map((file, at) => (
        <Group key={`${file.name}-${file.size}-${file.lastModified}`} gap="xs" wrap="nowrap">
          <Text flex={1} truncate>
            {file.name} <Text span c="dimmed" inherit>{`· ${bytes(file.size)}`}</Text>
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Togli ${file.name}`}
            disabled={send.isPending}
            onClick={() => choose(chosen.filter((_, other) => other !== at))}
          >
            <IconX />
          </ActionIcon>
        </Group>
      ))}
      {send.isPending && <Progress value={percent} aria-label="Caricamento dei file" />}
      {(!atOnce || send.isError) && (
        <Group justify="flex-end">
          <Button loading={send.isPending} onClick={() => (chosen.length ? send.mutate(chosen) : notify.warning(none))}>
            {atOnce ? 'Riprova' : 'Carica'}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
