/** A server of pictures of the ground: the address of one, with `{z}`, `{x}` and `{y}` in it, and whose they are. */
export interface Tiles {
  url: string
  credit: string | null
}
const PLACES = ['{z}', '{x}', '{y}']

/**
 * Of what the environment says; undefined where it says nothing.
 * @throws Error in Italian, for whoever starts the server: the page may ask exactly one host, so it must be one, and by https
 */
export function tilesOf(url: string | undefined, credit: string | undefined): Tiles | undefined {
  if (!url) return undefined
  const read = URL.canParse(url) ? new URL(url) : undefined
  // One host, in plain letters: it is written into the content policy of the page.
  if (read?.protocol !== 'https:' || read.username || !/^[\w.-]+(:\d+)?$/.test(read.host) || !PLACES.every((place) => url.includes(place)))
    throw new Error(
      'MAP_TILES deve essere un solo indirizzo https con {z}, {x} e {y}, ad esempio https://mappe.example.it/{z}/{x}/{y}.png.',
    )
  return { url, credit: credit || null }
}
