import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { bytes, dayTime } from '../../lib/format.ts'
import { IconFile } from '../../ui/icons.tsx'
import classes from './FileList.module.css'

interface Stored {
  id: number
  name: string
  size: number
  created_at: string
}
interface FileListProps<T extends Stored> {
  files: readonly T[]
  /** Buttons at the right of each file. */
  children: (file: T) => ReactNode
}

/** The files of a record. */
export function FileList<T extends Stored>({ files, children }: FileListProps<T>) {
  if (!files.length) return <Text c="dimmed">Nessun file.</Text>
  return (
    <Stack component="ul" gap="xs" className={classes.list}>
      {files.map((file) => (
        <Group component="li" key={file.id} gap="sm" className={classes.file}>
          <IconFile />
          <div className={classes.name}>
            <Text>{file.name}</Text>
            <Text size="xs" c="dimmed">
              {bytes(file.size)} · {dayTime(file.created_at)}
            </Text>
          </div>
          {children(file)}
        </Group>
      ))}
    </Stack>
  )
}
