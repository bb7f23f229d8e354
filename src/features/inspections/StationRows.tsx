import { Stack, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { memo, useEffect, useState } from 'react'
import { age } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { connection } from '../../lib/online.ts'
import { IconPin, IconPinFilled } from '../../ui/icons.tsx'
import { contextsKnownSince, fieldDb } from './field-store.ts'
import { pinStation } from './prepare-offline.ts'
import classes from './StartDialog.module.css'
import type { FoundStation } from './station-search.ts'

export interface Choice {
  row: FoundStation
  /** "4,2 km", "oggi" */
  beside?: string
}
interface StationRowsProps {
  title?: string
  rows: readonly Choice[]
  busy: boolean
  onPick: (id: number) => void
}
const DAY_MS = 86_400_000
/** So many fill the window of a phone: they come with the key, the others, and what else is known of them, with the first pause. */
const AT_ONCE = 10
const PAUSE_MS = 100

/** Warns before starting if data are old or missing here; shows nothing while the server can be asked. */
function useAges(ids: readonly number[]): (id: number) => string | undefined {
  const away = connection.use() !== 'online'
  const known = useLiveQuery(() => (away ? contextsKnownSince(ids) : undefined), [away, ids.join()])
  return (id) => {
    const at = known?.get(id)
    if (at === undefined || Date.now() - at < DAY_MS) return undefined
    return at ? `dati di ${age(Date.now() - at)} fa` : 'attrezzature e prezzi non noti qui'
  }
}
/** True for stations that were pinned by hand, as far as that has been read. */
const usePinned = (ids: readonly number[]): ReadonlyMap<number, boolean> | undefined =>
  useLiveQuery(async () => {
    const kept = await fieldDb().contexts.bulkGet([...ids])
    return new Map(ids.map((id, at) => [id, !!kept[at]?.pinned]))
  }, [ids.join()])

interface OneProps {
  id: number
  code: string
  name: string
  where: string
  old: string | undefined
  /** Undefined until it is known. */
  pinned: boolean | undefined
  busy: boolean
  onPick: (id: number) => void
}
/** As bare as it can be: fifty of them come and go with each key. */
const StationOption = memo(({ id, code, name, where, old, pinned, busy, onPick }: OneProps) => (
  <div className={classes.choice}>
    <button type="button" className={`${classes.option} mantine-focus-auto`} disabled={busy} onClick={() => onPick(id)}>
      <span className={classes.name}>
        {code} {name}
      </span>
      <span className={classes.where}>{where}</span>
      {old && <span className={classes.old}>{old}</span>}
    </button>
    {pinned === undefined ? (
      <span className={classes.pin} />
    ) : (
      <button
        type="button"
        className={`${classes.pin} mantine-focus-auto`}
        aria-pressed={pinned}
        aria-label={`Fissa sul dispositivo ${code}`}
        // Keeps the station with everything about it, until it is taken off again.
        onClick={() => void pinStation(id, !pinned).catch((error: Error) => notify.error(error.message))}
      >
        {pinned ? <IconPinFilled /> : <IconPin />}
      </button>
    )}
  </div>
))

/** Stations to choose from, each with the way to keep it on the device. */
export const StationRows = memo(({ title, rows, busy, onPick }: StationRowsProps) => {
  const [seen, setSeen] = useState<readonly Choice[]>([])
  useEffect(() => {
    const later = setTimeout(setSeen, PAUSE_MS, rows)
    return () => clearTimeout(later)
  }, [rows])
  const ids = seen.map(({ row }) => row.id)
  const ageOf = useAges(ids)
  const pinned = usePinned(ids)
  const drawn = seen === rows ? rows : rows.slice(0, AT_ONCE)
  return (
    <Stack gap="xs" component={title ? 'section' : 'div'}>
      {title && (
        <Title order={3} size="h5">
          {title}
        </Title>
      )}
      {drawn.map(({ row: { id, code, name, address, city, province }, beside }) => (
        <StationOption
          key={id}
          {...{ id, code, name, busy, onPick }}
          where={`${beside ? `${beside} · ` : ''}${address}, ${city} (${province})`}
          old={ageOf(id)}
          pinned={pinned?.get(id)}
        />
      ))}
    </Stack>
  )
})
