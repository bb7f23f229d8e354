import L from 'leaflet'
import Supercluster from 'supercluster'
import { ITALY } from './italy.ts'

export interface Point {
  id: number
  /** Latitude and longitude. */
  at: readonly [number, number]
  label: string
  /** Drawn dimmed: a closed station. */
  dim?: boolean
}
export interface Tiles {
  /** Contains `{z}`, `{x}` and `{y}`. */
  url: string
  credit: string | null
}
interface Options {
  /** CSS class of a cluster's circle. */
  cluster: string
  choose: (id: number) => void
}
export type PointsOnMap = ReturnType<typeof drawMap>
type Feature = GeoJSON.Feature<GeoJSON.Point, { point: Point }>

const WHOLE = L.latLngBounds(ITALY.flat())
/** Cluster radius in pixels, and the zoom from which nothing is clustered. */
const RADIUS = 50
const APART = 15
/** Zoom for a single point: streets where tiles are drawn, else the region in the outline. */
const NEAR = { tiles: 13, outline: 8 }
/** Diameter of a cluster's circle, in pixels. */
const sizeOf = (points: number) => 28 + 6 * Math.min(4, Math.floor(Math.log10(points)) + 1)

/** Text as an element, since Leaflet takes strings for HTML. */
function words(text: string) {
  const span = document.createElement('span')
  span.textContent = text
  return span
}

/**
 * A map in an element that already has its size. Points and outline are drawn on one canvas; clusters are elements, since they are few.
 * Only the map and its two buttons can take the focus.
 */
export function drawMap(box: HTMLElement, tiles: Tiles | null, { cluster, choose }: Options) {
  const near = tiles ? NEAR.tiles : NEAR.outline
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const canvas = L.canvas({ padding: 0.3, tolerance: 6 })
  const map = L.map(box, {
    ...{ renderer: canvas, zoomControl: false, attributionControl: false, minZoom: 4, maxZoom: 19, worldCopyJump: false },
    ...{ zoomAnimation: !still, fadeAnimation: !still, markerZoomAnimation: !still, inertia: !still },
  }).fitBounds(WHOLE)
  L.control.zoom({ zoomInTitle: 'Ingrandisci', zoomOutTitle: 'Riduci' }).addTo(map)
  map.getPane('mapPane')!.setAttribute('aria-hidden', 'true')
  if (tiles) {
    // Some tile servers require a referrer.
    L.tileLayer(tiles.url, { maxZoom: 19, referrerPolicy: 'origin' }).addTo(map)
    if (tiles.credit) L.control.attribution({ prefix: false }).addAttribution(words(tiles.credit).innerHTML).addTo(map)
  }
  const watcher = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  watcher.observe(box)

  const ground = L.layerGroup().addTo(map)
  const singles = L.layerGroup().addTo(map)
  const mark = L.layerGroup().addTo(map)
  let all: readonly Point[] = []
  let index = indexOf(all)
  let chosen: number | undefined
  let byHand = false
  const colour = (name: string) => getComputedStyle(box).getPropertyValue(`--mantine-color-${name}`).trim()
  const pick = (id: number) => {
    byHand = true
    choose(id)
  }

  function single(point: Point) {
    const fill = colour(point.dim ? 'dimmed' : 'petrol-filled')
    return L.circleMarker([...point.at], { radius: 7, weight: 2, color: colour('body'), fillColor: fill, fillOpacity: 1 })
      .on('click', () => pick(point.id))
      .bindTooltip(words(point.label))
  }
  function many([lng, lat]: GeoJSON.Position, id: number, points: number) {
    const size = sizeOf(points)
    const icon = L.divIcon({ className: cluster, html: words(points.toLocaleString('it-IT')), iconSize: [size, size] })
    const at: [number, number] = [lat!, lng!]
    return L.marker(at, { icon, keyboard: false }).on('click', () =>
      map.setView(at, Math.min(map.getMaxZoom(), index.getClusterExpansionZoom(id)), { animate: !still }),
    )
  }
  /** Draws the points in view, and a little around. */
  function draw() {
    singles.clearLayers()
    const seen = map.getBounds().pad(0.2)
    for (const { geometry, properties } of index.getClusters(
      [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()],
      Math.round(map.getZoom()),
    )) {
      if (!('point' in properties)) {
        many(geometry.coordinates, properties.cluster_id as number, properties.point_count as number).addTo(singles)
        continue
      }
      const point = properties.point as Point
      // The chosen point has a marker of its own, with its name.
      if (point.id !== chosen) single(point).addTo(singles)
    }
    mark.eachLayer((layer) => (layer as L.CircleMarker).bringToFront())
  }
  function outline() {
    ground.clearLayers()
    if (tiles) return
    const style = { color: colour('dimmed'), weight: 1, fillColor: colour('default-hover'), fillOpacity: 1, interactive: false }
    for (const ring of ITALY) L.polygon(ring, style).addTo(ground).bringToBack()
  }
  function emphasise() {
    mark.clearLayers()
    const point = all.find(({ id }) => id === chosen)
    if (!point) return undefined
    L.circleMarker([...point.at], { radius: 11, weight: 3, color: colour('text'), fillColor: colour('amber-filled'), fillOpacity: 1 })
      .addTo(mark)
      .bindTooltip(words(point.label), { permanent: true, direction: 'top', offset: [0, -10] })
    return point
  }
  map.on('moveend', draw)

  return {
    /** Shows points. If they are others than before, the map fits all of them. */
    show(points: readonly Point[]) {
      const same = !!all.length && points.length === all.length && points.every(({ id }, at) => id === all[at]!.id)
      all = points
      index = indexOf(points)
      // A single point is shown with its surroundings; without points, the whole country.
      if (!same)
        map.fitBounds(points.length ? L.latLngBounds(points.map(({ at }) => [...at])).pad(0.05) : WHOLE, { maxZoom: near, animate: false })
      draw()
      emphasise()
    },
    /** Marks a point with its name. If it was chosen outside the map, the map moves there. */
    mark(id: number | undefined) {
      chosen = id
      draw()
      const point = emphasise()
      const here = map.getZoom() >= near && !!point && map.getBounds().contains([...point.at])
      if (point && !byHand && !here) map.setView([...point.at], Math.max(near, map.getZoom()), { animate: false })
      byHand = false
    },
    /** Redraws with the page's current colours. */
    recolour() {
      outline()
      draw()
      emphasise()
    },
    remove() {
      watcher.disconnect()
      map.remove()
    },
  }
}

function indexOf(points: readonly Point[]) {
  const features = points.map(
    (point): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [point.at[1], point.at[0]] },
      properties: { point },
    }),
  )
  return new Supercluster<{ point: Point }>({ radius: RADIUS, maxZoom: APART }).load(features)
}
