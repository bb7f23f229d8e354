/** One address of the built client, and the files its page is made of (scripts/first-chunks.mjs). */
export interface First {
  /** As the router writes it: `/stazioni/banche/{-$id}`. */
  path: string
  /** Only for who is signed in. */
  signed: boolean
  /** As they are served. */
  files: string[]
}
/**
 * Links to what the page of an address is made of, for its head, so that the browser fetches it beside the code that would ask for it later. Who has no
 * session gets the sign-in where they ask for more.
 */
export function firstLinks(pages: readonly First[]) {
  const fixed = ({ path }: First) => path.split('/').filter((part) => part && !part.includes('$')).length
  // Of two that fit, the one with more fixed parts, as the router has it.
  const known = [...pages]
    .sort((a, b) => fixed(b) - fixed(a))
    .map(({ path, signed, files }) => ({
      // `{-$id}` may be missing, `$id` not.
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
  const at = (place: string) => known.find(({ fits }) => fits.test(place))
  return (place: string, session: boolean): string => {
    const found = at(place)
    return (found?.signed && !session ? at('/login') : found)?.links ?? ''
  }
}
