import { ActionIcon, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { IconChevronLeft, IconChevronRight } from './icons.tsx'
import classes from './Lightbox.module.css'

export interface Picture {
  /** A URL or an object URL. */
  src: string
  /** Description of the picture. */
  alt: string
  /** Format of a picture that cannot be shown here. */
  unseen?: string
}

export interface LightboxProps {
  pictures: Picture[]
  /** Index of the open picture; null for none. */
  index: number | null
  onIndex: (index: number | null) => void
  /** Actions for the picture in view, beside the arrows. */
  actions?: ReactNode
}

export function LightboxDialog({ pictures, index, onIndex, actions }: LightboxProps) {
  const at = index ?? 0
  const picture = pictures[at]
  const go = (to: number) => to >= 0 && to < pictures.length && onIndex(to)

  return (
    <Dialog
      opened={index !== null && picture !== undefined}
      onClose={() => onIndex(null)}
      fullScreen
      title={picture?.alt}
      classNames={{ content: classes.content, body: classes.body }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(at - 1)
        if (event.key === 'ArrowRight') go(at + 1)
      }}
    >
      {picture?.unseen ? (
        <Text className={classes.picture}>Formato {picture.unseen}: su questo dispositivo non si vede. Si vedrà dopo l'invio.</Text>
      ) : (
        <img className={classes.picture} src={picture?.src} alt={picture?.alt} />
      )}
      <div className={classes.bar}>
        <Group justify="center" gap="md" wrap="nowrap">
          <ActionIcon variant="default" aria-label="Foto precedente" disabled={at === 0} onClick={() => go(at - 1)}>
            <IconChevronLeft />
          </ActionIcon>
          <Text aria-live="polite">
            {at + 1} di {pictures.length}
          </Text>
          <ActionIcon variant="default" aria-label="Foto successiva" disabled={at === pictures.length - 1} onClick={() => go(at + 1)}>
            <IconChevronRight />
          </ActionIcon>
        </Group>
        {actions}
      </div>
    </Dialog>
  )
}
