/** A route of the built client and the files that its page needs (`scripts/first-chunks.mjs`). */
export interface PageAssets {
  /** Pattern of the router: `/stazioni/banche/{-$id}`. */
  path: string
  /** The page needs a session. */
  signed: boolean
  /** Served paths. */
  files: string[]
}
/**
 * Gives a function from a path to preload links for the page's head, so that the browser fetches all files at once. Without a session,
 * a page that needs one gets the links of the sign-in page.
 */
export function preloadLinks(pages: readonly PageAssets[]) {
  const fixed = ({ path }: PageAssets) => path.split('/').filter((part) => part && !part.includes('$')).length
  // If two routes match, the one with more fixed segments wins, as in the router.
  const known = [...pages]
    .sort((a, b) => fixed(b) - fixed(a))
    .map(({ path, signed, files }) => ({
      // `{-$id}` is optional, `$id` is not.
      fits: new RegExp(
        `^${path
          .replace(/\/$/, '')
          .replace(/\/\{-\$\w+\}/g, '(/[^/]+)?')
          .replace(/\$\w+/g, '[^/]+')}/?$`,
      ),
      signed,
      links: files
        .map((file) =>
          file.endsWith('.css')
            ? `<link rel="preload" as="style" crossorigin href="${file}">`
            : `<link rel="modulepreload" crossorigin href="${file}">`,
        )
        .join(''),
    }))
  const linksAt = (place: string) => known.find(({ fits }) => fits.test(place))
  return (path: string, session: boolean): string => {
    const found = linksAt(path)
    return (found?.signed && !session ? linksAt('/login') : found)?.links ?? ''
  }
}
