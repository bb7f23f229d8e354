import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { part } from '../../ui/part.tsx'
import classes from './ListMap.module.css'

const PointMap = part(() => import('../../ui/PointMap.tsx').then((m) => m.PointMap))

interface Placed {
  id: number
  latitude: number | null
  longitude: number | null
}
interface ListMapProps<R extends Placed> {
  /** All rows the list finds, in its order. */
  read: {
    data: { rows: readonly R[]; tiles: { url: string; credit: string | null } | null } | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  label: string
  /** Label of a point, and whether it is drawn dimmed. */
  point: (row: R) => { label: string; dim: boolean }
  chosen: number | undefined
  onChoose: (id: number, at: number) => void
  /** `1 stazione senza posizione` */
  unplaced: (many: number) => string
  /** Content about the chosen row. */
  children: (row: R) => ReactNode
}
const NONE: never[] = []

/** All rows that a list finds, on every page, as points on a map, and details of the chosen one. `point` must be a stable function. */
export function ListMap<R extends Placed>({ read, label, point, chosen, onChoose, unplaced, children }: ListMapProps<R>) {
  const { data, error, isPlaceholderData, refetch } = read
  const all: readonly R[] = data?.rows ?? NONE
  const points = useMemo(
    () =>
      all.flatMap((row) =>
        row.latitude === null || row.longitude === null ? [] : [{ id: row.id, at: [row.latitude, row.longitude] as const, ...point(row) }],
      ),
    [all, point],
  )
  const row = all.find(({ id }) => id === chosen)
  const choose = (id: number) =>
    onChoose(
      id,
      all.findIndex((one) => one.id === id),
    )
  const missing = all.length - points.length
  const loading = <div className={`skeleton ${classes.loading}`} />
  return (
    <section id="mappa" aria-label="Mappa" className={classes.panel} aria-busy={isPlaceholderData}>
      {error ? (
        <ErrorState message={`La mappa non si è caricata. ${error.message}`} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.map}>
          {data ? (
            <PointMap meanwhile={loading} label={label} points={points} chosen={row?.id} onChoose={choose} tiles={data.tiles} />
          ) : (
            loading
          )}
        </div>
      )}
      {row && <div className={classes.chosen}>{children(row)}</div>}
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {unplaced(missing)} nell’elenco.
        </Text>
      )}
    </section>
  )
}
