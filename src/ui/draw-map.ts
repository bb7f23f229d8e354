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
/** The points at one place: of several none can be pressed by itself. */
interface Place {
  points: readonly Point[]
}
/** Points of a cluster, which is made of places. */
interface Many {
  many: number
}
type Feature = GeoJSON.Feature<GeoJSON.Point, Place>

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

/** The empty map of the whole country, with its two buttons, and with tiles where there are some. */
function emptyMap(box: HTMLElement, tiles: Tiles | null, still: boolean) {
  const map = L.map(box, {
    ...{ renderer: L.canvas({ padding: 0.3, tolerance: 6 }), zoomControl: false, attributionControl: false },
    ...{ minZoom: 4, maxZoom: 19, worldCopyJump: false },
    ...{ zoomAnimation: !still, fadeAnimation: !still, markerZoomAnimation: !still, inertia: !still },
  }).fitBounds(WHOLE)
  L.control.zoom({ zoomInTitle: 'Ingrandisci', zoomOutTitle: 'Riduci' }).addTo(map)
  map.getPane('mapPane')!.setAttribute('aria-hidden', 'true')
  if (tiles) {
    // Some tile servers require a referrer.
    L.tileLayer(tiles.url, { maxZoom: 19, referrerPolicy: 'origin' }).addTo(map)
    if (tiles.credit) L.control.attribution({ prefix: false }).addAttribution(words(tiles.credit).innerHTML).addTo(map)
  }
  return map
}
/** Draws the country where there are no tiles. */
function drawOutline(ground: L.LayerGroup, colour: (name: string) => string) {
  ground.clearLayers()
  const style = { color: colour('dimmed'), weight: 1, fillColor: colour('default-hover'), fillOpacity: 1, interactive: false }
  for (const ring of ITALY) L.polygon(ring, style).addTo(ground).bringToBack()
}
function buttonsOf(points: readonly Point[], pick: (id: number) => void) {
  const list = document.createElement('div')
  for (const { id, label } of points) {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', tabIndex: -1, textContent: label })
    button.addEventListener('click', () => pick(id))
    list.append(button)
  }
  return list
}
function circle(cluster: string, [lng, lat]: GeoJSON.Position, points: number) {
  const size = sizeOf(points)
  const icon = L.divIcon({ className: cluster, html: words(points.toLocaleString('it-IT')), iconSize: [size, size] })
  return L.marker([lat!, lng!], { icon, keyboard: false })
}
/** Points at one place: a press lists them. With the keyboard they are chosen in the list beside the map. */
function several(map: L.Map, cluster: string, points: readonly Point[], pick: (id: number) => void) {
  const list = buttonsOf(points, (id) => {
    map.closePopup()
    pick(id)
  })
  const [{ at }] = points as [Point]
  // Not bound to the circle, which is drawn anew when the map moves: it moves where the list would stand beyond its edge.
  const popup = L.popup({ closeButton: false, maxHeight: 240 })
    .setLatLng([...at])
    .setContent(list)
  return circle(cluster, [at[1], at[0]], points.length).on('click', () => popup.openOn(map))
}
const samePoints = (one: readonly Point[], other: readonly Point[]) =>
  !!one.length && one.length === other.length && other.every(({ id }, at) => id === one[at]!.id)

/**
 * A map in an element that already has its size. Points and outline are drawn on one canvas; clusters are elements, since they are few.
 * Only the map and its two buttons can take the focus.
 */
export function drawMap(box: HTMLElement, tiles: Tiles | null, { cluster, choose }: Options) {
  const near = tiles ? NEAR.tiles : NEAR.outline
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = emptyMap(box, tiles, still)
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
  const many = ([lng, lat]: GeoJSON.Position, id: number, points: number) =>
    circle(cluster, [lng!, lat!], points).on('click', () =>
      map.setView([lat!, lng!], Math.min(map.getMaxZoom(), index.getClusterExpansionZoom(id)), { animate: !still }),
    )
  /** Draws the points in view, and a little around. */
  function draw() {
    singles.clearLayers()
    const seen = map.getBounds().pad(0.2)
    for (const { geometry, properties } of index.getClusters(
      [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()],
      Math.round(map.getZoom()),
    )) {
      if (!('points' in properties)) {
        many(geometry.coordinates, properties.cluster_id as number, (properties as Many).many).addTo(singles)
        continue
      }
      const { points } = properties as Place
      const [point] = points as [Point]
      if (points.length > 1) several(map, cluster, points, pick).addTo(singles)
      // The chosen point has a marker of its own, with its name.
      else if (point.id !== chosen) single(point).addTo(singles)
    }
    mark.eachLayer((layer) => (layer as L.CircleMarker).bringToFront())
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
      const same = samePoints(all, points)
      all = points
      index = indexOf(points)
      // A single point is shown with its surroundings; without points, the whole country.
      if (!same) {
        map.closePopup()
        map.fitBounds(points.length ? L.latLngBounds(points.map(({ at }) => [...at])).pad(0.05) : WHOLE, { maxZoom: near, animate: false })
      }
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
      if (!tiles) drawOutline(ground, colour)
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
  const places = new Map<string, Point[]>()
  for (const point of points) places.set(point.at.join(), [...(places.get(point.at.join()) ?? []), point])
  const features = [...places.values()].map(
    (at): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [at[0]!.at[1], at[0]!.at[0]] },
      properties: { points: at },
    }),
  )
  const map = ({ points }: Place): Many => ({ many: points.length })
  const reduce = (sum: Many, { many }: Many) => {
    sum.many += many
  }
  return new Supercluster<Place, Many>({ radius: RADIUS, maxZoom: APART, map, reduce }).load(features)
}
