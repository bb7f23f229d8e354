import 'leaflet/dist/leaflet.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { drawMap, type Point, type PointsOnMap, type Tiles } from './draw-map.ts'
import classes from './PointMap.module.css'

interface PointMapProps {
  label: string
  points: readonly Point[]
  chosen?: number | undefined
  onChoose: (id: number) => void
  /** Without tiles the outline of Italy is drawn, and no server is asked. */
  tiles: Tiles | null
}

/**
 * Points on a map, clustered where there are many. Everything here can also be done in a list of the same points, which the caller places
 * beside it.
 */
export function PointMap({ label, points, chosen, onChoose, tiles }: PointMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<PointsOnMap>(null)
  const choose = useRef(onChoose)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    choose.current = onChoose
  })
  useEffect(() => {
    const map = drawMap(box.current!, tiles, { cluster: classes.cluster!, choose: (id) => choose.current(id) })
    drawn.current = map
    return () => map.remove()
  }, [tiles])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map, or another scheme, is drawn on anew
  useEffect(() => drawn.current!.show(points), [points, tiles])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => drawn.current!.mark(chosen), [chosen, tiles])
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the page
  useEffect(() => drawn.current!.recolour(), [scheme, tiles])
  return <div ref={box} className={classes.map} role="application" aria-label={label} />
}
