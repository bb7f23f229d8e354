import { ActionIcon, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { driverFileCategories, type SupportDocument, supportDocuments } from '../../../contract/content/support-documents.ts'
import { fetchFile } from '../../../crud/import/download.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { PreviewDialog } from '../../../crud/record/PreviewDialog.tsx'
import { bytes, day, today } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { wayTo } from '../../../rules/content/driver-files.ts'
import { isOver } from '../../../rules/content/validity.ts'
import { IconFile, IconPin, IconPinFilled, IconTrash } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import classes from '../contacts.module.css'
import { fileOf, type KeptFile, mayPin, pinFile, unpinFile } from './kept-files.ts'

interface DriverStationProps {
  /** Null: for every driver. */
  station: SupportDocument['station']
  files: readonly SupportDocument[]
  /** The pinned files by id. */
  here: ReadonlyMap<number, KeptFile>
  writes: boolean
}
/** A station with its files, in large rows. */
export const DriverStation = ({ station, files, here, writes }: DriverStationProps) => (
  <Card component="section" withBorder padding="sm" aria-label={station ? `${station.code} ${station.name}` : 'Per tutti i punti vendita'}>
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div className={classes.text}>
          <Title order={2} size="h4">
            {station ? `${station.code} ${station.name}` : 'Per tutti i punti vendita'}
          </Title>
          {station && (
            <Text size="sm" c="dimmed">
              {station.address}, {station.cap} {station.city}
            </Text>
          )}
        </div>
        {station && (
          <Anchor
            href={wayTo(station)}
            target="_blank"
            rel="noreferrer"
            className={classes.value}
            aria-label={`Indicazioni: ${station.code} ${station.name}`}
          >
            Indicazioni
          </Anchor>
        )}
      </Group>
      <ul className={classes.items}>
        {files.map((file) => (
          <FileRow key={file.id} file={file} kept={here.get(file.id)} writes={writes} />
        ))}
      </ul>
    </Stack>
  </Card>
)

function FileRow({ file, kept, writes }: { file: SupportDocument; kept: KeptFile | undefined; writes: boolean }) {
  const { id, name, category, size, valid_to, created_at, fresh } = file
  const client = useQueryClient()
  const [shown, setShown] = useState<File>()
  const remove = useDelete(supportDocuments.remove, 'il file')
  const pins = useMutation({
    mutationFn: () => (kept ? unpinFile(id) : pinFile(file)),
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: ['kept_driver_files'] }),
    onError: (error) => notify.error(error.message),
  })
  const open = useMutation({
    mutationFn: async () => (kept ? fileOf(kept) : fetchFile(supportDocuments.file, { id }, { part: true })),
    networkMode: 'always',
    onSuccess: (found) => {
      setShown(found)
      void client.invalidateQueries({ queryKey: ['support-documents'] })
    },
    onError: (error) => notify.error(error.message),
  })
  const expired = isOver(valid_to, today())
  return (
    <li className={classes.item}>
      <Group gap="sm" justify="flex-end">
        <span className={classes.shape}>
          <IconFile />
        </span>
        <div className={classes.words}>
          <Text fw={500}>{name}</Text>
          <Text size="sm" c="dimmed">
            {driverFileCategories[category]} · {bytes(size)} · {day(created_at)}
            {valid_to && ` · valido fino al ${day(valid_to)}`}
          </Text>
          <Group gap="xs">
            {fresh && <StatusChip tone="info" label="Nuovo" />}
            {expired && <StatusChip tone="error" label="Scaduto" />}
            {kept && <StatusChip tone="ok" label="Sul dispositivo" mark={IconPinFilled} />}
          </Group>
        </div>
        {mayPin() && (
          <ActionIcon
            variant="subtle"
            aria-label={kept ? `Togli dal dispositivo ${name}` : `Tieni sul dispositivo ${name}`}
            loading={pins.isPending}
            onClick={() => pins.mutate()}
          >
            {kept ? <IconPinFilled /> : <IconPin />}
          </ActionIcon>
        )}
        {writes && (
          <ActionIcon variant="subtle" color="red" aria-label={`Elimina ${name}`} onClick={() => void remove({ id }, name)}>
            <IconTrash />
          </ActionIcon>
        )}
        <Button variant="default" loading={open.isPending} aria-label={`Apri ${name}`} onClick={() => open.mutate()}>
          Apri
        </Button>
      </Group>
      {shown && <PreviewDialog file={shown} onClose={() => setShown(undefined)} />}
    </li>
  )
}
