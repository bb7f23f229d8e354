import { ActionIcon, Button, FileButton, Group, Text } from '@mantine/core'
import { MAX_FILE_BYTES, MAX_FILES } from '../../contract/kernel/constants.ts'
import { withinSize } from '../../crud/record/add-files.ts'
import { bytes } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { IconCamera, IconFile, IconX } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './Composer.module.css'
import type { Attached } from './reply.ts'

/** The files that are within the limits of size and number. Shows a warning if others were left out. */
export function withinLimits(files: readonly File[], before: number): File[] {
  const small = withinSize(files, MAX_FILE_BYTES)
  const free = Math.max(0, MAX_FILES - before)
  if (small.length > free) notify.warning(`È possibile caricare al massimo ${MAX_FILES} file per volta.`)
  return small.slice(0, free)
}

/** The chosen files, each with a button to remove it. */
export function AttachedList({ files, onRemove, busy }: { files: readonly Attached[]; onRemove: (id: string) => void; busy?: boolean }) {
  if (!files.length) return null
  return (
    <ul className={classes.files} aria-label="Allegati">
      {files.map(({ id, name, size, src }) => (
        <li key={id} className={classes.file}>
          {src ? <img src={src} alt="" className={classes.picture} /> : <IconFile />}
          <span className={classes.name}>
            {name} <Text span c="dimmed" inherit>{`· ${bytes(size)}`}</Text>
          </span>
          <ActionIcon variant="subtle" color="gray" aria-label={`Togli ${name}`} disabled={busy} onClick={() => onRemove(id)}>
            <IconX />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

/** Buttons to choose files and, on a phone, to take a photo. */
export function AttachButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const phone = usePhone()
  return (
    <>
      <FileButton multiple onChange={onFiles}>
        {(props) =>
          phone ? (
            <ActionIcon {...props} variant="default" size="var(--target)" aria-label="Allega">
              <IconFile />
            </ActionIcon>
          ) : (
            <Button {...props} variant="default" leftSection={<IconFile />}>
              Allega
            </Button>
          )
        }
      </FileButton>
      {phone && (
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && onFiles([file])}>
          {(props) => (
            <ActionIcon {...props} variant="default" size="var(--target)" aria-label="Scatta foto">
              <IconCamera />
            </ActionIcon>
          )}
        </FileButton>
      )}
    </>
  )
}

interface AttachProps {
  files: readonly Attached[]
  onFiles: (files: readonly File[]) => void
  onRemove: (id: string) => void
}
/** Photos and files of a form. */
export const AttachSection = ({ files, onFiles, onRemove }: AttachProps) => (
  <section aria-label="Foto e file">
    <AttachedList files={files} onRemove={onRemove} />
    <Group gap="xs" mt={files.length ? 'xs' : 0}>
      <AttachButtons onFiles={(chosen) => onFiles(withinLimits(chosen, files.length))} />
    </Group>
  </section>
)
