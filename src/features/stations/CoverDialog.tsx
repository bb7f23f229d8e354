import { Text } from '@mantine/core'
import { COVER_TYPES, coverImages, MIN_COVER_WIDTH, NO_COVER } from '../../contract/stations/cover-images.ts'
import { FileUpload } from '../../crud/record/FileUpload.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Where the cover of a station is loaded: a new one takes the place of the old. */
export const CoverDialog = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Copertina del punto vendita">
    <Text c="dimmed" mb="sm">
      JPG, PNG o WebP fino a 10 MB, larga almeno {MIN_COVER_WIDTH} pixel.
    </Text>
    <FileUpload
      target={coverImages.upload}
      input={{ stationId: id }}
      accept={COVER_TYPES.join()}
      most={1}
      none={NO_COVER}
      onDone={onClose}
    />
  </Dialog>
)
