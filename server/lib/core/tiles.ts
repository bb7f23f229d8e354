import { StartupError } from '../../startup-problem.ts'

/** A tile server for maps: the address of a tile, with `{z}`, `{x}` and `{y}`, and the credit line. */
export interface Tiles {
  url: string
  credit: string | null
}
const PLACES = ['{z}', '{x}', '{y}']

/**
 * The tile server of the environment; undefined if none is configured.
 * @throws Error in Italian, for whoever starts the server: the page may ask exactly one host, so it must be one, and by https
 */
export function tilesOf(url: string | undefined, credit: string | undefined): Tiles | undefined {
  if (!url) return undefined
  const read = URL.canParse(url) ? new URL(url) : undefined
  // One host in plain letters, because it goes into the content security policy of the page.
  if (read?.protocol !== 'https:' || read.username || !/^[\w.-]+(:\d+)?$/.test(read.host) || !PLACES.every((place) => url.includes(place)))
    throw new StartupError(
      'MAP_TILES deve essere un solo indirizzo https con {z}, {x} e {y}, ad esempio https://mappe.example.it/{z}/{x}/{y}.png.',
    )
  return { url, credit: credit || null }
}
