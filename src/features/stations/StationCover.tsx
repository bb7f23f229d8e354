import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COVER_WIDTHS, coverImages } from '../../contract/stations/cover-images.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { StoredPicture } from '../../crud/record/StoredPicture.tsx'
import { query } from '../../lib/query.ts'
import { IconPhoto } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import classes from './StationCover.module.css'

// Fetched when the first is to be changed.
const CoverDialog = part(() => import('./CoverDialog.tsx').then((m) => m.CoverDialog))
/** Pixels, beside the record on a desk. */
const RAIL = 272
const fitting = (pixels: number) => COVER_WIDTHS.find((width) => width >= pixels * devicePixelRatio) ?? COVER_WIDTHS.at(-1)!

/** The station's picture, with a way to change it for people who may; nothing if there is neither. */
export function StationCover({ id, name, write }: { id: number; name: string; write: boolean }) {
  const [asked, setAsked] = useState(false)
  const { data: cover } = useQuery(query(coverImages.get, { stationId: id }, true))
  const remove = useDelete(coverImages.remove, 'la copertina di')
  const width = fitting(useDesk() ? RAIL : innerWidth)
  if (cover === undefined || !(cover || write)) return null
  return (
    <div className={classes.cover}>
      {cover && (
        <StoredPicture
          className={classes.picture}
          source={coverImages.picture}
          input={{ stationId: id, width }}
          at={cover.created_at}
          alt={`Copertina di ${name}`}
        />
      )}
      {write && (
        <Group gap="xs">
          <Button variant="default" leftSection={<IconPhoto />} onClick={() => setAsked(true)}>
            {cover ? 'Cambia' : 'Aggiungi copertina'}
          </Button>
          {cover && (
            <Button variant="subtle" color="red" onClick={() => void remove({ stationId: id }, name)}>
              Elimina
            </Button>
          )}
        </Group>
      )}
      {asked && <CoverDialog id={id} onClose={() => setAsked(false)} />}
    </div>
  )
}
